/** What the actions of an explanation lead to: a place of the console, or a choice for a Subscription. */
import { optional } from '#lib/base/loose.ts';
import type { ResolutionAction } from '#lib/olm/resolver/explanation.ts';
import { urls, type Scope, type SubscriptionPreset } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { catalogName, type UnmetNeed } from './fact-words.ts';

/** One button, or a sentence where there is no page for it. */
export interface Remedy {
  readonly words: string;
  readonly href?: string;
  /** For the Subscription named; on its own form it is a choice and no link. */
  readonly pick?: { readonly subscription: string; readonly preset: SubscriptionPreset };
}

interface Place {
  readonly namespace: string;
  readonly scope: Scope;
}

type T = Translate<'resolution'>;
type Action<Kind extends ResolutionAction['kind']> = Extract<ResolutionAction, { kind: Kind }>;

/** Buttons for one action; the others are on the form. */
const OFFERED = 3;

/** In the order of the actions; each at most a few times. */
export function remediesOf(t: T, actions: readonly ResolutionAction[], place: Place): Remedy[] {
  return actions.flatMap((action) => remedyOf(t, action, place));
}

type Remedies = {
  readonly [Kind in ResolutionAction['kind']]: (
    t: T,
    action: Action<Kind>,
    place: Place,
  ) => readonly Remedy[];
};

const REMEDIES: Remedies = {
  'add-catalog': (t, { catalog }, { scope }) => [
    { words: t('action.add-catalog', { catalog: catalogName(catalog) }), href: urls.newCatalogSource(scope) },
  ],
  'use-catalog': (t, { subscription, catalog }, place) => {
    const name = catalogName(catalog);
    return [choice(t('action.use-catalog', { catalog: name }), place, subscription, { catalog: name })];
  },
  'repair-catalog': (t, { catalog }, { scope }) => [
    {
      words: t('action.repair-catalog', { catalog: catalogName(catalog) }),
      href: urls.catalogSource(catalog, scope),
    },
  ],
  'pick-channel': (t, { subscription, channels }, place) =>
    some(
      t,
      channels.map((channel) =>
        choice(t('action.pick-channel', { channel }), place, subscription, { channel }),
      ),
      choice('', place, subscription, {}),
    ),
  'pick-version': (t, { subscription, bundles }, place) =>
    some(
      t,
      bundles.map(({ csv, channel }) =>
        choice(t('action.pick-version', { csv }), place, subscription, {
          csv,
          ...optional({ channel }),
        }),
      ),
      choice('', place, subscription, {}),
    ),
  'pick-package': (t, { packages }, { scope }) =>
    packages.slice(0, OFFERED).map((name) => ({
      words: t('action.pick-package', { package: name }),
      href: urls.catalog(scope, { q: name }),
    })),
  'remove-subscription': (t, { subscription }, { namespace, scope }) => [
    {
      words: t('action.remove-subscription', { subscription }),
      href: urls.subscription({ namespace, name: subscription }, scope, { dialog: 'uninstall' }),
    },
  ],
  'remove-csv': (t, { csv }, { namespace, scope }) => [
    {
      words: t('action.remove-csv', { csv }),
      href: urls.uninstall({ namespace, name: csv }, scope),
    },
  ],
  'adopt-csv': (t, { subscription, csv }, place) => [
    choice(t('action.adopt-csv', { subscription, csv }), place, subscription, { csv }),
  ],
  'find-provider': (t, { need }, { scope }) => [
    need.kind === 'rule'
      ? { words: t('action.find-rule'), href: urls.catalog(scope) }
      : {
          words: t('action.find-provider', { what: searchFor(need) }),
          href: urls.catalog(scope, { q: searchFor(need) }),
        },
  ],
  'one-operator-group': (t, _action, { namespace }) => [
    { words: t('action.one-operator-group', { namespace }) },
  ],
};

function remedyOf<Kind extends ResolutionAction['kind']>(
  t: T,
  action: Action<Kind> & { kind: Kind },
  place: Place,
): readonly Remedy[] {
  const remedies: Remedies[Kind] = REMEDIES[action.kind];
  return remedies(t, action, place);
}

function searchFor(need: Exclude<UnmetNeed, { kind: 'rule' }>): string {
  return need.kind === 'api' ? need.api.kind : need.package;
}

function choice(
  words: string,
  { namespace, scope }: Place,
  name: string,
  preset: SubscriptionPreset,
): Remedy {
  return {
    words,
    href: urls.editSubscription({ namespace, name }, scope, preset),
    pick: { subscription: name, preset },
  };
}

/** The first few, and a way to the others. */
function some(t: T, remedies: readonly Remedy[], more: Remedy): Remedy[] {
  const offered = remedies.slice(0, OFFERED);
  return remedies.length === offered.length ? offered : [...offered, { ...more, words: t('action.others') }];
}
