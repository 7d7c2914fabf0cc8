'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess } from '#components/data/use-api.ts';
import { GrantRole } from '#components/frame/rights.tsx';
import { TONE_TEXT, ToneIcon } from '#components/ui/tones.tsx';
import { describeCheck, type AccessCheck } from '#lib/access.ts';

interface RightsListProps {
  readonly checks: readonly AccessCheck[];
}

/** Rights, each with whether the user has it; and the Role that would grant what is missing. */
export function RightsList({ checks }: RightsListProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { answers, missing } = useAccess(checks);
  return (
    <>
      <ul className="divide-y divide-line">
        {checks.map((check, index) => {
          const answer = answers[index];
          const state =
            answer?.allowed === true
              ? 'have'
              : answer === undefined || answer.reason.code === 'asking'
                ? 'asking'
                : 'missing';
          const tone = ({ have: 'good', asking: 'neutral', missing: 'warn' } as const)[state];
          return (
            <li key={describeCheck(check)} className="flex min-w-0 items-start gap-2 px-4 py-2">
              <span className={TONE_TEXT[tone]}>
                <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
              </span>
              <span className="min-w-0 grow font-mono text-xs leading-5 break-words">
                {describeCheck(check)}
              </span>
              <span className="shrink-0 text-sm text-muted">{t(`right.${state}`)}</span>
            </li>
          );
        })}
      </ul>
      {missing.length === 0 ? null : (
        <div className="flex min-w-0 flex-col gap-2 border-t border-line p-4 text-sm">
          <GrantRole checks={missing} />
        </div>
      )}
    </>
  );
}
