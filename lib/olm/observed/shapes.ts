/**
 * Objects of the cluster as the kinds that lib/olm knows. The guards check what the deciding code relies on; an object
 * that fails them is left alone, and hides nothing else.
 */
import { z } from 'zod';
import type { KubeObject } from '../../k8s/object.ts';
import type { OperatorCondition } from '../csv/operator-condition.ts';
import type {
  CatalogSource,
  ClusterServiceVersion,
  InstallPlan,
  OlmConfig,
  OperatorGroup,
  OperatorObject,
  Subscription,
} from '../api/types.ts';

const rule = z.looseObject({ verbs: z.array(z.string()) });
const permissions = z.array(z.looseObject({ serviceAccountName: z.string(), rules: z.array(rule) }));
const crds = z.array(z.looseObject({ name: z.string(), version: z.string(), kind: z.string() }));
const apis = z.array(z.looseObject({ group: z.string(), version: z.string(), kind: z.string() }));
const labels = z.record(z.string(), z.string());
const names = z.array(z.string());
const named = z.array(z.looseObject({ name: z.string() }));
const conditions = z.array(
  z.looseObject({
    type: z.string(),
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z.string().optional(),
    message: z.string().optional(),
    observedGeneration: z.number().optional(),
  }),
);
/** Of others too, who say less: only what tells them apart. */
const looseConditions = z.array(z.looseObject({ type: z.string() }));

const CsvShape = z.looseObject({
  kind: z.literal('ClusterServiceVersion'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replaces: z.string().optional(),
    version: z.string().optional(),
    minKubeVersion: z.string().optional(),
    installModes: z.array(z.looseObject({ type: z.string(), supported: z.boolean() })).optional(),
    install: z.looseObject({
      strategy: z.string(),
      spec: z
        .looseObject({
          deployments: z.array(
            z.looseObject({ name: z.string(), spec: z.looseObject({}), label: labels.optional() }),
          ),
          permissions: permissions.optional(),
          clusterPermissions: permissions.optional(),
        })
        .optional(),
    }),
    customresourcedefinitions: z
      .looseObject({ owned: crds.optional(), required: crds.optional() })
      .optional(),
    apiservicedefinitions: z.looseObject({ owned: apis.optional(), required: apis.optional() }).optional(),
    nativeAPIs: apis.optional(),
    webhookdefinitions: z
      .array(
        z.looseObject({
          type: z.string(),
          generateName: z.string(),
          conversionCRDs: z.array(z.string()).optional(),
        }),
      )
      .optional(),
  }),
  status: z
    .looseObject({
      phase: z.string().optional(),
      reason: z.string().optional(),
      message: z.string().optional(),
      conditions: z.array(z.looseObject({})).optional(),
      requirementStatus: z.array(z.looseObject({ status: z.string() })).optional(),
    })
    .optional(),
});

const SubscriptionShape = z.looseObject({
  spec: z.looseObject({
    source: z.string(),
    sourceNamespace: z.string(),
    name: z.string(),
    channel: z.string().optional(),
    startingCSV: z.string().optional(),
    config: z
      .looseObject({
        env: named.optional(),
        envFrom: z.array(z.unknown()).optional(),
        volumes: named.optional(),
        volumeMounts: named.optional(),
        tolerations: z.array(z.unknown()).optional(),
      })
      .optional(),
  }),
  status: z
    .looseObject({
      currentCSV: z.string().optional(),
      installedCSV: z.string().optional(),
      installPlanRef: z.looseObject({}).optional(),
      catalogHealth: z.array(z.looseObject({ catalogSourceRef: z.looseObject({}) })).optional(),
      conditions: looseConditions.optional(),
    })
    .optional(),
});

const step = z.looseObject({
  resolving: z.string(),
  resource: z.looseObject({
    group: z.string(),
    version: z.string(),
    kind: z.string(),
    name: z.string(),
    manifest: z.string().optional(),
  }),
});

const InstallPlanShape = z.looseObject({
  spec: z.looseObject({
    clusterServiceVersionNames: z.array(z.string()),
    approved: z.boolean(),
    generation: z.number().optional(),
  }),
  status: z
    .looseObject({
      plan: z.array(step).optional(),
      conditions: looseConditions.optional(),
    })
    .optional(),
});

const OperatorGroupShape = z.looseObject({
  spec: z
    .looseObject({
      targetNamespaces: z.array(z.string()).optional(),
      serviceAccountName: z.string().optional(),
      selector: z
        .looseObject({ matchLabels: labels.optional(), matchExpressions: z.array(z.unknown()).optional() })
        .optional(),
    })
    .optional(),
  status: z.looseObject({ namespaces: names.optional(), conditions: looseConditions.optional() }).optional(),
});

const OperatorConditionShape = z.looseObject({
  spec: z
    .looseObject({
      serviceAccounts: names.optional(),
      deployments: names.optional(),
      conditions: conditions.optional(),
      overrides: conditions.optional(),
    })
    .optional(),
  status: z.looseObject({ conditions: conditions.optional() }).optional(),
});

const CatalogSourceShape = z.looseObject({
  spec: z.looseObject({
    sourceType: z.string(),
    address: z.string().optional(),
    image: z.string().optional(),
    configMap: z.string().optional(),
    priority: z.number().optional(),
    secrets: z.array(z.string()).optional(),
    updateStrategy: z
      .looseObject({ registryPoll: z.looseObject({ interval: z.string().optional() }).optional() })
      .optional(),
  }),
  status: z.looseObject({ conditions: looseConditions.optional() }).optional(),
});

const OlmConfigShape = z.looseObject({
  spec: z
    .looseObject({
      features: z.looseObject({ disableCopiedCSVs: z.boolean().optional() }).optional(),
    })
    .optional(),
  status: z.looseObject({ conditions: conditions.optional() }).optional(),
});

/** Objects of the caches never change, and lists of them are asked for at every event. */
const judged = new WeakMap<z.ZodType, WeakMap<KubeObject, boolean>>();

function fits(shape: z.ZodType, object: KubeObject): boolean {
  const known = judged.get(shape) ?? new WeakMap<KubeObject, boolean>();
  judged.set(shape, known);
  const before = known.get(object);
  if (before !== undefined) return before;
  const result = shape.safeParse(object).success;
  known.set(object, result);
  return result;
}

/** Whether the object is a CSV whose install strategy, permissions, definitions and status can be relied on. */
export function isCsv(object: KubeObject): object is ClusterServiceVersion {
  return fits(CsvShape, object);
}

/** Whether the object is a Subscription whose spec and status can be relied on. */
export function isSubscription(object: KubeObject): object is Subscription {
  return fits(SubscriptionShape, object);
}

/** Whether the object is an InstallPlan whose spec and steps can be relied on. */
export function isInstallPlan(object: KubeObject): object is InstallPlan {
  return fits(InstallPlanShape, object);
}

/** Whether the object is an OperatorGroup whose targets, selector and status can be relied on; it may have no spec. */
export function isOperatorGroup(object: KubeObject): object is OperatorGroup {
  return fits(OperatorGroupShape, object);
}

/** Whether the object is an OperatorCondition whose conditions and overrides can be relied on. */
export function isOperatorCondition(object: KubeObject): object is OperatorCondition {
  return fits(OperatorConditionShape, object);
}

/** Whether the object is a CatalogSource whose spec and status can be relied on; any source type will do (OLM 1). */
export function isCatalogSource(object: KubeObject): object is CatalogSource {
  return fits(CatalogSourceShape, object);
}

/** Whether the object is an OLMConfig whose switches can be relied on. */
export function isOlmConfig(object: KubeObject): object is OlmConfig {
  return fits(OlmConfigShape, object);
}

/** Whether the object is an Operator; its status is written anew as a whole, whatever it says. */
export function isOperatorObject(object: KubeObject): object is OperatorObject {
  return object.kind === 'Operator';
}
