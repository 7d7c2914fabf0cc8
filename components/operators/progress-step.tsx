'use client';
import { Check, CircleAlert, CircleDashed, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { useStateWords } from '#components/olm/state-words.ts';
import { cx } from '#components/ui/cx.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import type { ProgressState, ProgressStep } from '#lib/olm/views/progress-view.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import type { Translate } from '#messages/types.ts';

function marksOf(
  t: Translate<'operators'>,
): Readonly<Record<ProgressState, { icon: ReactNode; frame: string; word: string }>> {
  return {
    done: {
      icon: <Check aria-hidden className="size-3.5" />,
      frame: 'border-transparent bg-good-soft text-good',
      word: t('mark.done'),
    },
    active: {
      icon: <Spinner className="size-3.5" />,
      frame: 'border-transparent bg-accent-soft text-accent',
      word: t('mark.active'),
    },
    waiting: {
      icon: <Hourglass aria-hidden className="size-3.5" />,
      frame: 'border-transparent bg-warn-soft text-warn',
      word: t('mark.waiting'),
    },
    failed: {
      icon: <CircleAlert aria-hidden className="size-3.5" />,
      frame: 'border-transparent bg-bad-soft text-bad',
      word: t('mark.failed'),
    },
    pending: {
      icon: <CircleDashed aria-hidden className="size-3.5" />,
      frame: 'border-line text-faint',
      word: t('mark.pending'),
    },
  };
}

interface StepProps {
  readonly step: ProgressStep;
  readonly last: boolean;
  readonly plan: InstallPlan | undefined;
}

/** One step of an installation: its mark, what is going on, and the button where somebody is waited for. */
export function Step({ step, last, plan }: StepProps): ReactNode {
  const t = useTranslations('operators');
  const words = useStateWords();
  const titles = useTranslations('states');
  const next = step.next === undefined ? undefined : words.next(step.next);
  const mark = marksOf(t)[step.state];
  const approve = step.id === 'plan' && step.state === 'waiting' && plan !== undefined;
  return (
    <li className="flex gap-3">
      <div className="flex flex-col items-center">
        <span className={cx('grid size-6 shrink-0 place-items-center rounded-full border', mark.frame)}>
          {mark.icon}
        </span>
        {last ? null : <span aria-hidden className="my-1 w-px grow bg-line" />}
      </div>
      <div
        className={cx(
          'flex min-w-0 grow flex-wrap items-start justify-between gap-x-4 gap-y-2',
          !last && 'pb-5',
        )}
      >
        <div className="min-w-0">
          <p className={cx('leading-6 font-medium', step.state === 'pending' && 'text-faint')}>
            {titles(`step.${step.id}`)}
            <span className="sr-only">: {mark.word}</span>
          </p>
          {step.detail === undefined ? null : (
            <p className={cx('break-words', step.state !== 'failed' && 'text-muted')}>
              {words.detail(step.detail)}
            </p>
          )}
          {next === undefined ? null : <p className="break-words">{next}</p>}
        </div>
        {approve ? <ApproveButton plan={plan} /> : null}
      </div>
    </li>
  );
}
