/** What would happen if, from what the namespace holds as the user sees it. */
import type { z } from 'zod';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import type { WhatIfAnswer } from '#lib/olm/foresight/what-if.ts';
import {
  HeldCsv,
  HeldGroup,
  HeldPlan,
  HeldSubscription,
  slimCsv,
  slimPlan,
} from '#lib/olm/foresight/what-if-question.ts';
import type { WhatIfHolding, WhatIfQuestion } from '#lib/olm/foresight/what-if-question.ts';
import { takeTurn, type TurnRule, type Turns } from '#lib/base/turns.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError, KubeError } from '#server/kube/errors.ts';
import type { CatalogQueries } from './catalog.ts';

/** What one person may ask: a page asks once for each choice that is made in it. */
const TURNS: TurnRule = { most: 20, everyMs: 1_000 };
/** Of so many it is remembered who asked how often. */
const PERSONS = 1_000;
const turnsByPerson = new Map<string, Turns>();

/** @throws KubeError when the person asks too often */
function requireTurn({ key }: Identity): void {
  const taken = takeTurn(turnsByPerson.get(key), TURNS, performance.now());
  // The one who asked last stands last.
  turnsByPerson.delete(key);
  turnsByPerson.set(key, taken.turns);
  for (const oldest of turnsByPerson.keys()) {
    if (turnsByPerson.size <= PERSONS) break;
    turnsByPerson.delete(oldest);
  }
  if (!taken.ok) throw tooOften(taken.waitMs);
}

function tooOften(retryAfterMs: number): KubeError {
  return new KubeError({
    kind: 'tooManyRequests',
    message: 'what would happen was asked too often',
    publicMessage: 'You ask too often what would happen. Wait a moment.',
    retryAfterMs,
  });
}

/** @throws KubeError when something of the namespace may not be listed, or the catalogs cannot be asked */
export async function queryWhatIf(
  identity: Identity,
  catalog: CatalogQueries,
  question: WhatIfQuestion,
): Promise<WhatIfAnswer> {
  requireTurn(identity);
  return askWhatIf(identity, catalog, await holdingOf(identity, question));
}

/** @throws KubeError when the catalogs cannot be asked */
export async function askWhatIf(
  identity: Identity,
  catalog: CatalogQueries,
  holding: WhatIfHolding,
): Promise<WhatIfAnswer> {
  try {
    return await catalog.whatIf(identity, holding);
  } catch (error) {
    // Next runs its own copy of the class.
    if (error instanceof Error && error.name === 'CatalogServiceError' && isBusy(error))
      throw tooOften(1_000);
    if (error instanceof Error && error.name === 'CatalogServiceError') throw unanswered(error);
    throw error;
  }
}

function isBusy(error: Error): boolean {
  return 'kind' in error && error.kind === 'busy';
}

function unanswered(cause: Error): KubeError {
  return new KubeError({
    kind: 'unavailable',
    message: `the catalog service did not answer what would happen: ${cause.message}`,
    publicMessage: 'Catalogs unavailable.',
  });
}

/**
 * The question with what the namespace holds. @param unread takes the kinds that may not be listed, which then count as none
 * @throws KubeError when something may not be listed and nobody takes note of it
 */
export async function holdingOf(
  { client }: Identity,
  question: WhatIfQuestion,
  unread?: Set<string>,
): Promise<WhatIfHolding> {
  const { namespace } = question;
  /** What is no such object is left out, as the controller does. */
  const listed = async <T>(resource: Resource, schema: z.ZodType<T>): Promise<T[]> => {
    try {
      const { items } = await client.list(resource, { namespace });
      return items.flatMap((item) => schema.safeParse(item).data ?? []);
    } catch (error) {
      // A cluster without OLM's kinds holds none.
      if (isKubeError(error, 'notFound')) return [];
      if (unread === undefined || !isKubeError(error, 'forbidden')) throw error;
      unread.add(resource.kind);
      return [];
    }
  };
  const [subscriptions, csvs, groups, plans] = await Promise.all([
    listed(resources.subscriptions, HeldSubscription),
    listed(resources.clusterServiceVersions, HeldCsv),
    listed(resources.operatorGroups, HeldGroup),
    listed(resources.installPlans, HeldPlan),
  ]);
  return {
    ...question,
    subscriptions: subscriptions.map(unmanaged),
    csvs: csvs
      .filter(({ metadata }) => metadata.labels?.[COPIED_FROM_LABEL] === undefined)
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(slimCsv),
    groups: groups.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
    plans: plans.map(slimPlan),
  };
}

function unmanaged<T extends KubeObject>(object: T): T {
  const { managedFields: _managers, ...metadata } = object.metadata;
  return { ...object, metadata };
}
