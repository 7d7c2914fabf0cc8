/** What an InstallPlan remembers of each CSV it installs: enough to find the content again after a restart. */
import { z } from 'zod';
import type { KubeObject } from '../k8s/object.ts';
import type { BundleProperty } from './catalog.ts';
import { BUNDLES_ANNOTATION } from './plan-labels.ts';
import { stableJson } from './plan-hash.ts';

/** What `step.resource.manifest` holds when the content lies in a catalog: where to find one object of a bundle. */
interface ManifestReference {
  kind: 'BundleContent';
  /** `sha256:<hex>` of the bundle's manifests. */
  digest: string;
  /** Index of the object in the bundle. */
  index: number;
  catalogSourceName: string;
  catalogSourceNamespace: string;
  /** For the CSV: the resolved `spec.replaces`. */
  replaces?: string;
  /** For the CSV: JSON for annotation `operatorframework.io/properties`. */
  properties?: string;
}

export const PlanBundle = z.object({
  csv: z.string().min(1),
  package: z.string().min(1),
  /** Name of the Subscription that asked for it. */
  subscription: z.string(),
  catalog: z.string(),
  catalogNamespace: z.string(),
  digest: z.string().min(1),
  /** Where the manifests can be pulled from, when no catalog holds them. */
  image: z.string().min(1).optional(),
  /** The resolved predecessor; absent for a first install. */
  replaces: z.string().optional(),
  /** JSON for annotation `operatorframework.io/properties`. */
  properties: z.string(),
  /** A dependency (28): the plan makes the Subscription, too, for this channel. */
  generated: z.object({ channel: z.string() }).exactOptional(),
});
export type PlanBundle = Readonly<z.infer<typeof PlanBundle>>;

/** Objects of caches and lists are never changed in place; the annotation may take 150 kB. */
const bundlesOf = new WeakMap<KubeObject, readonly PlanBundle[] | undefined>();

/** The bundles of a plan; undefined when the annotation is absent or not ours. Read once for each object. */
export function planBundles(plan: KubeObject): readonly PlanBundle[] | undefined {
  if (bundlesOf.has(plan)) return bundlesOf.get(plan);
  const bundles = readBundles(plan.metadata.annotations?.[BUNDLES_ANNOTATION]);
  bundlesOf.set(plan, bundles);
  return bundles;
}

function readBundles(text: string | undefined): PlanBundle[] | undefined {
  if (text === undefined) return undefined;
  try {
    return z.array(PlanBundle).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Schemas that only carry content: far too big for an annotation and of no use to a resolver. */
const CONTENT_PROPERTIES = new Set(['olm.bundle.object', 'olm.csv.metadata']);

export function propertiesAnnotation(properties: readonly BundleProperty[]): string {
  return stableJson({ properties: properties.filter((property) => !CONTENT_PROPERTIES.has(property.type)) });
}

const Reference = z.object({
  kind: z.literal('BundleContent'),
  digest: z.string(),
  index: z.number().int().nonnegative(),
  catalogSourceName: z.string(),
  catalogSourceNamespace: z.string(),
});

/** What a step's `manifest` says: where the object lies, the object itself, or nothing that can be read. */
export type StepManifest =
  | { kind: 'reference'; digest: string; index: number; catalog: string }
  | { kind: 'inline'; object: KubeObject }
  | { kind: 'unreadable' };

const Inline = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

export function stepManifest(manifest: string | undefined): StepManifest {
  let value: unknown;
  try {
    value = JSON.parse(manifest ?? '');
  } catch {
    return { kind: 'unreadable' };
  }
  const reference = Reference.safeParse(value);
  if (reference.success) {
    const { digest, index, catalogSourceName, catalogSourceNamespace } = reference.data;
    return { kind: 'reference', digest, index, catalog: `${catalogSourceNamespace}/${catalogSourceName}` };
  }
  const inline = Inline.safeParse(value);
  return inline.success ? { kind: 'inline', object: inline.data } : { kind: 'unreadable' };
}

export function manifestReference(bundle: PlanBundle, index: number, isCsv: boolean): string {
  const reference: ManifestReference = {
    kind: 'BundleContent',
    digest: bundle.digest,
    index,
    catalogSourceName: bundle.catalog,
    catalogSourceNamespace: bundle.catalogNamespace,
    ...(isCsv && bundle.replaces !== undefined ? { replaces: bundle.replaces } : {}),
    ...(isCsv ? { properties: bundle.properties } : {}),
  };
  return JSON.stringify(reference);
}
