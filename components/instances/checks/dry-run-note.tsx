'use client';
import { CircleAlert, CircleCheck, CircleDashed, CloudOff } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useProblemText } from '#components/schema-form/state/problem-text.ts';
import { cx } from '#components/ui/cx.ts';
import { useProblemWords } from '#messages/problems.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { SpeakerName } from './speaker-name.tsx';
import type { Checks } from './use-checks.ts';

interface DryRunNoteProps {
  readonly checks: Checks;
  readonly onJump: (path: Path) => void;
}

/** What the cluster thinks of the object as it stands, said quietly beside the buttons. */
export function DryRunNote({ checks, onJump }: DryRunNoteProps): ReactNode {
  const t = useTranslations('instances');
  const { dryRun } = checks;
  return (
    <div
      role="status"
      className="flex min-w-0 grow basis-full flex-col gap-1 text-sm sm:basis-64"
      data-dry-run={dryRun.kind}
    >
      {dryRun.kind === 'checking' ? <Line icon={CircleDashed}>{t('rules.checking')}</Line> : null}
      {dryRun.kind === 'impossible' ? (
        <Line icon={CloudOff}>{t(`rules.impossible.${dryRun.why}`)}</Line>
      ) : null}
      {dryRun.kind === 'accepted' ? <Accepted warnings={dryRun.warnings} /> : null}
      {dryRun.kind === 'refused' ? <Refused checks={checks} onJump={onJump} /> : null}
    </div>
  );
}

function Line(props: {
  readonly icon: ComponentType<{ className?: string }>;
  readonly tone?: string;
  readonly children: ReactNode;
}): ReactNode {
  const { icon: Icon, tone = 'text-muted', children } = props;
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-muted">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', tone)} />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

function Accepted({ warnings }: { readonly warnings: readonly string[] }): ReactNode {
  const t = useTranslations('instances');
  return (
    <>
      <Line icon={CircleCheck} tone="text-good">
        {t('rules.accepted', { count: warnings.length })}
      </Line>
      {warnings.length === 0 ? null : (
        <ul className="flex max-h-24 flex-col gap-1 overflow-y-auto">
          {warnings.map((warning) => (
            <li key={warning}>
              <Line icon={CircleAlert} tone="text-warn">
                {warning}
              </Line>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Refused({ checks: { dryRun, errors }, onJump }: DryRunNoteProps): ReactNode {
  const t = useTranslations('instances');
  const problemText = useProblemText();
  const first = errors.find(({ path }) => path.length > 0);
  const general = errors.filter(({ path }) => path.length === 0);
  const words = useProblemWords();
  const message = dryRun.kind === 'refused' ? words(dryRun.error) : '';
  return (
    <>
      <Line icon={CircleAlert} tone="text-bad">
        {t('rules.refused')} <SpeakerName by={errors[0]?.by} />{' '}
        {first === undefined ? null : (
          <button
            type="button"
            className="rounded-sm text-accent hover:underline"
            onClick={() => {
              onJump(first.path);
            }}
          >
            {t('rules.show', { count: errors.length - general.length })}
          </button>
        )}
      </Line>
      {first === undefined || general.length > 0 ? (
        <p className="max-h-24 overflow-y-auto ps-5.5 break-words">
          {general.length === 0 ? message : general.map(({ problem }) => problemText(problem)).join(' ')}
        </p>
      ) : null}
    </>
  );
}
