/**
 * `spec.config` of a Subscription for the form: what core/v1 says of the parts that people set, in the shapes that the
 * form knows. Everything else is kept and shown all the same. Source: k8s.io/api `core/v1`.
 */
import type { JsonSchema } from '../../k8s/crd.ts';
import { flag, intOrString, list, name, oneOf, open, text, textMap, whole } from '../../k8s/crd-words.ts';
import { subscriptionCrd } from '../api/crds/subscription.ts';

const keyOf = (of: string): JsonSchema =>
  open(
    `A key of a ${of}.`,
    { name: text(`The ${of}.`), key: name('The key.'), optional: flag('May be missing.') },
    ['key'],
  );

const valueFrom = open('Takes the value from somewhere else.', {
  secretKeyRef: keyOf('Secret'),
  configMapKeyRef: keyOf('ConfigMap'),
  fieldRef: open('A field of the pod.', { fieldPath: text('Such as metadata.namespace.') }, ['fieldPath']),
});

const quantities = (description: string): JsonSchema => ({
  type: 'object',
  description,
  additionalProperties: intOrString('Such as 500m or 128Mi.'),
});

const sourceOf = (of: string): JsonSchema =>
  open(`All keys of a ${of}.`, { name: text(`The ${of}.`), optional: flag('May be missing.') });

const parts: Record<string, JsonSchema> = {
  env: list(
    'Environment variables of every container; they win over what the operator says.',
    open('One variable.', { name: name('Name of the variable.'), value: text('Its value.'), valueFrom }, [
      'name',
    ]),
  ),
  envFrom: list(
    'Sources of environment variables, added to what the operator says.',
    open('One source.', {
      prefix: text('Put in front of every key.'),
      configMapRef: sourceOf('ConfigMap'),
      secretRef: sourceOf('Secret'),
    }),
  ),
  resources: open('Requests and limits of every container; they replace what the operator says.', {
    requests: quantities('At least that much is reserved.'),
    limits: quantities('At most that much.'),
  }),
  nodeSelector: textMap('Labels of the nodes that the pods may run on; replaces what the operator says.'),
  tolerations: list(
    'Taints that the pods tolerate, added to what the operator says.',
    open('One taint.', {
      key: text('Key of the taint; empty for all.'),
      operator: oneOf('How the value is compared.', ['Exists', 'Equal']),
      value: text('Value of the taint.'),
      effect: oneOf('Which effect; all when absent.', ['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
      tolerationSeconds: whole('For how long, with NoExecute.'),
    }),
  ),
  volumes: list(
    'Volumes of the pods; one of the same name is replaced.',
    open(
      'One volume.',
      {
        name: name('Name of the volume.'),
        secret: open('The keys of a Secret as files.', { secretName: text('The Secret.') }),
        configMap: sourceOf('ConfigMap'),
        persistentVolumeClaim: open(
          'A claim of the namespace.',
          { claimName: name('The claim.'), readOnly: flag('Only to be read.') },
          ['claimName'],
        ),
        emptyDir: open('Empty at first, gone with the pod.', {
          medium: text('“Memory” for memory.'),
          sizeLimit: text('At most that much.'),
        }),
      },
      ['name'],
    ),
  ),
  volumeMounts: list(
    'Mounts of every container; one of the same name is replaced.',
    open(
      'One mount.',
      {
        name: name('Volume that is mounted.'),
        mountPath: name('Where it is mounted.'),
        subPath: text('A path in the volume.'),
        readOnly: flag('Only to be read.'),
      },
      ['name', 'mountPath'],
    ),
  ),
};

/** A document whose `spec` is the config, for the form of any object. */
export const configSchema: JsonSchema = {
  type: 'object',
  properties: { spec: withParts() },
};

function withParts(): JsonSchema {
  const schema = subscriptionCrd.spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec'];
  const config = schema?.properties?.['config'] ?? {};
  const { selector: _old, ...own } = config.properties ?? {};
  return { ...config, properties: { ...parts, ...omit(own, Object.keys(parts)) } };
}

function omit(properties: Record<string, JsonSchema>, names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key)));
}
