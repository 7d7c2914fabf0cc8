/**
 * What the console must know of a resource type to list, show and create its objects: taken from the CRD, or, for
 * users who may not read CRDs, from the API server's OpenAPI documents, which everybody may read.
 */
import type { Resource } from '../k8s/object.ts';
import { type PrinterColumn, printerColumns } from '../k8s/printer-columns.ts';
import { type Dictionary, isDictionary, isList } from './path.ts';
import { type FieldSchema, fieldOf } from './schema.ts';

export interface InstanceType {
  readonly resource: Resource;
  readonly schema: FieldSchema;
  /** The cluster tells what objects look like; else there is no form, only YAML. */
  readonly hasSchema: boolean;
  readonly columns: readonly PrinterColumn[];
  /** Served versions of the API, the asked one included. */
  readonly versions: readonly string[];
  readonly deprecation?: string;
}

export interface TypeName {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

export type InstanceTypeReading = { ok: true; type: InstanceType } | { ok: false; reason: string };

export function instanceTypeFromCrd(crd: unknown, name: TypeName): InstanceTypeReading {
  const spec = isDictionary(crd) && isDictionary(crd['spec']) ? crd['spec'] : {};
  const names = isDictionary(spec['names']) ? spec['names'] : {};
  const versions = (isList(spec['versions']) ? spec['versions'] : []).filter(isDictionary);
  const served = versions
    .filter((version) => version['served'] === true)
    .map((version) => String(version['name']));
  const version = versions.find(
    (candidate) => candidate['name'] === name.version && candidate['served'] === true,
  );
  const kind = names['kind'];
  if (version === undefined || typeof kind !== 'string') {
    const others = served.length === 0 ? 'none' : served.join(', ');
    return {
      ok: false,
      reason: `The cluster does not serve version ${name.version} of it; it serves: ${others}.`,
    };
  }
  const openApi = isDictionary(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
  const warning = version['deprecationWarning'];
  return {
    ok: true,
    type: {
      resource: { ...typeNameOf(name), kind, namespaced: spec['scope'] !== 'Cluster' },
      schema: fieldOf(openApi),
      hasSchema: isDictionary(openApi),
      columns: printerColumns(version['additionalPrinterColumns']),
      versions: served,
      ...(version['deprecated'] === true
        ? { deprecation: typeof warning === 'string' ? warning : `Version ${name.version} is deprecated.` }
        : {}),
    },
  };
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
  if (kind === undefined)
    return {
      ok: false,
      reason: `The cluster does not serve ${name.plural}.${name.group} at ${name.version}.`,
    };
  const schema = schemaOf(document, kind, name);
  return {
    ok: true,
    type: {
      resource: { ...typeNameOf(name), kind, namespaced: namespacedPath !== undefined },
      schema: fieldOf(schema),
      hasSchema: schema !== undefined,
      columns: [],
      versions: [name.version],
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
