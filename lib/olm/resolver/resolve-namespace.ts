/** Which bundles the Subscriptions of a namespace lead to now. Pure: the caller says what is there and what may be used. */
import { offersOf, type Offer } from './offers.ts';
import { ownCsvs } from './own-csvs.ts';
import { refOf } from './refusals.ts';
import type { NamespaceResolution, ResolveNamespaceInput, SubscriptionOutcome } from './types.ts';

export function resolveNamespace(input: ResolveNamespaceInput): NamespaceResolution {
  const own = ownCsvs(input.csvs, input.subscriptions);
  const offers = offersOf(input, own);
  return {
    outcomes: new Map(offers.map((offer) => [offer.name, outcomeOf(offer)])),
    dependencies: [],
    parts: offers.map(({ name }) => [name]),
    dependsOn: new Map(offers.map(({ name, catalog }) => [name, catalog === undefined ? [] : [catalog.ref]])),
    steps: 0,
  };
}

function outcomeOf({ refusal, installed, candidates, catalog, idle }: Offer): SubscriptionOutcome {
  if (refusal !== undefined) return { kind: 'unresolvable', ...refusal };
  const [first] = candidates;
  if (first === undefined || catalog === undefined) {
    return { kind: 'current', reason: idle, csv: installed?.name ?? '' };
  }
  const { bundle, channel, entry, edge } = first;
  const replaces = installed?.name ?? entry.replaces;
  const chosen = {
    catalog: refOf(catalog.ref),
    package: bundle.package,
    channel,
    csv: bundle.name,
    version: bundle.version,
    ...(replaces === undefined ? {} : { replaces }),
    ...(edge === undefined ? {} : { edge }),
  };
  return { kind: installed === undefined ? 'install' : 'upgrade', chosen };
}
