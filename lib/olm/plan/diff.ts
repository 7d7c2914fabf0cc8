/**
 * What a plan changes of one object, told from what it is in the cluster: without what the API server, controllers and
 * OLM itself add, so that only what the plan does shows.
 */
import { hasMetadata, type KubeObject, type ObjectMeta } from '../../k8s/object.ts';
import { readOwnership } from '../../k8s/managed-fields.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { at, items, optional } from '../../base/loose.ts';

/** Kept by OLM and by Capstan for themselves; they come and go with each version. */
const OWN_KEYS =
  /^(olm\.|operators\.coreos\.com\/|operatorframework\.io\/(installed-alongside-|properties$)|capstan\.dev\/)/;
const NOISE_ANNOTATIONS = new Set(['kubectl.kubernetes.io/last-applied-configuration']);

/** Longer texts in CSVs are pictures: their size says enough. */
const PICTURE_FIELD = 'base64data';

/** Both sides of one object as they are shown next to each other. */
export interface ObjectDifference {
  /** Absent for a new object. */
  before?: KubeObject;
  after: KubeObject;
}

/** @param manager who wrote it: what that manager once set and does not want any more goes away */
export function differenceOf(
  wanted: KubeObject,
  existing: KubeObject | undefined,
  manager: string,
): ObjectDifference {
  const after = comparable(wanted);
  if (existing === undefined) return { after: shown(after) };
  if (wanted.kind === 'Secret') return secretDifference(after, comparable(existing));
  const place = readOwnership(existing.metadata.managedFields).root;
  const before = visible(comparable(existing), after, { place, manager });
  return hasMetadata(before) ? { before: shown(before), after: shown(after) } : { after: shown(after) };
}

/** Other keys than those of the plan stay as they are. */
function secretDifference(after: KubeObject, existing: KubeObject): ObjectDifference {
  const wanted = secretValues(after);
  const there = new Map([...secretValues(existing)].filter(([key]) => wanted.has(key)));
  return {
    before: withoutSecrets(existing, there, new Map()),
    after: withoutSecrets(after, wanted, there),
  };
}

/** Of two objects that have nothing to do with each other but their kind: two versions of a CSV. */
export function differenceBetween(wanted: KubeObject, other: KubeObject): ObjectDifference {
  return { before: shown(comparable(other)), after: shown(comparable(wanted)) };
}

/** Without what others write into it. */
function comparable(object: KubeObject): KubeObject {
  const { status: _status, metadata, apiVersion, kind, ...rest } = object;
  return { apiVersion, kind, metadata: comparableMetadata(metadata), ...rest };
}

function comparableMetadata({ name, namespace, labels, annotations }: ObjectMeta): ObjectMeta {
  const [ownLabels, ownAnnotations] = [authored(labels), authored(annotations)];
  return { name, ...optional({ namespace, labels: ownLabels, annotations: ownAnnotations }) };
}

function authored(values: Record<string, string> | undefined): Record<string, string> | undefined {
  const kept = Object.entries(values ?? {}).filter(
    ([key]) => !OWN_KEYS.test(key) && !NOISE_ANNOTATIONS.has(key),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

interface Owned {
  readonly owners: readonly { readonly manager: string }[];
  readonly below: ReadonlyMap<string, Owned>;
}

interface Ruler {
  /** Who owns what here; absent where that is not recorded. */
  readonly place: Owned | undefined;
  readonly manager: string;
}

/** The part of what there is that the plan speaks of: defaults and what others have set stay as they are. */
function visible(value: unknown, wanted: unknown, ruler: Ruler): unknown {
  // Replaced as one, so all that is in it counts.
  if (isWhole(ruler.place)) return value;
  if (isJsonObject(value) && isJsonObject(wanted)) return visibleFields(value, wanted, ruler);
  if (Array.isArray(value) && Array.isArray(wanted)) return visibleItems(value, wanted, ruler.manager);
  return value;
}

function isWhole(place: Owned | undefined): boolean {
  return place !== undefined && place.below.size === 0 && place.owners.length > 0;
}

function visibleFields(value: JsonObject, wanted: JsonObject, { place, manager }: Ruler): JsonObject {
  const kept = Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
    const below = place?.below.get(`f:${key}`);
    if (Object.hasOwn(wanted, key)) return [[key, visible(field, wanted[key], { place: below, manager })]];
    return owns(below, manager) ? [[key, field]] : [];
  });
  // By entries: a field may be called `__proto__`.
  return Object.fromEntries(kept);
}

function owns(place: Owned | undefined, manager: string): boolean {
  if (place === undefined) return false;
  return (
    place.owners.some((owner) => owner.manager === manager) ||
    [...place.below.values()].some((below) => owns(below, manager))
  );
}

/** Items are matched by their names, or by position where the lists are of one length. */
function visibleItems(value: readonly unknown[], wanted: readonly unknown[], manager: string): unknown[] {
  const names = new Map(wanted.map((item) => [at(item, 'name'), item]));
  const named = names.size === wanted.length && !names.has(undefined);
  return value.map((item, index) => {
    const other = named ? names.get(at(item, 'name')) : value.length === wanted.length && wanted[index];
    return isJsonObject(other) ? visible(item, other, { place: undefined, manager }) : item;
  });
}

/** As people may see it: nothing of a Secret but names and sizes, of pictures the size. */
function shown(object: KubeObject): KubeObject {
  if (object.kind === 'Secret') return withoutSecrets(object, secretValues(object), new Map());
  return object.kind === 'ClusterServiceVersion' ? withoutPictures(object) : object;
}

type Values = ReadonlyMap<string, string>;

/** @param before to mark what is other content of the same size, which would look like the same */
function withoutSecrets(
  { apiVersion, kind, metadata, type }: KubeObject,
  values: Values,
  before: Values,
): KubeObject {
  const data = [...values].map(([key, bytes]): [string, string] => {
    const was = before.get(key);
    const marked = was !== undefined && was !== bytes && was.length === bytes.length;
    return [key, `<${String(bytes.length)} bytes>${marked ? ' *' : ''}`];
  });
  return {
    apiVersion,
    kind,
    metadata,
    ...(type === undefined || type === 'Opaque' ? {} : { type }),
    ...(data.length === 0 ? {} : { data: Object.fromEntries(data) }),
  };
}

/** Key → content, one character per byte; `stringData` wins, as on the API server. */
function secretValues(object: KubeObject): Map<string, string> {
  const fields = (field: string): [string, unknown][] => {
    const value = object[field];
    return isJsonObject(value) ? Object.entries(value) : [];
  };
  const values = new Map<string, string>();
  for (const [key, text] of fields('data')) values.set(key, fromBase64(String(text)));
  for (const [key, text] of fields('stringData')) values.set(key, utf8(String(text)));
  return values;
}

function fromBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return text;
  }
}

function utf8(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function withoutPictures(object: KubeObject): KubeObject {
  const spec = object['spec'];
  if (!isJsonObject(spec)) return object;
  const icon = items(spec['icon']).map((one) => {
    const picture = at(one, PICTURE_FIELD);
    return isJsonObject(one) && typeof picture === 'string'
      ? { ...one, [PICTURE_FIELD]: `<${String(picture.length)}>` }
      : one;
  });
  return icon.length === 0 ? object : { ...object, spec: { ...spec, icon } };
}

/** Places that differ, such as `spec.versions[0].schema`; an item or field that only one side has is named as a whole. */
export function changedPaths(
  { before, after }: ObjectDifference,
  limit: number,
): { paths: string[]; more: number } {
  const found: string[] = [];
  compare(before, after, '', found);
  return { paths: found.slice(0, limit), more: Math.max(0, found.length - limit) };
}

function compare(before: unknown, after: unknown, path: string, found: string[]): void {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    after.forEach((item, index) => compare(before[index], item, `${path}[${String(index)}]`, found));
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [left, right] = [at(before, key), at(after, key)];
      compare(left, right, path === '' ? key : `${path}.${key}`, found);
    }
  } else if (!equal(before, after)) found.push(path);
}

function equal(left: unknown, right: unknown): boolean {
  return left === right || canonical(left) === canonical(right);
}

/** Whatever the order of its keys. Of what JSON cannot say, nothing is in an object. */
function canonical(value: unknown): string {
  return JSON.stringify([value], (_key, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
