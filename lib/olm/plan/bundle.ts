/**
 * What an InstallPlan remembers of each CSV it installs: enough to find the content again after a restart. It stands in
 * the plan's status, which takes another right to write than the plan itself: whoever may only create, change or approve
 * plans has no say in what they install. Upstream does the same ("skip processing installplan without status").
 */
import { z } from 'zod';
import type { KubeObject } from '../../k8s/object.ts';
import type { BundleProperty } from '../api/catalog.ts';
import { BUNDLES_ANNOTATION } from '../api/labels.ts';
import { stableJson } from '../../base/hash.ts';
import type { InstallPlan, InstallPlanStatus, InstallPlanStep } from '../api/types.ts';

/** What `step.resource.manifest` holds when the content lies in a catalog: where to find one object of a bundle. */
interface ManifestReference {
  kind: 'BundleContent';
  /** `sha256:<hex>` of the bundle's manifests. */
  digest: string;
  /** Index of the object in the bundle. */
  index: number;
  catalogSourceName: string;
  catalogSourceNamespace: string;
}

/** One CSV of a plan, with all that is needed to find its content and to name what it brings. */
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
  /** A dependency (OLM 28): the plan makes the Subscription, too, for this channel. */
  generated: z.object({ channel: z.string() }).exactOptional(),
});
export type PlanBundle = Readonly<z.infer<typeof PlanBundle>>;

/** Objects of caches and lists are never changed in place, and the bundles may take 150 kB. */
const contentsOf = new WeakMap<InstallPlan, PlanContents>();

interface PlanContents {
  bundles: readonly PlanBundle[] | undefined;
  contradiction: string | undefined;
}

/** The bundles of a plan by its status; undefined when that does not say, or not in our words. Read once for each object. */
export function planBundles(plan: InstallPlan): readonly PlanBundle[] | undefined {
  return readContents(plan).bundles;
}

/** Why the plan must not be carried out although its status says what it installs; undefined as a rule. */
export function planContradiction(plan: InstallPlan): string | undefined {
  return readContents(plan).contradiction;
}

/**
 * Why a plan is left alone although it has steps and has not come to its end: another controller has written them, and what
 * they refer to only that one can find. Undefined for plans of ours, and for those whose status says nothing yet.
 */
export function leftAlone(plan: InstallPlan): string | undefined {
  const { phase, plan: steps = [] } = plan.status ?? {};
  const isOpen = plan.spec.approved && phase !== 'Complete' && phase !== 'Failed';
  if (!isOpen || steps.length === 0 || planBundles(plan) !== undefined) return undefined;
  return (
    'not carried out: the steps in status.plan were written by another controller, and refer to content of its own; ' +
    'delete the plan, and a new one is made from the catalogs'
  );
}

function readContents(plan: InstallPlan): PlanContents {
  const known = contentsOf.get(plan);
  if (known !== undefined) return known;
  const text = plan.metadata.annotations?.[BUNDLES_ANNOTATION];
  const noted = text === undefined ? undefined : notedBundles(text);
  const bundles = plan.status === undefined ? undefined : statusBundles(plan.status, noted ?? []);
  const agrees =
    text === undefined || bundles === undefined || (noted !== undefined && sameBundles(noted, bundles));
  const contents = { bundles, contradiction: agrees ? undefined : CONTRADICTION };
  contentsOf.set(plan, contents);
  return contents;
}

const CONTRADICTION =
  `annotation ${BUNDLES_ANNOTATION} says something else than the status of the plan, which alone counts: ` +
  'remove the annotation, and the plan goes on';

const sameBundles = (a: readonly PlanBundle[], b: readonly PlanBundle[]): boolean =>
  inOneOrder(a) === inOneOrder(b);

function inOneOrder(bundles: readonly PlanBundle[]): string {
  return stableJson([...bundles].sort((a, b) => (a.csv < b.csv ? -1 : a.csv > b.csv ? 1 : 0)));
}

/** Earlier versions wrote the bundles into an annotation, and only a part of that into the status. */
function notedBundles(text: string): PlanBundle[] | undefined {
  try {
    return z.array(PlanBundle).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function statusBundles(
  status: InstallPlanStatus,
  noted: readonly PlanBundle[],
): readonly PlanBundle[] | undefined {
  const steps = (status.plan ?? []).filter(
    ({ resolving, resource }) => resource.kind === 'ClusterServiceVersion' && resource.name === resolving,
  );
  const bundles = steps.flatMap((step) => stepBundle(status, step, noted) ?? []);
  if (steps.length === 0 || bundles.length < steps.length) return undefined;
  return [...new Map(bundles.map((bundle) => [bundle.csv, bundle])).values()];
}

function stepBundle(
  status: InstallPlanStatus,
  { resolving, resource }: InstallPlanStep,
  noted: readonly PlanBundle[],
): PlanBundle | undefined {
  const reference = SaidOfCsv.safeParse(parsed(resource.manifest)).data;
  if (reference === undefined) return undefined;
  const { digest, replaces, properties, image, generated } = reference;
  const before = reference.package === undefined ? noted.find(({ csv }) => csv === resolving) : undefined;
  // What plans of earlier versions do not say in their status decides about names and labels alone.
  const names = before ?? reference;
  const bundle = {
    csv: resolving,
    package: names.package,
    subscription: names.subscription,
    catalog: reference.catalogSourceName,
    catalogNamespace: reference.catalogSourceNamespace,
    digest,
    properties,
    image: before === undefined ? image : lookupPath(status, resolving),
    replaces,
    generated: before === undefined ? generated : before.generated,
  };
  return PlanBundle.safeParse(withoutUndefined(bundle)).data;
}

/** Where an earlier version said in the status that the manifests can be pulled from. */
function lookupPath({ bundleLookups = [] }: InstallPlanStatus, csv: string): string | undefined {
  const lookups = bundleLookups.flatMap((lookup) => Lookup.safeParse(lookup).data ?? []);
  return lookups.find(({ identifier }) => identifier === csv)?.path;
}

const Lookup = z.looseObject({ identifier: z.string(), path: z.string() });

const withoutUndefined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Schemas that only carry content: far too big for an annotation and of no use to a resolver. */
const CONTENT_PROPERTIES = new Set(['olm.bundle.object', 'olm.csv.metadata']);

/** Value of annotation `operatorframework.io/properties` (OLM 40): JSON, without what only carries manifests. */
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

const SaidOfCsv = Reference.extend({
  replaces: z.string().optional(),
  properties: z.string(),
  package: z.string().optional(),
  subscription: z.string().optional(),
  image: z.string().optional(),
  generated: z.object({ channel: z.string() }).optional(),
});

/** What a step's `manifest` says: where the object lies, the object itself, or nothing that can be read. */
export type StepManifest =
  | { kind: 'reference'; digest: string; index: number; catalogNamespace: string }
  | { kind: 'inline'; object: KubeObject }
  | { kind: 'unreadable' };

const Inline = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

/** Reads a step's manifest: ours refer to content by digest and index, those of a real OLM hold the object itself. */
export function stepManifest(manifest: string | undefined): StepManifest {
  const value = parsed(manifest);
  const reference = Reference.safeParse(value);
  if (reference.success) {
    const { digest, index, catalogSourceNamespace: catalogNamespace } = reference.data;
    return { kind: 'reference', digest, index, catalogNamespace };
  }
  const inline = Inline.safeParse(value);
  return inline.success ? { kind: 'inline', object: inline.data } : { kind: 'unreadable' };
}

/** The CSV's says all that is known of its bundle. */
export function manifestReference(bundle: PlanBundle, index: number, isCsv: boolean): string {
  const reference: ManifestReference = {
    kind: 'BundleContent',
    digest: bundle.digest,
    index,
    catalogSourceName: bundle.catalog,
    catalogSourceNamespace: bundle.catalogNamespace,
  };
  if (!isCsv) return JSON.stringify(reference);
  const { replaces, properties, package: packageName, subscription, image, generated } = bundle;
  const said = { replaces, properties, package: packageName, subscription, image, generated };
  return JSON.stringify({ ...reference, ...said });
}
