/** Small words to write our CRD schemas in. Every node they make is structural: it has a type or keeps what it does not know. */
import { optional } from '../base/loose.ts';
import type { CrdVersion, CustomResourceDefinition, JsonSchema, ColumnDefinition } from './crd.ts';

/** Label on the CRDs that this code installed; without it a CRD is somebody else's and is left alone. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';
/** Value of `MANAGED_BY_LABEL` on definitions of ours. */
export const MANAGED_BY = 'capstan';

type Properties = Record<string, JsonSchema>;

/** A string; `more` narrows it by length, pattern or values. */
export function text(description: string, more: Partial<JsonSchema> = {}): JsonSchema {
  return { type: 'string', description, ...more };
}

/** A string that is not empty. */
export function name(description: string): JsonSchema {
  return text(description, { minLength: 1 });
}

/** A string out of `values`. */
export function oneOf(description: string, values: readonly string[]): JsonSchema {
  return text(description, { enum: [...values] });
}

/** A moment as RFC 3339. */
export function time(description: string): JsonSchema {
  return text(description, { format: 'date-time' });
}

/** True or false. */
export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** An integer, of whatever size unless `more` says it. */
export function whole(description: string, more: Partial<JsonSchema> = {}): JsonSchema {
  return { type: 'integer', description, ...more };
}

/** A number or a text, such as a port or a quantity. */
export function intOrString(description: string): JsonSchema {
  return { description, 'x-kubernetes-int-or-string': true };
}

/** An array whose entries follow `items`; `more` says how entries are told apart when it is merged. */
export function list(description: string, items: JsonSchema, more: Partial<JsonSchema> = {}): JsonSchema {
  return { type: 'array', description, items, ...more };
}

/** An array of strings. */
export function texts(description: string, more: Partial<JsonSchema> = {}): JsonSchema {
  return list(description, { type: 'string' }, more);
}

/** An object with any keys and texts as values, such as labels. */
export function textMap(description: string): JsonSchema {
  return { type: 'object', description, additionalProperties: { type: 'string' } };
}

/** An object that has these fields and no others: the API server drops (and warns of) the rest. */
export function closed(
  description: string,
  properties: Properties,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(required.length > 0 ? { required: [...required] } : {}),
  };
}

/** An object whose known fields are checked and whose unknown fields are kept as they are. */
export function open(
  description: string,
  properties: Properties = {},
  required: readonly string[] = [],
): JsonSchema {
  return {
    ...closed(description, properties, required),
    'x-kubernetes-preserve-unknown-fields': true,
  };
}

/** Any JSON value at all. */
export function anything(description: string): JsonSchema {
  return { description, 'x-kubernetes-preserve-unknown-fields': true };
}

/** A reference as in core/v1, every field optional. */
export function objectReference(description: string): JsonSchema {
  return closed(description, {
    apiVersion: text('Group and version of the object.'),
    fieldPath: text('Part of the object that is meant, when not all of it is.'),
    kind: text('Kind of the object.'),
    name: text('Name of the object.'),
    namespace: text('Namespace of the object; absent when it is cluster-scoped.'),
    resourceVersion: text('Version of the object that was seen.'),
    uid: text('Identity of the object; another object of the same name has another one.'),
  });
}

/** A group of ours, and the category by which `kubectl get` lists all its kinds. */
export interface GroupOfKinds {
  group: string;
  category: string;
}

/** What tells one of our kinds from another. */
export interface KindDefinition {
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  shortNames?: string[];
  versions: VersionDefinition[];
}

/** One version of a kind; `storage` unless it says otherwise, always served, its status written by itself unless that is `plain`. */
export interface VersionDefinition {
  name: string;
  description: string;
  spec: JsonSchema;
  status: JsonSchema;
  specRequired: boolean;
  storage?: boolean;
  /** The status is a field like any other. */
  plainStatus?: boolean;
  columns?: ColumnDefinition[];
}

function version(definition: VersionDefinition): CrdVersion {
  return {
    name: definition.name,
    served: true,
    storage: definition.storage ?? true,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        description: definition.description,
        required: definition.specRequired ? ['metadata', 'spec'] : ['metadata'],
        properties: {
          apiVersion: text('Group and version of this object.'),
          kind: text('Kind of this object.'),
          metadata: { type: 'object' },
          spec: definition.spec,
          status: definition.status,
        },
      },
    },
    ...(definition.plainStatus === true ? {} : { subresources: { status: {} } }),
    ...optional({ additionalPrinterColumns: definition.columns }),
  };
}

/** The definition as it is applied, labelled as ours. */
export function defineKind(
  { group, category }: GroupOfKinds,
  definition: KindDefinition,
): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${definition.plural}.${group}`, labels: { [MANAGED_BY_LABEL]: MANAGED_BY } },
    spec: {
      group,
      scope: definition.scope,
      names: {
        kind: definition.kind,
        listKind: `${definition.kind}List`,
        plural: definition.plural,
        singular: definition.kind.toLowerCase(),
        categories: [category],
        ...optional({ shortNames: definition.shortNames }),
      },
      versions: definition.versions.map(version),
    },
  };
}
