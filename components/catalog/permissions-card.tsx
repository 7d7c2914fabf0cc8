'use client';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import type { PermissionRequest } from '#lib/olm/catalog.ts';
import { countRisks, permissionSummaries } from '#lib/olm/permission-words.ts';
import type { PermissionLine, PermissionSummary } from '#lib/olm/permission-words.ts';
import { usePhrase } from '#messages/phrases.ts';

/** Lines shown per account at first; risky ones always are. */
const SHOWN = 8;

/** The rights that the operator's accounts get, in plain words. */
export function PermissionsCard({
  requests,
}: {
  readonly requests: readonly PermissionRequest[];
}): ReactNode {
  const t = useTranslations('catalog');
  const summaries = permissionSummaries(requests);
  const risks = countRisks(summaries);
  const description = t('grants', { risks });
  return (
    <Card title={t('mayDo')} description={description}>
      {summaries.length === 0 ? (
        <p className="text-muted">{t('noRights')}</p>
      ) : (
        <div className="flex flex-col gap-5">
          {summaries.map((summary, index) => (
            <Account key={index} summary={summary} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Account({ summary }: { readonly summary: PermissionSummary }): ReactNode {
  const t = useTranslations('catalog');
  const [all, setAll] = useState(false);
  const { lines, scope, serviceAccount } = summary;
  const shown = lines.filter(({ risk }, index) => all || index < SHOWN || risk !== undefined);
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 text-sm text-muted">
        {t.rich('scopeAs', {
          scope,
          account: serviceAccount,
          mono: (words) => <span className="font-mono text-xs break-all">{words}</span>,
        })}
      </h3>
      <ul className="flex flex-col gap-1">
        {shown.map((line) => (
          <Line key={line.text} line={line} />
        ))}
      </ul>
      {lines.length > shown.length || all ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2 mt-1"
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? t('showFewer') : t('showAll', { count: String(lines.length) })}
        </Button>
      ) : null}
    </section>
  );
}

function Line({ line }: { readonly line: PermissionLine }): ReactNode {
  const t = useTranslations('catalog');
  const phrase = usePhrase();
  const risky = line.risk !== undefined;
  return (
    <li className={cx('flex gap-2 rounded-sm', risky && 'bg-warn-soft px-2 py-1')}>
      {risky ? (
        <ShieldAlert aria-label={t('secondLook')} className="mt-0.5 size-4 shrink-0 text-warn" />
      ) : (
        <span aria-hidden className="mt-2 ms-1.5 me-1 size-1 shrink-0 rounded-full bg-control" />
      )}
      <div
        className="min-w-0 break-words"
        title={line.groups.length === 0 ? undefined : t('apiGroups', { groups: line.groups.join(', ') })}
      >
        {phrase(line.text)}
        {risky ? <p className="text-sm text-warn">{phrase(line.risk)}</p> : null}
      </div>
    </li>
  );
}
