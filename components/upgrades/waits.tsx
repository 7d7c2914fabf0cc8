'use client';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { stateText, useStateWords } from '#components/olm/state-words.ts';
import { Link } from '#components/ui/link.tsx';
import type { UpgradeWait } from '#lib/olm/views/upgrade-waits.ts';
import type { UpgradeRow } from '#lib/olm/views/upgrades.ts';
import { urls } from '#lib/urls.ts';
import { usePhrase } from '#messages/phrases.ts';

/** Why it is not newer already, one line for each cause. */
export function Waits({ row }: { readonly row: UpgradeRow }): ReactNode {
  // That the plan waits is said above; what else it moves is news.
  const waits = row.waits.filter((wait) => wait.kind !== 'approval' || wait.moves > 1);
  if (waits.length === 0) return null;
  return (
    <ul className="flex min-w-0 flex-col gap-0.5 text-sm text-muted">
      {waits.map((wait) => (
        <li key={wait.kind} className="line-clamp-3 min-w-0 break-words">
          <Wait wait={wait} row={row} />
        </li>
      ))}
    </ul>
  );
}

interface WaitProps {
  readonly wait: UpgradeWait;
  readonly row: UpgradeRow;
}

function Wait({ wait, row }: WaitProps): ReactNode {
  const t = useTranslations('upgrades');
  const phrase = usePhrase();
  const sentence = useSentence(row);
  const words = useStateWords();
  const message = 'message' in wait ? wait.message : undefined;
  const state = wait.kind === 'unresolvable' ? wait.state : undefined;
  const own = wait.kind === 'not-ready' ? t('wait.notReady', { phase: wait.phase }) : sentence(wait);
  return (
    <>
      {own}
      {state === undefined ? null : ` ${stateText(state, words)}`}
      {message === undefined || message === '' ? null : ` ${phrase(message)}`}
    </>
  );
}

/** The cause in our own words; what the cluster says goes behind it. */
function useSentence(row: UpgradeRow): (wait: Exclude<UpgradeWait, { kind: 'not-ready' }>) => ReactNode {
  const t = useTranslations('upgrades');
  const locale = useLocale();
  const link = usePlaces(row);
  return (wait) => {
    switch (wait.kind) {
      case 'approval':
        return t.rich('wait.approval', { count: wait.moves, link: link.plan(wait.plan) });
      case 'running':
        return t('wait.running');
      case 'held-back': {
        const by = new Intl.ListFormat(locale).format(wait.by);
        return t.rich('wait.heldBack', { by, count: wait.by.length, link: link.plan(wait.plan) });
      }
      case 'pinned':
        return wait.to === row.installed?.csv ? t('wait.pinned') : t('wait.pinnedTo', { csv: wait.to });
      case 'unresolvable':
        return t.rich('wait.unresolvable', { link: link.subscription });
      case 'plan-failed':
        return t.rich('wait.planFailed', { link: link.plan(wait.plan) });
      case 'catalog':
        return t.rich('wait.catalog', { catalog: wait.catalog, link: link.catalog });
      case 'not-upgradeable':
        return t('wait.notUpgradeable');
      case 'no-way':
        return t('wait.noWay', { head: wait.head });
    }
  };
}

type Rich = (words: ReactNode) => ReactNode;

function usePlaces({ namespace, subscription, catalog }: UpgradeRow): {
  readonly plan: (name: string) => Rich;
  readonly subscription: Rich;
  readonly catalog: Rich;
} {
  const scope = useScope();
  const to =
    (href: string): Rich =>
    // A tag of a text, which is no component.
    (words) => (
      <Link href={href} className="text-accent underline underline-offset-2">
        {words}
      </Link>
    );
  return {
    plan: (name) => to(urls.plan({ namespace, name }, scope)),
    subscription: to(urls.subscription({ namespace, name: subscription }, scope)),
    catalog: to(urls.catalogSource(catalog, scope)),
  };
}
