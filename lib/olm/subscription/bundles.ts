/** From chosen bundles to what a plan remembers of them: where their content lies. */
import type { BundleImageState } from './bundle-image.ts';
import type { CatalogBundle } from '../api/catalog.ts';
import { propertiesAnnotation, type PlanBundle } from '../plan/bundle.ts';
import type { StatusDraft } from './draft.ts';
import type { SubscriptionFacts } from './facts.ts';
import { refuse, showImage } from './outcome.ts';
import type { PlanRequest } from './plan.ts';
import { bundlePlace, type BundlePlace } from './unpacking.ts';
import type { WantedBundle, WantedSet } from './wanted.ts';

/**
 * The sets whose content is there. Of the others the Subscriptions say what they wait for (OLM 26); upstream's way, all of
 * the namespace.
 */
export function readySets(
  facts: SubscriptionFacts,
  sets: readonly WantedSet[],
  everybody: readonly StatusDraft[],
  time: string,
): PlanRequest[] {
  const requests: PlanRequest[] = [];
  for (const set of sets) {
    const affected = facts.wholeNamespace ? everybody : set.drafts;
    const bundles = bundlesOf(facts, set, affected, time);
    if (bundles === undefined) continue;
    requests.push({ subscriptions: set.drafts.map(({ subscription }) => subscription), bundles });
  }
  return facts.wholeNamespace && requests.length < sets.length ? [] : requests;
}

/** Undefined: not all of it is there. */
function bundlesOf(
  facts: SubscriptionFacts,
  { bundles, drafts }: WantedSet,
  affected: readonly StatusDraft[],
  time: string,
): PlanBundle[] | undefined {
  const ready: PlanBundle[] = [];
  let waitsFor: { state: BundleImageState | undefined } | undefined;
  for (const wanted of bundles) {
    const place = placeOf(facts, wanted);
    if (place.kind === 'content') ready.push(planBundleOf(wanted, place));
    else if (place.kind === 'image') {
      drafts[0]?.images.push(place.image);
      waitsFor = worse(waitsFor, place.state);
    } else {
      for (const draft of affected) refuse(draft, nowhere(wanted), time);
      return undefined;
    }
  }
  if (waitsFor === undefined) return ready;
  for (const draft of affected) showImage(draft, waitsFor.state, time);
  return undefined;
}

type Waiting = { state: BundleImageState | undefined };

/** A failure is more telling than a pull that goes on. */
function worse(known: Waiting | undefined, state: BundleImageState | undefined): Waiting {
  return known === undefined || (known.state?.kind !== 'failed' && state !== undefined) ? { state } : known;
}

type Placed = { bundle: CatalogBundle } & BundlePlace;

function placeOf(facts: SubscriptionFacts, { chosen }: WantedBundle): Placed | { kind: 'nowhere' } {
  const catalog = facts.catalogs.find(
    ({ ref }) => ref.name === chosen.catalog.name && ref.namespace === chosen.catalog.namespace,
  );
  const bundle = catalog?.content.get(chosen.package)?.bundles[chosen.csv];
  if (bundle === undefined) return { kind: 'nowhere' };
  return { bundle, ...bundlePlace({ bundle, catalog: chosen.catalog }, facts.images) };
}

function nowhere({ chosen }: WantedBundle): Parameters<typeof refuse>[1] {
  const { csv, catalog } = chosen;
  const message = `bundle ${csv} of package ${chosen.package} in catalog ${catalog.namespace}/${catalog.name} has neither manifests nor an image`;
  return { reason: 'ErrorPreventedResolution', message };
}

function planBundleOf(
  { chosen, subscription, isGenerated }: WantedBundle,
  { bundle, digest, image }: Extract<Placed, { kind: 'content' }>,
): PlanBundle {
  const { catalog, channel, replaces } = chosen;
  return {
    csv: bundle.name,
    package: bundle.package,
    subscription,
    catalog: catalog.name,
    catalogNamespace: catalog.namespace,
    digest,
    ...(image === undefined ? {} : { image }),
    ...(replaces === undefined ? {} : { replaces }),
    properties: propertiesAnnotation(bundle.properties),
    ...(isGenerated ? { generated: { channel } } : {}),
  };
}
