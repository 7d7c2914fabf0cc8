import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import { aCatalog, NOW, subscriptionFactsOf } from '../../testing/install-facts.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import type { Action } from '../plan/decision.ts';
import { RESOLUTION_ANNOTATION } from '../resolver/explanation.ts';
import type { Subscription, SubscriptionStatus } from '../api/types.ts';
import type { SubscriptionFacts } from './facts.ts';
import { bundleImageKey } from './bundle-image.ts';
import { decideSubscriptions } from './run.ts';

const DIGEST = 'sha256:tickets';
const image = { catalog: { namespace: 'capstan-system', name: 'samples' }, image: 'registry/tickets' };

const offering = (where: { digest?: string; image?: string }): SubscriptionFacts['catalogs'] => [
  aCatalog([
    aPackage(
      'tickets',
      { stable: [{ name: 'tickets.v1.0.0' }] },
      { bundleList: [aBundle('tickets', '1.0.0', where)] },
    ),
  ]),
];

const facts = (more: Partial<SubscriptionFacts> = {}): SubscriptionFacts =>
  subscriptionFactsOf({ subscriptions: [unsaid()], catalogs: offering({ digest: DIGEST }), ...more });

/** Nothing has been said of it yet. */
function unsaid(): Subscription {
  const { status: _status, ...subscription } = aSubscriptionObject({}, { name: 'tickets' });
  return { ...subscription, metadata: { ...subscription.metadata, uid: 'uid-tickets' } };
}

/** One that cannot be resolved. */
const unresolvable = (more: Partial<SubscriptionFacts> = {}): SubscriptionFacts =>
  facts({ catalogs: [aCatalog([])], ...more });

const outline = (actions: readonly Action[]): string[] =>
  actions.map((action) => {
    if (action.kind === 'event') return `event ${action.reason} ${action.about.kind}`;
    return action.kind === 'begin' ? `begin ${action.bundles.map(({ csv }) => csv).join(' ')}` : action.kind;
  });

describe('decideSubscriptions', () => {
  it('makes plans before it says anything, and decides again with them', () => {
    const { actions, again } = decideSubscriptions(facts(), NOW);
    expect(outline(actions)).toEqual(['begin tickets.v1.0.0']);
    expect(again).toEqual({ kind: 'now' });
  });

  it('says what there is to say where content is nowhere, and tries again', () => {
    const { actions, again } = decideSubscriptions(facts({ missing: new Set([DIGEST]) }), NOW);
    expect(outline(actions)).toEqual(['status', 'patch']);
    expect(again).toEqual({ kind: 'retry', why: expect.stringContaining('tickets.v1.0.0') });
  });

  it('tells a refusal to the Subscription and its namespace, once (OLM 25)', () => {
    const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a', uid: 'uid-space' } };
    const given = unresolvable({ space });
    const { actions } = decideSubscriptions(given, NOW);
    expect(outline(actions)).toEqual([
      'status',
      'event ResolutionFailed Subscription',
      'event ResolutionFailed Namespace',
      'patch',
    ]);
    const subscriptions = given.subscriptions.map((subscription) => written(subscription, actions));
    expect(decideSubscriptions({ ...given, subscriptions }, NOW + 60_000)).toEqual({ actions: [] });
  });

  it('takes the explanation away with the refusal', () => {
    const failed = unresolvable();
    const { actions } = decideSubscriptions(failed, NOW);
    const subscriptions = failed.subscriptions.map((subscription) => written(subscription, actions));
    const healed = decideSubscriptions(facts({ subscriptions, missing: new Set([DIGEST]) }), NOW);
    expect(healed.actions).toContainEqual(
      expect.objectContaining({
        kind: 'patch',
        metadata: { annotations: { [RESOLUTION_ANNOTATION]: null } },
      }),
    );
  });

  it('keeps its interest in an image alive while that may yet be had', () => {
    const pulling = { kind: 'pulling', since: NOW } as const;
    const images = new Map([[bundleImageKey(image), pulling]]);
    const given = facts({ catalogs: offering({ image: image.image }), images });
    expect(decideSubscriptions(given, NOW).again).toEqual({ kind: 'after', ms: 60_000 });
  });
});

/** As it is after the actions. */
function written(subscription: Subscription, actions: readonly Action[]): Subscription {
  return actions.reduce((known, action) => {
    if (action.kind === 'status') return { ...known, status: action.status as SubscriptionStatus };
    if (action.kind !== 'patch') return known;
    const { labels, annotations } = action.metadata;
    const merged = { ...known.metadata, labels: { ...labels }, annotations: { ...annotations } };
    return { ...known, metadata: merged as Subscription['metadata'] };
  }, subscription);
}
