/** From chosen bundles to what a plan remembers of them: where their content lies. */
import { optional } from '../../base/loose.ts';
import type { BundleImage, BundleImageState } from './bundle-image.ts';
import type { CatalogBundle } from '../api/catalog.ts';
import { propertiesAnnotation, type PlanBundle } from '../plan/bundle.ts';
import { draftName, type StatusDraft } from './draft.ts';
import type { SubscriptionFacts } from './facts.ts';
import { refused, withImage, type SubscriptionRefusal } from './outcome.ts';
import type { PlanRequest } from './plan.ts';
import { bundlePlace, type BundlePlace } from './unpacking.ts';
import type { WantedBundle, WantedSet } from './wanted.ts';

/** What can be planned now, what has to be known of images first, and where all stand by that. */
export interface Readiness {
  requests: readonly PlanRequest[];
  images: readonly BundleImage[];
  drafts: readonly StatusDraft[];
}

/**
 * The sets whose content is there. Of the others the Subscriptions say what they wait for (OLM 26); upstream's way, all of
 * the namespace.
 */
export function readySets(
  facts: SubscriptionFacts,
  sets: readonly WantedSet[],
  everybody: readonly StatusDraft[],
  time: string,
): Readiness {
  const { wholeNamespace } = facts;
  const found = sets.map((set) => ({ set, content: contentOf(facts, set) }));
  const drafts = everybody.map((draft) =>
    found
      .filter(({ set }) => wholeNamespace || set.drafts.some((one) => draftName(one) === draftName(draft)))
      .reduce((known, { content }) => saying(known, content, time), draft),
  );
  const requests = found.flatMap(({ set, content }) =>
    content.kind === 'ready'
      ? [{ subscriptions: set.drafts.map(({ subscription }) => subscription), bundles: content.bundles }]
      : [],
  );
  return {
    requests: wholeNamespace && requests.length < sets.length ? [] : requests,
    images: found.flatMap(({ content }) => content.images),
    drafts,
  };
}

/** Of a set; `images` are those that were looked for on the way. */
type Content = { images: readonly BundleImage[] } & (
  | { kind: 'ready'; bundles: readonly PlanBundle[] }
  | { kind: 'waits'; state: BundleImageState | undefined }
  | { kind: 'nowhere'; refusal: SubscriptionRefusal }
);

function saying(draft: StatusDraft, content: Content, time: string): StatusDraft {
  switch (content.kind) {
    case 'ready':
      return draft;
    case 'waits':
      return withImage(draft, content.state, time);
    case 'nowhere':
      return refused(draft, content.refusal, time);
  }
}

function contentOf(facts: SubscriptionFacts, { bundles }: WantedSet): Content {
  const places = bundles.map((wanted) => ({ wanted, place: placeOf(facts, wanted) }));
  const lost = places.findIndex(({ place }) => place.kind === 'nowhere');
  const known = lost < 0 ? places : places.slice(0, lost);
  const waiting = known.flatMap(({ place }) => (place.kind === 'image' ? [place] : []));
  const images = waiting.map(({ image }) => image);
  const nobody = places[lost];
  if (nobody !== undefined) return { kind: 'nowhere', images, refusal: nowhere(nobody.wanted) };
  const waitsFor = waiting.reduce<Waiting | undefined>((worst, { state }) => worse(worst, state), undefined);
  if (waitsFor !== undefined) return { kind: 'waits', images, state: waitsFor.state };
  const ready = places.flatMap(({ wanted, place }) =>
    place.kind === 'content' ? [planBundleOf(wanted, place)] : [],
  );
  return { kind: 'ready', images, bundles: ready };
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

function nowhere({ chosen }: WantedBundle): SubscriptionRefusal {
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
    ...optional({ image, replaces }),
    properties: propertiesAnnotation(bundle.properties),
    ...(isGenerated ? { generated: { channel } } : {}),
  };
}
