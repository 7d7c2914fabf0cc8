/**
 * What the console must know of a resource type to list, show and create its objects: taken from the CRD, or, for
 * users who may not read CRDs, from the API server's OpenAPI documents, which everybody may read.
 */
import type { Resource } from '../../k8s/object.ts';
import { type PrinterColumn, printerColumns } from '../../k8s/printer-columns.ts';
import { type Dictionary, isDictionary, isList } from './path.ts';
import { type FieldSchema, fieldOf } from './schema.ts';

/** One served version of a type. */
export interface InstanceType {
  readonly resource: Resource;
  readonly schema: FieldSchema;
  /** The cluster tells what objects look like; else there is no form, only YAML. */
  readonly hasSchema: boolean;
  readonly columns: readonly PrinterColumn[];
  /** Served versions of the API, the asked one included. */
  readonly versions: readonly string[];
  readonly deprecated: boolean;
  /** In the words of whoever wrote the CRD. */
  readonly deprecationWarning?: string;
}

/** A type as addresses name it: without its kind. */
export interface TypeName {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** Why there is no such type: not in this version, or, where the others are known, only in `served`. */
export type TypeAbsence = { kind: 'version' } | { kind: 'others'; served: readonly string[] };

/** The type, or why the cluster has none of this name and version. */
export type InstanceTypeReading = { ok: true; type: InstanceType } | { ok: false; absence: TypeAbsence };

/** From the CRD, v1 or v1beta1; whatever in it has the wrong shape counts as absent. Never throws. */
export function instanceTypeFromCrd(crd: unknown, name: TypeName): InstanceTypeReading {
  const spec = isDictionary(crd) && isDictionary(crd['spec']) ? crd['spec'] : {};
  const names = isDictionary(spec['names']) ? spec['names'] : {};
  const versions = versionsOf(spec);
  const served = versions
    .filter((version) => version['served'] === true)
    .map((version) => String(version['name']));
  const version = versions.find(
    (candidate) => candidate['name'] === name.version && candidate['served'] === true,
  );
  const kind = names['kind'];
  if (version === undefined || typeof kind !== 'string')
    return { ok: false, absence: { kind: 'others', served } };
  const validation = version['schema'] ?? spec['validation'];
  const openApi = isDictionary(validation) ? validation['openAPIV3Schema'] : undefined;
  const warning = version['deprecationWarning'];
  return {
    ok: true,
    type: {
      resource: { ...typeNameOf(name), kind, namespaced: spec['scope'] !== 'Cluster' },
      schema: fieldOf(openApi),
      hasSchema: isDictionary(openApi),
      columns: printerColumns(version['additionalPrinterColumns'] ?? spec['additionalPrinterColumns']),
      versions: served,
      deprecated: version['deprecated'] === true,
      ...(typeof warning === 'string' ? { deprecationWarning: warning } : {}),
    },
  };
}

/** Old definitions (v1beta1) may name but one version, and give one schema and one set of columns for all. */
function versionsOf(spec: Dictionary): readonly Dictionary[] {
  const listed = (isList(spec['versions']) ? spec['versions'] : []).filter(isDictionary);
  return listed.length === 0 && typeof spec['version'] === 'string'
    ? [{ name: spec['version'], served: true }]
    : listed;
}

function typeNameOf({ group, version, plural }: TypeName): TypeName {
  return { group, version, plural };
}

/** From `/openapi/v3/apis/<group>/<version>`. */
export function instanceTypeFromOpenApi(document: unknown, name: TypeName): InstanceTypeReading {
  const paths = isDictionary(document) && isDictionary(document['paths']) ? document['paths'] : {};
  const base = `/apis/${name.group}/${name.version}`;
  const namespacedPath = paths[`${base}/namespaces/{namespace}/${name.plural}`];
  const path = namespacedPath ?? paths[`${base}/${name.plural}`];
  const kind = kindOf(path);
  if (kind === undefined) return { ok: false, absence: { kind: 'version' } };
  const schema = schemaOf(document, kind, name);
  return {
    ok: true,
    type: {
      resource: { ...typeNameOf(name), kind, namespaced: namespacedPath !== undefined },
      schema: fieldOf(schema),
      hasSchema: schema !== undefined,
      columns: [],
      versions: [name.version],
      deprecated: false,
    },
  };
}

const KIND = 'x-kubernetes-group-version-kind';

function kindOf(path: unknown): string | undefined {
  if (!isDictionary(path)) return undefined;
  const operations = Object.values(path).filter(isDictionary);
  const named = operations.map((operation) => operation[KIND]).find(isDictionary);
  return typeof named?.['kind'] === 'string' ? named['kind'] : undefined;
}

function schemaOf(document: unknown, kind: string, name: TypeName): Dictionary | undefined {
  const components =
    isDictionary(document) && isDictionary(document['components']) ? document['components'] : {};
  const schemas = isDictionary(components['schemas']) ? components['schemas'] : {};
  return Object.values(schemas)
    .filter(isDictionary)
    .find((schema) => {
      const kinds = isList(schema[KIND]) ? schema[KIND].filter(isDictionary) : [];
      return kinds.some(
        (one) => one['kind'] === kind && one['group'] === name.group && one['version'] === name.version,
      );
    });
}
