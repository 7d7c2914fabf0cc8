/**
 * Why a set of Subscriptions cannot be resolved, as data: a minimal set of facts that cannot all hold, and what a person
 * could do about it. The controller leaves it on the Subscription as annotation `capstan.dev/resolution`; the console
 * makes sentences of it.
 */
import { z } from 'zod';

/** On a Subscription: JSON of `Explanation`; absent while the Subscription is resolved. */
export const RESOLUTION_ANNOTATION = 'capstan.dev/resolution';
/** Longer ones lose their longest lists first; then the facts say how many are missing. */
export const MAX_EXPLANATION_BYTES = 16 * 1024;

const CatalogRef = z.object({ namespace: z.string(), name: z.string() });
const Api = z.object({ group: z.string(), version: z.string(), kind: z.string() });

/** A bundle of a catalog, or what is installed (`catalog` absent). */
export const BundleRef = z.object({
  csv: z.string(),
  package: z.string().exactOptional(),
  version: z.string().exactOptional(),
  channel: z.string().exactOptional(),
  catalog: CatalogRef.exactOptional(),
});
export type BundleRef = z.infer<typeof BundleRef>;

/** What a bundle needs, in short: an API, a range of a package, or a rule in words (OLM 37). */
const Need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('api'), api: Api }),
  z.object({ kind: z.literal('package'), package: z.string(), range: z.string() }),
  z.object({ kind: z.literal('rule'), text: z.string() }),
]);

/** `more`: how many of the list were left out. */
const bundles = { bundles: z.array(BundleRef), more: z.number().exactOptional() };

/** One of the things that cannot hold together, as data: the words for it are the page's. */
export const ConflictFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subscription'), subscription: z.string() }),
  /** The Subscription can only be served by one of these; none: see `why`. */
  z.object({
    kind: z.literal('candidates'),
    subscription: z.string(),
    why: z
      .enum([
        'catalog-not-visible',
        'catalog-empty',
        'package-missing',
        'channel-missing',
        'version-missing',
        'channel-broken',
        'versions-forbidden',
      ])
      .exactOptional(),
    catalog: CatalogRef,
    package: z.string(),
    channel: z.string().exactOptional(),
    startingCSV: z.string().exactOptional(),
    ...bundles,
  }),
  /** Only these would serve the need; none: nothing known does. */
  z.object({
    kind: z.literal('needs'),
    bundle: BundleRef,
    need: Need,
    message: z.string().exactOptional(),
    ...bundles,
  }),
  z.object({ kind: z.literal('one-provider'), api: Api, ...bundles }),
  z.object({ kind: z.literal('one-of-package'), package: z.string(), ...bundles }),
  /** A CSV of the namespace that no Subscription refers to (OLM 40). */
  z.object({ kind: z.literal('orphan'), csv: z.string(), package: z.string().exactOptional() }),
  /** What is installed may stay, or become one of these. */
  z.object({ kind: z.literal('installed'), subscription: z.string(), bundle: BundleRef, ...bundles }),
  z.object({ kind: z.literal('forbidden'), bundle: BundleRef }),
  z.object({
    kind: z.literal('channel-broken'),
    catalog: CatalogRef,
    package: z.string(),
    channel: z.string(),
    message: z.string(),
  }),
  z.object({ kind: z.literal('catalog-unusable'), catalog: CatalogRef, message: z.string() }),
  z.object({ kind: z.literal('operator-groups'), count: z.number() }),
]);
export type ConflictFact = z.infer<typeof ConflictFact>;

/** Something a person could do that would remove at least one of the facts. */
export const ResolutionAction = z.discriminatedUnion('kind', [
  /** The catalog that the Subscription names is not there, or not for this namespace. */
  z.object({ kind: z.literal('add-catalog'), catalog: CatalogRef }),
  /** Another visible catalog has the package. */
  z.object({ kind: z.literal('use-catalog'), subscription: z.string(), catalog: CatalogRef }),
  z.object({ kind: z.literal('repair-catalog'), catalog: CatalogRef, message: z.string() }),
  z.object({ kind: z.literal('pick-channel'), subscription: z.string(), channels: z.array(z.string()) }),
  z.object({ kind: z.literal('pick-version'), subscription: z.string(), bundles: z.array(BundleRef) }),
  z.object({ kind: z.literal('pick-package'), subscription: z.string(), packages: z.array(z.string()) }),
  /** Two provide one API, or are of one package: one has to go. */
  z.object({ kind: z.literal('remove-subscription'), subscription: z.string() }),
  z.object({ kind: z.literal('remove-csv'), csv: z.string() }),
  /** `startingCSV` of the Subscription takes the CSV over. */
  z.object({ kind: z.literal('adopt-csv'), subscription: z.string(), csv: z.string() }),
  /** Nothing known serves the need: a catalog with such an operator has to come. */
  z.object({ kind: z.literal('find-provider'), need: Need }),
  z.object({ kind: z.literal('one-operator-group'), count: z.number() }),
]);
export type ResolutionAction = z.infer<typeof ResolutionAction>;

/** Why a Subscription cannot be resolved, and what somebody could do about it; also the JSON of its annotation. */
export const Explanation = z.object({
  /** Taking away any one of them would make the rest possible. For `undecided`: what was being tried. */
  facts: z.array(ConflictFact),
  /** The likeliest first; may be empty. */
  actions: z.array(ResolutionAction),
  /** Only when the search was given up. */
  tried: z.object({ steps: z.number(), bundles: z.number() }).exactOptional(),
});
export type Explanation = z.infer<typeof Explanation>;

/** Of a Subscription's annotation; undefined when there is none or it is not ours. */
export function explanationOf(
  annotations: Readonly<Record<string, string>> | undefined,
): Explanation | undefined {
  const text = annotations?.[RESOLUTION_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    return Explanation.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
