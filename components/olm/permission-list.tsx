'use client';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import type { PermissionLine, PermissionSummary } from '#lib/olm/content/permission-words.ts';
import { RiskLine } from './risk-line.tsx';

/** What one account may do, one line for each thing, the risky ones first. */
export function PermissionList({ summary }: { readonly summary: PermissionSummary }): ReactNode {
  const t = useTranslations('rights');
  const { lines, scope, serviceAccount } = summary;
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 text-sm text-muted">
        {serviceAccount === ''
          ? t('scopeOnly', { scope })
          : t.rich('scopeAs', {
              scope,
              account: serviceAccount,
              mono: (words) => <span className="font-mono text-xs break-all">{words}</span>,
            })}
      </h3>
      <PermissionLines lines={lines} />
    </section>
  );
}

/** The same without saying where and as whom. */
export function PermissionLines({ lines }: { readonly lines: readonly PermissionLine[] }): ReactNode {
  return (
    <ul className="flex flex-col gap-1.5">
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </ul>
  );
}

function Line({ line }: { readonly line: PermissionLine }): ReactNode {
  const t = useTranslations('rights');
  const locale = useLocale();
  const joined = (words: readonly string[]): string => new Intl.ListFormat(locale).format(words);
  const verbs = joined([...line.verbs.map((verb) => t(`verb.${verb}`)), ...line.otherVerbs]);
  const { kind, names } = line.objects;
  const objects =
    kind === 'groups'
      ? t('everythingIn', { groups: joined(names.map((name) => (name === '*' ? t('allGroups') : name))) })
      : kind === 'paths'
        ? t('paths', { paths: joined(names) })
        : joined(names);
  const risky = line.risks.length > 0;
  return (
    <li className={cx('min-w-0 rounded-md', risky && 'bg-sunken px-3 py-2')}>
      <p className="break-words">
        <span className="font-medium">{verbs}</span>: {objects}
        {line.only.length === 0 ? null : ` (${t('named', { names: joined(line.only) })})`}{' '}
        {line.groups.length === 0 || kind === 'groups' ? null : (
          <span className="font-mono text-xs break-all text-faint">{line.groups.join(', ')}</span>
        )}
      </p>
      {risky ? (
        <ul className="mt-1 flex flex-col gap-1 text-sm">
          {line.risks.map((risk) => (
            <RiskLine key={risk.code} risk={risk} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
