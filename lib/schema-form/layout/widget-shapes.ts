/**
 * Recognises the composite shapes of Kubernetes (resource requirements, affinity, selectors, …) by descriptor, and by
 * schema where no descriptor says anything. Undefined when the value does not have the shape: the generic field shows
 * every value, so stepping aside loses nothing.
 */
import type { DescriptorWidget } from '../schema/descriptor-hints.ts';
import { isDictionary, isList } from '../schema/path.ts';
import { namedByText, referenceOf } from '../schema/references.ts';
import { type FieldSchema, itemField, propertyNames, propertyOf } from '../schema/schema.ts';
import type { ControlWidget, FieldWidget, WidgetInput } from './widget-types.ts';

type Picker = Extract<ControlWidget, { kind: 'objectPicker' }>;

/** The composite widget or object picker for a field, if it is one. */
export function shapeWidget(input: WidgetInput): FieldWidget | Picker | undefined {
  const { field, descriptor, name, value } = input;
  if (field.kind === 'string') return pickerOf(input);
  const isObject = field.kind === 'object' || field.kind === 'any';
  if (isObject && isUnsetOr(isDictionary, value)) {
    const reference = referenceOf(field, name, value, descriptor?.resource);
    if (reference !== undefined) return { kind: 'objectReference', reference };
    return describedShape(descriptor?.widget, field) ?? objectShape(field, name);
  }
  if (field.kind === 'array' && isUnsetOr(isList, value)) return listShape(field, name);
  return undefined;
}

function pickerOf({ field, descriptor, name, value }: WidgetInput): Picker | undefined {
  if (field.options !== undefined || !isUnsetOr((text) => typeof text === 'string', value)) return undefined;
  const resource = descriptor?.resource ?? (descriptor?.widget === undefined ? namedByText(name) : undefined);
  return resource === undefined ? undefined : { kind: 'objectPicker', resource };
}

function isUnsetOr(fits: (value: unknown) => boolean, value: unknown): boolean {
  return value === undefined || value === null || fits(value);
}

/** What a descriptor asks for where the schema itself says nothing of the parts. */
const DESCRIBED: Partial<Record<DescriptorWidget, FieldWidget>> = {
  resourceRequirements: { kind: 'resources', of: 'compute' },
  updateStrategy: { kind: 'updateStrategy', of: 'any' },
  nodeAffinity: { kind: 'nodeAffinity' },
  podAffinity: { kind: 'podAffinity' },
  podAntiAffinity: { kind: 'podAffinity' },
};

function describedShape(widget: DescriptorWidget | undefined, field: FieldSchema): FieldWidget | undefined {
  return widget === undefined || propertyNames(field).length > 0 ? undefined : DESCRIBED[widget];
}

interface Rule {
  /** All of these properties are there. */
  readonly has: readonly string[];
  /** And none besides these, where the shape is so common that others share it. */
  readonly only?: readonly string[];
  readonly widget: (field: FieldSchema, name: string) => FieldWidget | undefined;
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const TOLERATION: readonly string[] = ['key', 'operator', 'value', 'effect'];

/** The first that fits counts. */
const OBJECT_RULES: readonly Rule[] = [
  { has: ['limits', 'requests'], widget: resources },
  { has: ['nodeAffinity', 'podAffinity'], widget: () => ({ kind: 'affinity' }) },
  { has: [REQUIRED, PREFERRED], only: [REQUIRED, PREFERRED], widget: affinityPart },
  { has: ['matchLabels', 'matchExpressions'], widget: () => ({ kind: 'labelSelector' }) },
  { has: ['matchExpressions', 'matchFields'], widget: () => ({ kind: 'nodeSelectorTerm' }) },
  { has: ['any', 'matchNames'], only: ['any', 'matchNames'], widget: () => ({ kind: 'namespaceSelector' }) },
  { has: ['type', 'rollingUpdate'], only: ['type', 'rollingUpdate'], widget: updateStrategy },
  { has: ['containers', 'restartPolicy'], widget: () => ({ kind: 'groups', of: 'podSpec' }) },
  { has: ['containers', 'nodeSelector', 'volumes'], widget: () => ({ kind: 'groups', of: 'podSpec' }) },
  {
    has: ['name', 'image', 'imagePullPolicy', 'volumeMounts'],
    widget: () => ({ kind: 'groups', of: 'container' }),
  },
  { has: ['runAsUser', 'runAsNonRoot'], widget: securityContext },
];

const LIST_RULES: readonly Rule[] = [
  { has: TOLERATION, widget: table([...TOLERATION, 'tolerationSeconds']) },
  {
    has: ['name', 'value', 'valueFrom'],
    only: ['name', 'value', 'valueFrom'],
    widget: () => ({ kind: 'envList' }),
  },
  { has: ['name', 'value'], only: ['name', 'value'], widget: plainEnv },
  {
    has: ['key', 'operator', 'values'],
    only: ['key', 'operator', 'values'],
    widget: () => ({ kind: 'expressions' }),
  },
  { has: ['containerPort', 'protocol'], widget: table(['name', 'containerPort', 'protocol', 'hostPort']) },
  {
    has: ['port', 'targetPort', 'protocol'],
    widget: table(['name', 'port', 'targetPort', 'protocol', 'nodePort']),
  },
  { has: ['port', 'interval', 'path'], widget: table(['port', 'interval', 'scheme', 'path']) },
  {
    has: ['topologyKey', 'maxSkew', 'whenUnsatisfiable'],
    widget: table(['topologyKey', 'maxSkew', 'whenUnsatisfiable', 'minDomains']),
  },
  { has: ['mountPath', 'name'], widget: table(['name', 'mountPath', 'subPath', 'readOnly']) },
];

function objectShape(field: FieldSchema, name: string): FieldWidget | undefined {
  return ruled(OBJECT_RULES, field, name);
}

function listShape(field: FieldSchema, name: string): FieldWidget | undefined {
  return ruled(LIST_RULES, itemField(field), name);
}

function ruled(rules: readonly Rule[], field: FieldSchema, name: string): FieldWidget | undefined {
  const names = propertyNames(field);
  if (names.length < 2) return undefined;
  const known = new Set(names);
  for (const { has, only, widget } of rules) {
    if (!has.every((wanted) => known.has(wanted))) continue;
    if (only !== undefined && !names.every((one) => only.includes(one))) continue;
    const found = widget(field, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const QUANTITIES: ReadonlySet<string> = new Set(['map', 'object', 'any']);

function resources(field: FieldSchema): FieldWidget | undefined {
  const fits = ['limits', 'requests'].every((name) => QUANTITIES.has(propertyOf(field, name)?.kind ?? ''));
  if (!fits) return undefined;
  // A claim for a volume asks for space, and for nothing else.
  const storage = /volume should have/i.test(field.description ?? '');
  return { kind: 'resources', of: storage ? 'storage' : 'compute' };
}

function affinityPart(field: FieldSchema): FieldWidget {
  const required = propertyOf(field, REQUIRED);
  return { kind: required?.kind === 'array' ? 'podAffinity' : 'nodeAffinity' };
}

function updateStrategy(field: FieldSchema, name: string): FieldWidget | undefined {
  const rolling = propertyOf(field, 'rollingUpdate');
  const type = propertyOf(field, 'type');
  if (rolling?.kind !== 'object' || type?.kind !== 'string') return undefined;
  const help = `${type.description ?? ''} ${String(type.options ?? '')} ${String(propertyNames(rolling))}`;
  if (/Recreate/.test(help) || name === 'strategy') return { kind: 'updateStrategy', of: 'deployment' };
  return { kind: 'updateStrategy', of: /OnDelete|partition/.test(help) ? 'statefulSet' : 'any' };
}

function securityContext(field: FieldSchema): FieldWidget | undefined {
  return propertyNames(field).length < 6 ? undefined : { kind: 'groups', of: 'securityContext' };
}

/** Pairs are environment variables only where their name says so: headers and parameters look the same. */
function plainEnv(_item: FieldSchema, name: string): FieldWidget | undefined {
  return /^env$|(?:^e|E)nv(?:Vars?|ironment(?:Variables)?)?$/.test(name) ? { kind: 'envList' } : undefined;
}

function table(columns: readonly string[]): Rule['widget'] {
  return (item) => ({
    kind: 'table',
    columns: columns.filter((name) => propertyOf(item, name) !== undefined),
  });
}
