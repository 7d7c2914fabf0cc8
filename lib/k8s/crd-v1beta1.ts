/**
 * Old CustomResourceDefinitions (`apiextensions.k8s.io/v1beta1`, gone since Kubernetes 1.22) as v1 ones.
 * Source: the field moves of the "Migrate to apiextensions.k8s.io/v1" notes in the Kubernetes deprecation guide, and the
 * rules of structural schemas. Where a schema is not structural, the node concerned keeps what it does not know, so that
 * no stored object loses a field; what cannot be expressed is refused.
 */
import { isJsonObject } from '../base/json.ts';
import { optional } from '../base/loose.ts';
import type { KubeObject } from './object.ts';

/** A v1 definition, or why there is none: a clause such as `it names no version`. */
export type CrdConversion = { ok: true; crd: KubeObject } | { ok: false; reason: string };

type Json = Record<string, unknown>;

/**
 * The definition as v1, with its metadata unchanged. Refused: no group, names or version, and a schema with `$ref`.
 */
export function convertCrdV1beta1(old: KubeObject): CrdConversion {
  const spec = asObject(old['spec']);
  const names = asObject(spec?.['names']);
  const group = spec?.['group'];
  if (spec === undefined || names === undefined || typeof group !== 'string')
    return { ok: false, reason: 'spec.group or spec.names is missing' };
  const versions = versionsOf(spec);
  if (versions.length === 0) return { ok: false, reason: 'it names no version' };
  if (versions.some((version) => contains(version['schema'], '$ref')))
    return { ok: false, reason: 'its schema uses $ref' };
  const conversion = conversionOf(asObject(spec['conversion']));
  return {
    ok: true,
    crd: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: old.metadata,
      spec: {
        group,
        names,
        scope: spec['scope'] ?? 'Namespaced',
        versions,
        preserveUnknownFields: false,
        ...optional({ conversion }),
      },
    },
  };
}

function versionsOf(spec: Json): Json[] {
  const listed = Array.isArray(spec['versions']) ? spec['versions'].map(asObject) : [];
  const given = listed.filter((version) => version !== undefined);
  const single =
    typeof spec['version'] === 'string' ? [{ name: spec['version'], served: true, storage: true }] : [];
  const keepsUnknown = spec['preserveUnknownFields'] !== false;
  return (given.length > 0 ? given : single).map((version) => versionOf(version, spec, keepsUnknown));
}

function versionOf(version: Json, spec: Json, keepsUnknown: boolean): Json {
  const validation = asObject(asObject(version['schema'] ?? spec['validation'])?.['openAPIV3Schema']);
  const subresources = asObject(version['subresources'] ?? spec['subresources']);
  const columns: unknown = version['additionalPrinterColumns'] ?? spec['additionalPrinterColumns'];
  return {
    name: version['name'],
    served: version['served'] ?? true,
    storage: version['storage'] ?? true,
    schema: { openAPIV3Schema: rootSchema(validation, keepsUnknown) },
    ...optional({ subresources }),
    ...(Array.isArray(columns) ? { additionalPrinterColumns: columns.map(columnOf) } : {}),
  };
}

function columnOf(column: unknown): unknown {
  const { JSONPath: path, ...rest } = asObject(column) ?? {};
  return { ...rest, jsonPath: path ?? rest['jsonPath'] };
}

function conversionOf(old: Json | undefined): Json | undefined {
  const strategy = old?.['strategy'];
  if (old === undefined || strategy === undefined) return undefined;
  if (strategy !== 'Webhook') return { strategy };
  return {
    strategy,
    webhook: {
      clientConfig: old['webhookClientConfig'],
      conversionReviewVersions: old['conversionReviewVersions'] ?? ['v1beta1'],
    },
  };
}

const KEEP = 'x-kubernetes-preserve-unknown-fields';

function rootSchema(schema: Json | undefined, keepsUnknown: boolean): Json {
  if (schema === undefined) return { type: 'object', [KEEP]: true };
  const root: Json = { ...structural(schema, keepsUnknown), type: 'object' };
  const properties = asObject(schema['properties']);
  return properties?.['metadata'] === undefined
    ? root
    : { ...root, properties: { ...asObject(root['properties']), metadata: { type: 'object' } } };
}

/**
 * Makes one node, and all below it, structural.
 * @param keepsUnknown an old definition that pruned nothing: every object keeps fields it does not name
 */
function structural(schema: Json, keepsUnknown: boolean): Json {
  const { properties, items, additionalProperties, ...rest } = schema;
  const fields = asObject(properties);
  const result: Json = { ...rest, ...logic(rest) };
  if (fields !== undefined)
    result['properties'] = mapValues(fields, (field) => structural(field, keepsUnknown));
  const item = asObject(Array.isArray(items) ? items[0] : items);
  if (item !== undefined) result['items'] = structural(item, keepsUnknown);
  const values = asObject(additionalProperties);
  const open = additionalProperties !== undefined && additionalProperties !== false;
  if (fields !== undefined && (open || keepsUnknown)) {
    // Of fields and additionalProperties v1 allows one; keeping what is unknown accepts all that both did.
    result[KEEP] = true;
  } else if (values !== undefined) {
    result['additionalProperties'] = structural(values, keepsUnknown);
  } else if (additionalProperties === true) {
    result['additionalProperties'] = true;
  }
  return typed(result);
}

function typed(schema: Json): Json {
  if (isIntOrString(schema)) {
    const { type: _type, ...rest } = schema;
    return { ...rest, 'x-kubernetes-int-or-string': true };
  }
  if (typeof schema['type'] === 'string' && schema['type'] !== '') {
    return schema['type'] === 'array' && schema['items'] === undefined
      ? { ...schema, items: { [KEEP]: true } }
      : schema['type'] === 'object' && isOpenObject(schema)
        ? { ...schema, [KEEP]: true }
        : schema;
  }
  const { type: _type, ...untyped } = schema;
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined)
    return { ...untyped, type: 'object' };
  return schema['items'] === undefined ? { ...untyped, [KEEP]: true } : { ...untyped, type: 'array' };
}

/** An object without any word on its fields held whatever was put into it. */
function isOpenObject(schema: Json): boolean {
  return schema['properties'] === undefined && schema['additionalProperties'] === undefined;
}

function isIntOrString(schema: Json): boolean {
  const choices = Array.isArray(schema['anyOf'])
    ? schema['anyOf'].map((choice) => asObject(choice)?.['type'])
    : [];
  return (
    schema['x-kubernetes-int-or-string'] === true ||
    schema['format'] === 'int-or-string' ||
    (choices.length === 2 && choices.includes('integer') && choices.includes('string'))
  );
}

const LOGIC = ['allOf', 'anyOf', 'oneOf'] as const;
/** What a structural schema forbids below allOf, anyOf, oneOf and not. */
const OUTSIDE_LOGIC = new Set([
  'type',
  'description',
  'default',
  'additionalProperties',
  'nullable',
  'title',
  'example',
]);

function logic(schema: Json): Json {
  const result: Json = {};
  for (const key of LOGIC) {
    const branches = schema[key];
    if (Array.isArray(branches))
      result[key] = isIntOrString(schema) ? branches : branches.map((branch) => bare(asObject(branch) ?? {}));
  }
  const not = asObject(schema['not']);
  return not === undefined ? result : { ...result, not: bare(not) };
}

function bare(schema: Json): Json {
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !OUTSIDE_LOGIC.has(key)));
  const fields = asObject(kept['properties']);
  const item = asObject(kept['items']);
  return {
    ...kept,
    ...(fields === undefined ? {} : { properties: mapValues(fields, bare) }),
    ...(item === undefined ? {} : { items: bare(item) }),
  };
}

function contains(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.some((item) => contains(item, key));
  const object = asObject(value);
  return (
    object !== undefined &&
    Object.entries(object).some(([k, v]) => (k === key && typeof v === 'string') || contains(v, key))
  );
}

function mapValues(fields: Json, change: (schema: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, change(asObject(schema) ?? {})]),
  );
}

function asObject(value: unknown): Json | undefined {
  return isJsonObject(value) ? value : undefined;
}
