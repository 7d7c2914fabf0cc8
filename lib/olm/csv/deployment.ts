/**
 * The operator's Deployments: as they are applied, and whether they are healthy.
 * Source: OLM `pkg/controller/install/{deployment.go,status_viewer.go}`.
 */
import { z } from 'zod';
import type { KubeObject } from '../../k8s/object.ts';
import { asFields, asList, mergeByName, overridePodSpec } from './overrides.ts';
import type { CsvFacts } from './facts.ts';
import { shortHash } from '../../base/hash.ts';
import type { JsonObject } from '../../base/json.ts';
import { withCertificate } from './certificates/objects.ts';
import { servingDeployments } from './certificates/serving.ts';
import {
  componentLabel,
  csvOwnerReference,
  DEPLOYMENT_HASH_LABEL,
  LEFT_OUT_ANNOTATION,
  REMOVAL_ANNOTATION,
  ownerLabels,
} from '../api/labels.ts';
import { tenancyAnnotations } from '../plan/objects.ts';
import type { StrategyDeployment } from '../api/types.ts';

const HASH_LENGTH = 12;
/** Annotations of the CSV that are about the object and not about the operator. */
const NOT_FOR_PODS = new Set([
  LEFT_OUT_ANNOTATION,
  // Pods that are about to go need not be made anew for it, and instances may wait for those that run.
  REMOVAL_ANNOTATION,
  'kubectl.kubernetes.io/last-applied-configuration',
]);

/**
 * The Deployments as they are applied: with the CSV's annotations, labels of the owner, and what the Subscription sets for
 * pods (OLM 68, 69).
 */
export function wantedDeployments(facts: CsvFacts): KubeObject[] {
  return (facts.csv.spec.install.spec?.deployments ?? []).map((entry) => wantedDeployment(facts, entry));
}

function wantedDeployment(facts: CsvFacts, entry: StrategyDeployment): KubeObject {
  const { csv, config } = facts;
  const name = csv.metadata.name;
  const namespace = csv.metadata.namespace ?? '';
  const template = servedTemplate(facts, entry);
  const podMetadata = asFields(template['metadata']);
  const podSpec = overridePodSpec(asFields(template['spec']), config);
  const spec = {
    ...entry.spec,
    revisionHistoryLimit: 1,
    template: {
      ...template,
      metadata: {
        ...withoutCreation(podMetadata),
        annotations: {
          ...config?.annotations,
          ...asFields(podMetadata['annotations']),
          ...podAnnotations(facts),
        },
      },
      spec: { ...podSpec, containers: withConditionName(podSpec['containers'], name) },
    },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: entry.name,
      namespace,
      ...(config?.annotations === undefined ? {} : { annotations: config.annotations }),
      labels: {
        ...entry.label,
        ...ownerLabels({ name, namespace }),
        ...(facts.packageName === undefined ? {} : { [componentLabel(facts.packageName, namespace)]: '' }),
        [DEPLOYMENT_HASH_LABEL]: shortHash(spec, HASH_LENGTH),
      },
      ownerReferences: [csvOwnerReference({ name, uid: csv.metadata.uid ?? '' })],
    },
    spec,
  };
}

/** With its certificate, where the API server calls it: what the Subscription sets comes on top. */
function servedTemplate(facts: CsvFacts, { name, spec }: StrategyDeployment): JsonObject {
  const template = asFields(spec['template']);
  const certificate = facts.certificates?.get(name);
  const serving = servingDeployments(facts).find(({ deployment }) => deployment.name === name);
  if (certificate === undefined || serving === undefined) return template;
  return withCertificate(template, serving.secret, certificate.caHash);
}

function withoutCreation(metadata: Record<string, unknown>): Record<string, unknown> {
  const { creationTimestamp: _creationTimestamp, ...rest } = metadata;
  return rest;
}

function podAnnotations(facts: CsvFacts): Record<string, string> {
  const own = Object.entries(facts.csv.metadata.annotations ?? {}).filter(([key]) => !NOT_FOR_PODS.has(key));
  const group = facts.groups[0];
  return {
    ...Object.fromEntries(own),
    ...(group === undefined ? {} : tenancyAnnotations(facts.csv.metadata.namespace ?? '', group)),
  };
}

function withConditionName(containers: unknown, csvName: string): unknown[] {
  return asList(containers).map((container) => {
    const fields = asFields(container);
    return {
      ...fields,
      env: mergeByName(fields['env'], [{ name: 'OPERATOR_CONDITION_NAME', value: csvName }]),
    };
  });
}

const DeploymentStatus = z.looseObject({
  observedGeneration: z.number().optional(),
  replicas: z.number().optional(),
  updatedReplicas: z.number().optional(),
  conditions: z
    .array(
      z.looseObject({
        type: z.string(),
        status: z.string(),
        reason: z.string().optional(),
        message: z.string().optional(),
        lastTransitionTime: z.string().optional(),
      }),
    )
    .optional(),
});

const Deployment = z.looseObject({
  metadata: z.looseObject({ name: z.string().optional(), generation: z.number().optional() }),
  status: DeploymentStatus.optional(),
});

/** Whether a Deployment runs as it should; only one that is past its deadline has given up. */
export type DeploymentHealth =
  | { kind: 'healthy' }
  /** `why` is a half sentence that says what is still missing. */
  | { kind: 'waiting'; why: string }
  /** The Deployment gave up. */
  | { kind: 'expired'; why: string };

/**
 * Healthy is what is observed, within its deadline, rid of its old pods and available (OLM 68); an unreadable status is
 * waited for. Texts are upstream's.
 */
export function deploymentHealth(object: KubeObject): DeploymentHealth {
  const parsed = Deployment.safeParse(object);
  if (!parsed.success) return { kind: 'waiting', why: 'its status cannot be read' };
  const { metadata, status = {} } = parsed.data;
  const it = `deployment "${metadata.name ?? ''}"`;
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 1)) {
    return { kind: 'waiting', why: `waiting for spec update of ${it} to be observed...` };
  }
  const progressing = status.conditions?.find((condition) => condition.type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    return { kind: 'expired', why: `${it} exceeded its progress deadline` };
  }
  return rolloutHealth(it, status);
}

function rolloutHealth(it: string, status: z.infer<typeof DeploymentStatus>): DeploymentHealth {
  const outdated = (status.replicas ?? 0) - (status.updatedReplicas ?? 0);
  if (outdated > 0) {
    const why = `${it} waiting for ${String(outdated)} outdated replica(s) to be terminated`;
    return { kind: 'waiting', why };
  }
  const available = status.conditions?.find((condition) => condition.type === 'Available');
  if (available?.status === 'True') return { kind: 'healthy' };
  const said = available === undefined ? 'missing condition "Available"' : (available.message ?? '');
  return { kind: 'waiting', why: `${it} not available: ${said}` };
}

/** Unix ms since when it says that it is not available; NaN when it says nothing of the kind. */
export function unavailableSince(object: KubeObject): number {
  const { status } = Deployment.safeParse(object).data ?? {};
  const available = status?.conditions?.find((condition) => condition.type === 'Available');
  return available?.status === 'False' ? Date.parse(available.lastTransitionTime ?? '') : Number.NaN;
}
