/**
 * What fields of built-in kinds became when the versions before were removed, where more than the version changed (KUDO 64).
 * Source: the Kubernetes deprecated API migration guide. Defaults that changed and that admission depends on are written out.
 */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { at, items } from '../../base/loose.ts';
import { convertCrdV1beta1 } from '../../k8s/crd-v1beta1.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { parseApiVersion } from '../../k8s/object.ts';
import { changedAt } from './pod-templates.ts';

/** The object in its new form, its version not yet changed; a text says what there has no place in it, and what to do. */
export type Shape = (object: KubeObject) => KubeObject | string;

function part(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The fields that are there, under these names, others left out. */
function picked(from: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, to]) => (from[name] === undefined ? [] : [[to, from[name]]])),
  );
}

/** Each item of the list at `spec.FIELD`, or at `FIELD`, changed; a list that is not there stays so. */
function eachOf(holder: JsonObject, field: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const list = holder[field];
  if (!Array.isArray(list)) return holder;
  return { ...holder, [field]: list.map((item: unknown) => change(part(item))) };
}

function inSpec(object: KubeObject, change: (spec: JsonObject) => JsonObject): KubeObject {
  return isJsonObject(object['spec']) ? changedAt(object, ['spec'], change) : object;
}

/** In apps/v1 the selector has to be written out; before it was the labels of the pods. */
export const workloadShape: Shape = (object) =>
  inSpec(object, ({ rollbackTo: _rollbackTo, templateGeneration: _generation, ...spec }) => ({
    ...spec,
    selector: spec['selector'] ?? { matchLabels: at(spec, 'template', 'metadata', 'labels') ?? {} },
  }));

/** Backends name a Service in fields of its own, and how paths match has to be said. */
export const ingressShape: Shape = (object) =>
  inSpec(object, ({ backend, ...spec }) => ({
    ...(backend === undefined ? {} : { defaultBackend: backendShape(part(backend)) }),
    ...eachOf(spec, 'rules', (rule) =>
      isJsonObject(rule['http'])
        ? {
            ...rule,
            http: eachOf(rule['http'], 'paths', ({ backend: own, ...path }) => ({
              pathType: 'ImplementationSpecific',
              ...path,
              backend: backendShape(part(own)),
            })),
          }
        : rule,
    ),
  }));

function backendShape({ serviceName, servicePort, ...others }: JsonObject): JsonObject {
  if (serviceName === undefined) return others;
  const isName = typeof servicePort === 'string' && !/^\d+$/.test(servicePort);
  const port = isName ? { name: servicePort } : { number: Number(servicePort) };
  return { ...others, service: { name: serviceName, port } };
}

/** An empty selector chose nothing before, and everything now. */
export const budgetShape: Shape = (object) =>
  inSpec(object, (spec) => {
    const { selector, ...others } = spec;
    return isJsonObject(selector) && Object.keys(selector).length === 0 ? others : spec;
  });

/** Metrics have targets of one form. */
export const autoscalerShape: Shape = (object) =>
  inSpec(servedTarget(object), (spec) =>
    eachOf(spec, 'metrics', (metric) => ({
      ...picked(metric, { type: 'type' }),
      ...Object.fromEntries(
        Object.entries(metric).flatMap(([source, value]) =>
          isJsonObject(value) ? [[source, metricShape(source, value)]] : [],
        ),
      ),
    })),
  );

/** What is scaled may be named in a version that is gone as well. */
export const servedTarget: Shape & ((object: KubeObject) => KubeObject) = (object) =>
  inSpec(object, (spec) => ({ ...spec, scaleTargetRef: servedRef(spec['scaleTargetRef']) }));

function servedRef(reference: unknown): JsonObject {
  const { apiVersion, ...others } = part(reference);
  const isGone = ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'].includes(String(apiVersion));
  return { ...(apiVersion === undefined ? {} : { apiVersion: isGone ? 'apps/v1' : apiVersion }), ...others };
}

function metricShape(source: string, before: JsonObject): JsonObject {
  const target = targetShape(before);
  if (source === 'resource' || source === 'containerResource')
    return { ...picked(before, { name: 'name', container: 'container' }), target };
  return {
    ...(source === 'object' ? { describedObject: servedRef(before['target']) } : {}),
    metric: picked(before, { metricName: 'name', selector: 'selector', metricSelector: 'selector' }),
    target,
  };
}

function targetShape(before: JsonObject): JsonObject {
  if (before['targetAverageUtilization'] !== undefined)
    return { type: 'Utilization', averageUtilization: before['targetAverageUtilization'] };
  const average = before['targetAverageValue'] ?? before['averageValue'];
  if (average !== undefined) return { type: 'AverageValue', averageValue: average };
  return { type: 'Value', value: before['targetValue'] };
}

/** Side effects have to be none; what was the default before is said, since it is another now. */
export const webhooksShape: Shape = (object) => {
  const odd = items(object['webhooks']).findIndex(
    (webhook) => !['None', 'NoneOnDryRun'].includes(String(at(webhook, 'sideEffects'))),
  );
  if (odd >= 0) return `webhooks[${String(odd)}].sideEffects has to be None or NoneOnDryRun`;
  return {
    ...object,
    ...eachOf(object, 'webhooks', (webhook) => ({
      failurePolicy: 'Ignore',
      matchPolicy: 'Exact',
      timeoutSeconds: 30,
      admissionReviewVersions: ['v1beta1'],
      ...webhook,
    })),
  };
};

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Subjects of v1alpha1 had a version, and the user `*` was everybody. */
export const alphaBindingShape: Shape = (object) => ({
  ...object,
  ...eachOf(object, 'subjects', ({ apiVersion, ...subject }) => {
    if (subject['kind'] === 'User' && subject['name'] === '*')
      return { ...subject, kind: 'Group', apiGroup: RBAC_GROUP, name: 'system:authenticated' };
    return typeof apiVersion === 'string'
      ? { ...subject, apiGroup: parseApiVersion(apiVersion).group }
      : subject;
  }),
});

/** Who signs and what for has no default any more. */
export const signingShape: Shape = (object) => {
  const missing = ['signerName', 'usages'].find((field) => at(object, 'spec', field) === undefined);
  return missing === undefined ? object : `spec.${missing} is missing`;
};

/** Of the topology only node and zone have fields. */
export const sliceShape: Shape = (object) => ({
  ...object,
  ...eachOf(object, 'endpoints', ({ topology, ...endpoint }) => ({
    ...picked(part(topology), {
      'kubernetes.io/hostname': 'nodeName',
      'topology.kubernetes.io/zone': 'zone',
    }),
    ...endpoint,
  })),
});

/** Shares of a priority level have another name. */
export const priorityLevelShape: Shape = (object) =>
  inSpec(object, (spec) => {
    const { assuredConcurrencyShares: shares, ...limited } = part(spec['limited']);
    return shares === undefined
      ? spec
      : { ...spec, limited: { ...limited, nominalConcurrencyShares: shares } };
  });

/** The handler stood in a spec. */
export const runtimeClassShape: Shape = ({ spec, ...object }) => ({
  ...object,
  ...picked(part(spec), { runtimeHandler: 'handler', overhead: 'overhead', scheduling: 'scheduling' }),
});

/** A definition of a kind, by the rules of its own. */
export const definitionShape: Shape = (object) => {
  const conversion = convertCrdV1beta1(object);
  return conversion.ok ? conversion.crd : conversion.reason;
};
