/** What installs need to know of a CustomResourceDefinition; reads both whole and trimmed ones. */
import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { INSTALLED_ALONGSIDE_PREFIX } from '../api/labels.ts';

/** What of a definition decides about installs. */
export interface CrdFacts {
  name: string;
  uid: string;
  group: string;
  kind: string;
  /** Established and names accepted: the API server serves it. */
  established: boolean;
  servedVersions: readonly string[];
  storedVersions: readonly string[];
  /** `namespace/name` of the CSVs that brought it (OLM 56). */
  alongside: readonly string[];
  /** `spec.conversion`, where it is by webhook. */
  conversion?: JsonObject;
  /** Set where the API server keeps fields that no schema knows: it converts nothing by webhook then. */
  preservesUnknownFields?: true;
}

const Crd = z.looseObject({
  spec: z.looseObject({
    group: z.string(),
    names: z.looseObject({ kind: z.string() }),
    versions: z.array(z.looseObject({ name: z.string(), served: z.boolean() })),
    conversion: z.looseObject({ strategy: z.string() }).optional(),
    preserveUnknownFields: z.boolean().optional(),
  }),
  status: z
    .looseObject({
      conditions: z.array(z.looseObject({ type: z.string(), status: z.string() })).optional(),
      storedVersions: z.array(z.string()).optional(),
    })
    .optional(),
});

/** Undefined for something that is no v1 CRD. */
export function crdFacts(object: KubeObject): CrdFacts | undefined {
  const parsed = Crd.safeParse(object);
  if (!parsed.success) return undefined;
  const { spec, status } = parsed.data;
  const is = (type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
  return {
    name: object.metadata.name,
    uid: object.metadata.uid ?? '',
    group: spec.group,
    kind: spec.names.kind,
    established: is('Established') && is('NamesAccepted'),
    servedVersions: spec.versions.filter((version) => version.served).map((version) => version.name),
    storedVersions: status?.storedVersions ?? [],
    alongside: Object.entries(object.metadata.annotations ?? {}).flatMap(([key, value]) =>
      key.startsWith(INSTALLED_ALONGSIDE_PREFIX) ? [value] : [],
    ),
    ...(spec.conversion?.strategy === 'Webhook' ? { conversion: spec.conversion } : {}),
    ...(spec.preserveUnknownFields === true ? { preservesUnknownFields: true } : {}),
  };
}

/**
 * Why the existing definition must not be replaced by the new one: a version that objects may be stored in would be gone.
 * The text is upstream's.
 */
export function crdReplaceRisk(existing: CrdFacts, next: KubeObject): string | undefined {
  const parsed = Crd.safeParse(next);
  if (!parsed.success) return undefined;
  const versions = new Set(parsed.data.spec.versions.map((version) => version.name));
  const lost = existing.storedVersions.find((version) => !versions.has(version));
  return lost === undefined
    ? undefined
    : `risk of data loss updating "${existing.name}": new CRD removes version ${lost} that is listed as a stored version on the existing CRD`;
}
