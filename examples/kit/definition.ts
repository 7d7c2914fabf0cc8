/**
 * A kind from one definition: its TypeScript types, what reads it at run time, and the CustomResourceDefinition that the API
 * server checks it by. Pure.
 */
import { z } from 'zod';
import { isJsonObject } from '#lib/base/json.ts';
import { optional } from '#lib/base/loose.ts';
import type { Resource } from '#lib/k8s/object.ts';

export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  readonly description?: string;
  readonly jsonPath: string;
}

export interface KindVersion {
  readonly name: string;
  /** Descriptions, defaults and limits stand in it; `meta` takes what only Kubernetes knows, such as `format: 'int32'`. */
  readonly spec: z.ZodType;
  readonly status?: z.ZodType;
  readonly description: string;
  /** Of `spec` and `status`. */
  readonly descriptions?: { readonly spec?: string; readonly status?: string };
  readonly columns?: readonly Column[];
  /** For `kubectl scale`. */
  readonly scale?: { readonly specReplicasPath: string; readonly statusReplicasPath: string };
  /** Whether an object has to have a spec; true when absent. */
  readonly needsSpec?: boolean;
}

export interface KindDefinition {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The first is stored. */
  readonly versions: readonly [KindVersion, ...KindVersion[]];
}

/** What the client asks the API server for. */
export function resourceOf({ group, kind, plural, versions }: KindDefinition): Resource {
  return { group, version: versions[0].name, plural, kind, namespaced: true };
}

/** The CustomResourceDefinition, as it is given to the API server and stands in the bundle. */
export function crdOf(definition: KindDefinition): CustomResourceDefinition {
  const { group, kind, plural, shortNames, categories, versions } = definition;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        ...{ kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
        ...optional({ shortNames, categories }),
      },
      versions: versions.map(versionOf),
    },
  };
}

export interface CustomResourceDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

function versionOf(version: KindVersion, index: number): unknown {
  const { name, status, columns, scale } = version;
  return {
    ...{ name, served: true, storage: index === 0 },
    ...(status !== undefined && { subresources: { status: {}, ...optional({ scale }) } }),
    ...optional({ additionalPrinterColumns: columns }),
    schema: { openAPIV3Schema: schemaOf(version) },
  };
}

function schemaOf({ spec, status, description, descriptions, needsSpec = true }: KindVersion): unknown {
  const part = (schema: z.ZodType, text: string | undefined): unknown => ({
    ...optional({ description: text }),
    ...structural(schema),
  });
  return {
    description,
    type: 'object',
    ...(needsSpec && { required: ['spec'] }),
    properties: {
      apiVersion: { description: 'Version of the schema this object is written in.', type: 'string' },
      kind: { description: 'Name of the resource this object represents.', type: 'string' },
      metadata: { type: 'object' },
      spec: part(spec, descriptions?.spec),
      ...(status !== undefined && { status: part(status, descriptions?.status) }),
    },
  };
}

/** What Kubernetes takes of JSON Schema. Source: apiextensions/v1 JSONSchemaProps, structural schemas. */
function structural(schema: z.ZodType): Record<string, unknown> {
  const made = plain(z.toJSONSchema(schema, { io: 'input' }));
  if (!isJsonObject(made)) throw new Error('a schema is an object');
  return made;
}

/** zod's own bounds of what is exact in JavaScript say nothing. */
const NO_BOUNDS: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (key === '$schema' || (key === 'additionalProperties' && inner === false)) return [];
      if ((key === 'minimum' || key === 'maximum') && NO_BOUNDS.has(inner)) return [];
      return key === 'const' ? [['enum', [inner]]] : [[key, plain(inner)]];
    }),
  );
}

/** As `meta/v1` Condition; for the status of a kind. */
export function conditionsSchema(types: string, description: string): z.ZodType {
  const condition = z.object({
    type: z.string().max(316).meta({ description: types }),
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z.string().max(1024).meta({ description: 'One word for programs.' }).optional(),
    message: z.string().max(32_768).meta({ description: 'A sentence for people.' }).optional(),
    lastTransitionTime: z.string().meta({ format: 'date-time' }),
    observedGeneration: z.int().min(0).meta({ format: 'int64' }).optional(),
  });
  return z
    .array(condition)
    .meta({ description, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] });
}
