/**
 * What lists leave out on their way to the browser: parts of objects that no list shows and that weigh most. Whoever
 * needs them follows the object by its name, which brings it whole.
 */
import { isJsonObject } from '../base/json.ts';
import { resourceText, type KubeObject, type Resource } from './object.ts';

type Path = readonly string[];

/** `*` stands for every entry of a list. */
const everywhere: readonly Path[] = [
  ['metadata', 'managedFields'],
  ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'],
];

const ofApis = (...fields: string[]): Path[] =>
  ['owned', 'required'].flatMap((list) =>
    fields.map((field) => ['spec', 'customresourcedefinitions', list, '*', field]),
  );

const byResource: Readonly<Record<string, readonly Path[]>> = {
  'clusterserviceversions.operators.coreos.com': [
    ['metadata', 'annotations', 'alm-examples'],
    ['metadata', 'annotations', 'alm-examples-metadata'],
    ['metadata', 'annotations', 'operatorframework.io/initialization-resource'],
    ['spec', 'icon'],
    ['spec', 'description'],
    ['spec', 'install', 'spec'],
    ['spec', 'relatedImages'],
    ['spec', 'nativeAPIs'],
    ['spec', 'webhookdefinitions'],
    ['spec', 'links'],
    ['spec', 'maintainers'],
    ['spec', 'keywords'],
    ...ofApis('specDescriptors', 'statusDescriptors', 'actionDescriptors', 'resources'),
    ['status', 'requirementStatus', '*', 'dependents'],
  ],
  'installplans.operators.coreos.com': [
    ['status', 'plan', '*', 'resource', 'manifest'],
    ['status', 'bundleLookups', '*', 'properties'],
  ],
  secrets: [['data'], ['stringData']],
};

/** The object without them; the same one when it has none of them. */
export function trimForList(resource: Pick<Resource, 'group' | 'plural'>, object: KubeObject): KubeObject {
  const paths = [...everywhere, ...(byResource[resourceText(resource)] ?? [])];
  // Only fields are taken away, and none of those that make it an object.
  return paths.reduce<unknown>((value, path) => without(value, path), object) as KubeObject;
}

function without(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return value;
  if (step === '*') return Array.isArray(value) ? value.map((entry: unknown) => without(entry, rest)) : value;
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) {
    const inner = without(value[step], rest);
    return inner === value[step] ? value : { ...value, [step]: inner };
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

/**
 * A row of a table: what identifies the object, its cells, and the values at `fields` at their place: names joined by
 * dots, and `*` at the end for all that is there, of which what is nested comes as null. Long texts are cut: a row
 * shows their beginning.
 */
export function rowOf(object: KubeObject, fields: readonly string[]): KubeObject {
  const { apiVersion, kind, metadata, cells } = trimForList({ group: '', plural: '' }, object);
  const picked = fields.reduce<Readonly<Record<string, unknown>>>(
    (row, field) => withField(row, object, field.split('.')),
    {},
  );
  return { ...picked, apiVersion, kind, metadata, ...(Array.isArray(cells) ? { cells: cut(cells) } : {}) };
}

function withField(
  row: Readonly<Record<string, unknown>>,
  source: unknown,
  [step, ...rest]: Path,
): Readonly<Record<string, unknown>> {
  if (step === '*' && isJsonObject(source)) return { ...surfaceOf(source), ...row };
  if (step === undefined || !isJsonObject(source) || !Object.hasOwn(source, step)) return row;
  if (rest.length === 0) return { ...row, [step]: cut(source[step]) };
  const inner = Object.hasOwn(row, step) ? row[step] : undefined;
  return { ...row, [step]: withField(isJsonObject(inner) ? inner : {}, source[step], rest) };
}

const mostFields = 32;

function surfaceOf(source: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(source).slice(0, mostFields);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'object' ? null : cut(value)]),
  );
}

const longestText = 1_000;

function cut(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) return value.map(cut);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]));
}
