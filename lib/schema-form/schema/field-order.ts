/** In what order people read the fields of objects that everybody knows. Schemas list them alphabetically. */
import { type FieldSchema, propertyOf } from './schema.ts';

/** What tells what an object is for, in any object. */
const COMMON = [
  'name',
  'generateName',
  'namespace',
  'enabled',
  'enable',
  'disabled',
  'type',
  'kind',
  'replicas',
  'image',
];

const POD = [
  ...['containers', 'initContainers', 'volumes', 'restartPolicy', 'serviceAccountName', 'imagePullSecrets'],
  ...[
    'nodeSelector',
    'tolerations',
    'affinity',
    'topologySpreadConstraints',
    'priorityClassName',
    'securityContext',
  ],
];

const CONTAINER = [
  ...[
    'name',
    'image',
    'imagePullPolicy',
    'command',
    'args',
    'workingDir',
    'ports',
    'env',
    'envFrom',
    'resources',
  ],
  ...['volumeMounts', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle', 'securityContext'],
];

const WORKLOAD = ['replicas', 'selector', 'template', 'strategy', 'updateStrategy', 'volumeClaimTemplates'];

const METADATA = ['name', 'generateName', 'namespace', 'labels', 'annotations'];

interface Known {
  /** Properties by which such an object is recognised. */
  readonly by: readonly string[];
  readonly order: readonly string[];
}

const KNOWN: readonly Known[] = [
  { by: ['containers', 'restartPolicy'], order: POD },
  { by: ['image', 'env', 'volumeMounts'], order: CONTAINER },
  { by: ['selector', 'template'], order: WORKLOAD },
  { by: ['labels', 'annotations'], order: METADATA },
];

/** The place of a field among its neighbours; fields without one share the last place. */
export function fieldRank(field: FieldSchema): (name: string) => number {
  const known = KNOWN.find(({ by }) => by.every((name) => propertyOf(field, name) !== undefined));
  const order = known === undefined ? COMMON : known.order;
  return (name) => {
    const index = order.indexOf(name);
    return index < 0 ? order.length : index;
  };
}
