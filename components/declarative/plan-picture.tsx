'use client';
import { LoaderCircle } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import { TONE_SOFT, TONE_TEXT, ToneIcon } from '#components/ui/tones.tsx';
import { sameValue } from '#lib/schema-form/schema/path.ts';
import type { PhaseView, PlanView, StepView } from '#lib/kudo/views/instance-view.ts';
import { toneOfStatus } from './execution-status.tsx';

interface PlanPictureProps {
  readonly plan: PlanView;
  /** Of a package: nothing of it runs or ever ran. */
  readonly still?: boolean;
}

/** Nobody can follow more that turn; and each is a layer of its own, which a browser without a graphics card paints slowly. */
const MOST_SPINNERS = 12;

/**
 * From so many on, a step says its status in words instead of an icon, and keeps room for what it waits for. An icon, and a word
 * for screen readers alone, are each clipped, and whatever is clipped is painted apart: with hundreds of them that was most of a frame.
 */
const MANY_STEPS = 50;

/**
 * A plan as a picture: phases from left to right, or below each other where they run in parallel; their steps light up as they
 * go on. It is a list of lists, and reads as one.
 */
export function PlanPicture({ plan, still = false }: PlanPictureProps): ReactNode {
  const t = useTranslations('declarative');
  const isBusy = ({ status }: StepView): boolean => toneOfStatus(status) === 'busy';
  const calm = plan.phases.flatMap(({ steps }) => steps.filter(isBusy)).length > MOST_SPINNERS;
  if (plan.phases.length === 0) return <p className="text-muted">{t('noSteps')}</p>;
  return (
    <ol
      aria-label={t('planOf', { name: plan.name })}
      className={cx('flex min-w-0 gap-3', plan.parallel ? 'flex-col' : 'flex-col lg:flex-row lg:flex-wrap')}
    >
      {plan.phases.map((phase, index) => (
        <Phase
          key={phase.name}
          phase={phase}
          still={still}
          calm={calm}
          many={plan.total > MANY_STEPS}
          number={plan.parallel || plan.phases.length === 1 ? undefined : index + 1}
        />
      ))}
    </ol>
  );
}

interface PhaseProps {
  readonly phase: PhaseView;
  readonly still: boolean;
  /** Nothing turns. */
  readonly calm: boolean;
  /** The whole plan has many steps. */
  readonly many: boolean;
  /** Its place, where the order counts. */
  readonly number: number | undefined;
}

/** Drawn anew only when something in it has changed: a plan may have hundreds of steps, and change many times a second. */
const Phase = memo(function Phase({ phase, still, calm, many, number }: PhaseProps): ReactNode {
  const t = useTranslations('declarative');
  const tone = toneOfStatus(phase.status);
  const strategy = phase.steps.length < 2 ? undefined : t(phase.parallel ? 'parallel' : 'serial');
  return (
    <li
      className={cx(
        'min-w-0 rounded-lg border border-line bg-surface contain-content',
        number !== undefined && 'lg:grow lg:basis-64',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-line px-3 py-2">
        {number === undefined ? null : (
          <span
            aria-hidden
            className={cx(
              'grid size-5 shrink-0 place-items-center rounded-full text-xs font-medium',
              TONE_SOFT[tone],
              TONE_TEXT[tone],
            )}
          >
            {number}
          </span>
        )}
        <span className="min-w-0 font-medium wrap-anywhere">
          <span className="sr-only">{t('phaseOf', { name: phase.name })}</span>
          <span aria-hidden>{phase.name}</span>
        </span>
        {strategy === undefined ? null : <span className="text-sm text-muted">{strategy}</span>}
        {still ? null : (
          <span className="ms-auto flex shrink-0 items-center gap-1.5 text-sm">
            <StateIcon status={phase.status} calm={calm} />
            {t(`status.${phase.status}`)}
          </span>
        )}
      </div>
      {phase.message === undefined ? null : (
        <p className="px-3 pt-2 text-sm break-words text-muted">{phase.message}</p>
      )}
      <ol
        className={cx(
          'grid gap-2 p-3',
          phase.parallel && 'sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]',
        )}
      >
        {phase.steps.map((step) => (
          <Step
            key={step.name}
            name={step.name}
            status={still ? undefined : step.status}
            calm={calm}
            many={many}
            message={step.message}
            tasks={step.tasks.join(', ')}
          />
        ))}
      </ol>
    </li>
  );
}, sameValue);

interface StateIconProps {
  readonly status: StepView['status'];
  readonly calm: boolean;
}

function StateIcon({ status, calm }: StateIconProps): ReactNode {
  const tone = toneOfStatus(status);
  return (
    <span className={TONE_TEXT[tone]}>
      {calm && tone === 'busy' ? (
        <LoaderCircle aria-hidden className="size-3.5 shrink-0" />
      ) : (
        <ToneIcon tone={tone} />
      )}
    </span>
  );
}

interface StepProps {
  readonly name: string;
  /** Absent where nothing runs. */
  readonly status: StepView['status'] | undefined;
  readonly calm: boolean;
  readonly many: boolean;
  readonly message: string | undefined;
  readonly tasks: string;
}

const Step = memo(function Step({ name, status, calm, many, message, tasks }: StepProps): ReactNode {
  const t = useTranslations('declarative');
  const tone = status === undefined ? 'neutral' : toneOfStatus(status);
  const state = status === undefined ? undefined : t(`status.${status}`);
  const ofTasks = tasks === '' ? undefined : t('tasks', { tasks });
  if (many) {
    return (
      <li className={cx('min-h-18 min-w-0 rounded-md px-2.5 py-1.5 wrap-anywhere', TONE_SOFT[tone])}>
        <p>{name}</p>
        <p className="mt-0.5 text-xs">
          {state === undefined ? null : <b className={cx('font-medium', TONE_TEXT[tone])}>{state}. </b>}
          {message === undefined ? null : `${message}. `}
          {ofTasks === undefined ? null : <span className="text-muted">{ofTasks}</span>}
        </p>
      </li>
    );
  }
  return (
    <li className={cx('min-w-0 rounded-md px-2.5 py-1.5', TONE_SOFT[tone])}>
      <p className="flex min-w-0 items-center gap-2">
        {status === undefined ? null : <StateIcon status={status} calm={calm} />}
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {state === undefined ? null : <span className="sr-only">: {state}</span>}
      </p>
      {message === undefined ? null : <p className="mt-0.5 text-sm break-words">{message}</p>}
      {ofTasks === undefined ? null : <p className="mt-0.5 text-xs wrap-anywhere text-muted">{ofTasks}</p>}
    </li>
  );
});
