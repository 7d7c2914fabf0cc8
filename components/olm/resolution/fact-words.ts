/** The facts of an explanation as sentences. What catalogs and objects say of themselves goes in as plain text. */
import type { BundleRef, ConflictFact } from '#lib/olm/resolver/explanation.ts';
import type { Translate } from '#messages/types.ts';

type T = Translate<'resolution'>;
type Fact<Kind extends ConflictFact['kind']> = Extract<ConflictFact, { kind: Kind }>;
export type UnmetNeed = Fact<'needs'>['need'];

/** In a sentence; the rest is counted. */
const LISTED = 5;

/** `namespace/name`. */
export function catalogName({
  namespace,
  name,
}: {
  readonly namespace: string;
  readonly name: string;
}): string {
  return `${namespace}/${name}`;
}

function bundleWords(t: T, { csv, catalog }: BundleRef): string {
  return catalog === undefined ? csv : t('bundleFrom', { csv, catalog: catalogName(catalog) });
}

interface Listed {
  readonly bundles: readonly BundleRef[];
  /** Left out already. */
  readonly more?: number;
}

function listWords(t: T, { bundles, more = 0 }: Listed): string {
  const list = bundles
    .slice(0, LISTED)
    .map((bundle) => bundleWords(t, bundle))
    .join(', ');
  const count = more + Math.max(0, bundles.length - LISTED);
  return count === 0 ? list : t('list.more', { list, count });
}

function needWords(t: T, need: UnmetNeed): string {
  switch (need.kind) {
    case 'api':
      return t('need.api', need.api);
    case 'package':
      return need.range === ''
        ? t('need.anyPackage', { package: need.package })
        : t('need.package', { package: need.package, range: need.range });
    case 'rule':
      return need.text;
  }
}

function candidatesWords(t: T, fact: Fact<'candidates'>): string {
  const { subscription, why, catalog, channel = 'none', startingCSV = '' } = fact;
  if (why === undefined) return t('fact.candidates', { subscription, bundles: listWords(t, fact) });
  const around = { subscription, package: fact.package, catalog: catalogName(catalog), channel, startingCSV };
  return t(`fact.why.${why}`, around);
}

function needsWords(t: T, fact: Fact<'needs'>): string {
  const { need, bundle, bundles, message } = fact;
  const around = { bundle: bundleWords(t, bundle), need: needWords(t, need) };
  const sentence =
    bundles.length === 0
      ? t('fact.needsNothing', around)
      : t('fact.needs', { ...around, bundles: listWords(t, fact) });
  return message === undefined ? sentence : `${sentence} ${t('fact.needMessage', { message })}`;
}

function installedWords(t: T, fact: Fact<'installed'>): string {
  const around = { bundle: bundleWords(t, fact.bundle), subscription: fact.subscription };
  return fact.bundles.length === 0
    ? t('fact.installed', around)
    : t('fact.installedOr', { ...around, bundles: listWords(t, fact) });
}

type Words = { readonly [Kind in ConflictFact['kind']]: (t: T, fact: Fact<Kind>) => string };

const WORDS: Words = {
  subscription: (t, { subscription }) => t('fact.subscription', { subscription }),
  candidates: candidatesWords,
  needs: needsWords,
  'one-provider': (t, fact) => t('fact.one-provider', { ...fact.api, bundles: listWords(t, fact) }),
  'one-of-package': (t, fact) =>
    t('fact.one-of-package', { package: fact.package, bundles: listWords(t, fact) }),
  orphan: (t, { csv }) => t('fact.orphan', { csv }),
  installed: installedWords,
  forbidden: (t, { bundle }) => t('fact.forbidden', { bundle: bundleWords(t, bundle) }),
  'channel-broken': (t, fact) =>
    t('fact.channel-broken', {
      ...{ channel: fact.channel, package: fact.package, message: fact.message },
      catalog: catalogName(fact.catalog),
    }),
  'catalog-unusable': (t, { catalog, message }) =>
    t('fact.catalog-unusable', { catalog: catalogName(catalog), message }),
  'operator-groups': (t, { count }) => t('fact.operator-groups', { count }),
};

/** Each kind has its words: the table does not compile without. */
export function factWords<Kind extends ConflictFact['kind']>(
  t: T,
  fact: Fact<Kind> & { kind: Kind },
): string {
  const words: Words[Kind] = WORDS[fact.kind];
  return words(t, fact);
}
