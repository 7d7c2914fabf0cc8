'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import type { PackageFinding } from '#lib/kudo/verify/finding.ts';

interface VerdictProps {
  readonly findings: readonly PackageFinding[];
  readonly onGo: (file: string, line: number) => void;
}

/** What is wrong with the package: each finding leads to its line. */
export function Verdict({ findings, onGo }: VerdictProps): ReactNode {
  const t = useTranslations('authoring');
  const packages = useTranslations('operator-packages');
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (findings.length === 0) return <Notice tone="good" title={t('clean')} />;
  return (
    <section aria-label={t('findings')} className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2 font-semibold">
        <span role="status">{packages('findings', { errors, warnings: findings.length - errors })}</span>
      </h2>
      <ul className="max-h-52 divide-y divide-line overflow-y-auto text-sm">
        {findings.map(({ severity, file, line, message, fix }, index) => (
          <li key={index} className="min-w-0 px-4 py-1.5">
            <button
              type="button"
              className="block w-full min-w-0 rounded-sm text-start break-words hover:underline"
              onClick={() => onGo(file, line)}
            >
              <span className={severity === 'error' ? 'text-bad' : 'text-warn'}>
                {t(`severity.${severity}`)}
              </span>{' '}
              <span className="font-mono text-xs text-muted">
                {line > 0 ? `${file}:${String(line)}` : file}
              </span>{' '}
              {message}
            </button>
            <p className="text-muted">{fix}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
