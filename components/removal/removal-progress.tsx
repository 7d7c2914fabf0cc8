'use client';
import { Check, CircleDashed } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiError } from '#components/data/api-error.ts';
import { useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMay, useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { describeCheck } from '#lib/access.ts';
import { isUntouched, type Remaining, type Removal, type RemovalStep } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import { rightsToGoOn } from '#lib/olm/removal/inventory.ts';
import { urls } from '#lib/urls.ts';
import { waitText } from './removal-words.ts';

/** Of more objects only the number is told. */
const SHOWN = 20;

/** The first say what is missing; all of them stand behind the button. */
const RIGHTS_SHOWN = 4;

interface RemovalProgressProps {
  readonly facts: UninstallFacts;
  readonly removal: Removal;
  readonly problem?: ApiError;
  readonly title: string;
  /** This tab carries it out. */
  readonly running: boolean;
  readonly onContinue: () => void;
  readonly onStop: () => Promise<void>;
}

/** The steps of a removal, each with what is left of it and what that waits for; at the end what there still is. */
export function RemovalProgress(props: RemovalProgressProps): ReactNode {
  const { facts, removal, problem, title, running, onContinue, onStop } = props;
  const t = useTranslations('removal');
  const scope = useScope();
  if (removal.state === 'replaced') {
    return (
      <Notice
        tone="warn"
        title={t('replaced', { name: facts.operator.name })}
        details={t('replacedWhat')}
        action={<LinkButton href={urls.operator(facts.operator, scope)}>{t('review')}</LinkButton>}
      />
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {removal.state === 'done' ? <Ended facts={facts} title={title} /> : null}
      {removal.state === 'done' || running ? null : (
        <Paused facts={facts} removal={removal} onContinue={onContinue} onStop={onStop} />
      )}
      {problem === undefined ? null : (
        <Notice
          tone="bad"
          title={t('refused')}
          details={problem.message}
          action={<Button onClick={onContinue}>{t('retry')}</Button>}
        />
      )}
      <Card title={t('progress')}>
        <ol aria-live="polite" className="flex flex-col gap-4">
          {removal.steps.map((step) => (
            <Step key={step.id} step={step} running={running} />
          ))}
        </ol>
      </Card>
      {removal.state === 'running' && running ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => void onStop()}>{t('stop')}</Button>
          <p className="min-w-0 text-sm text-muted">{t('stopWhat')}</p>
        </div>
      ) : null}
    </div>
  );
}

type PausedProps = Pick<RemovalProgressProps, 'facts' | 'removal' | 'onContinue' | 'onStop'>;

/** Somebody has begun it, perhaps in another tab: who goes on with it names the data once more. */
function Paused({ facts, removal, onContinue, onStop }: PausedProps): ReactNode {
  const t = useTranslations('removal');
  const [typed, setTyped] = useState('');
  const data = removal.steps.find(({ id }) => id === 'instances')?.remaining ?? [];
  const rights = rightsToGoOn(removal.next);
  const denial = useMay(rights);
  const { name } = facts.operator;
  const unnamed = data.length > 0 && typed !== name ? { disabledReason: t('enterFirst') } : {};
  return (
    <Card title={t('asked')} description={t('askedWhat')}>
      <div className="flex flex-col gap-3">
        {isUntouched(facts, removal) ? <p>{t('askedBefore')}</p> : null}
        {rights.length === 0 ? null : (
          <p className="text-sm break-words text-muted">
            {t('askedFor', { rights: rights.slice(0, RIGHTS_SHOWN).map(describeCheck).join(', ') })}
          </p>
        )}
        {data.length === 0 ? null : (
          <Field label={t('enterName', { name })}>
            <TextInput mono value={typed} onChange={setTyped} />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" onClick={onContinue} {...unnamed} {...denial}>
            {t('continue')}
          </Button>
          <Button onClick={() => void onStop()}>{t('stop')}</Button>
          <ChangeMenu changes={() => removal.next} />
        </div>
      </div>
    </Card>
  );
}

function Step({ step, running }: { readonly step: RemovalStep; readonly running: boolean }): ReactNode {
  const t = useTranslations('removal');
  const { id, state, total, remaining } = step;
  const more = remaining.length - SHOWN;
  return (
    <li className="flex gap-3">
      <StepMark state={state} running={running} />
      <div className="min-w-0 grow">
        <p className={cx('leading-6 font-medium', state === 'pending' && 'text-faint')}>
          {t(`step.${id}`)}
          <span className="sr-only">: {t(`state.${state}`)}</span>
        </p>
        {state === 'active' ? (
          <p className="text-sm text-muted">
            {t('stepLeft', { left: remaining.length, total: Math.max(total, remaining.length) })}
          </p>
        ) : null}
        {state === 'pending' ? null : (
          <ul className="mt-1 flex flex-col gap-1">
            {remaining.slice(0, SHOWN).map((object) => (
              <Left key={`${object.kind}/${object.namespace ?? ''}/${object.name}`} object={object} />
            ))}
            {more > 0 ? <li className="text-sm text-muted">{t('moreObjects', { count: more })}</li> : null}
          </ul>
        )}
      </div>
    </li>
  );
}

function StepMark({
  state,
  running,
}: {
  readonly state: RemovalStep['state'];
  readonly running: boolean;
}): ReactNode {
  const frame = 'grid size-6 shrink-0 place-items-center rounded-full border';
  if (state === 'done') {
    return (
      <span className={cx(frame, 'border-transparent bg-good-soft text-good')}>
        <Check aria-hidden className="size-3.5" />
      </span>
    );
  }
  if (state === 'active' && running) {
    return (
      <span className={cx(frame, 'border-transparent bg-accent-soft text-accent')}>
        <Spinner className="size-3.5" />
      </span>
    );
  }
  return (
    <span className={cx(frame, 'border-line text-faint')}>
      <CircleDashed aria-hidden className="size-3.5" />
    </span>
  );
}

/** An object that is still there, and what it waits for. */
function Left({ object }: { readonly object: Remaining }): ReactNode {
  const t = useTranslations('removal');
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 break-words">
        <span className="text-muted">{object.kind}</span>{' '}
        <span className="font-mono">
          {object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`}
        </span>
      </span>
      {object.wait === undefined ? null : (
        <span className="min-w-0 break-words text-muted">{waitText(object.wait, t)}</span>
      )}
      {object.release === undefined ? null : <Release object={object} change={object.release} />}
    </li>
  );
}

/** For a finalizer that nobody will remove: its operator does not run. */
function Release({
  object,
  change,
}: {
  readonly object: Remaining;
  readonly change: NonNullable<Remaining['release']>;
}): ReactNode {
  const t = useTranslations('removal');
  const [open, setOpen] = useState(false);
  const submit = useSubmit();
  const denial = useMayChange([change]);
  const { kind, name } = object;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} {...denial}>
        {t('release')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('releaseTitle', { name })}
        action={t('release')}
        danger
        typeToConfirm={name}
        more={<ChangeMenu changes={() => [change]} />}
        onConfirm={async () => {
          await submit({ changes: [change] });
        }}
        {...denial}
      >
        <p>{t('releaseWhat', { kind, name })}</p>
      </ConfirmDialog>
    </>
  );
}

/** The proof: what there was looked for again, and is not there any more, or is. */
function Ended({ facts, title }: Pick<RemovalProgressProps, 'facts' | 'title'>): ReactNode {
  const t = useTranslations('removal');
  const scope = useScope();
  const { kinds, groups, unread } = facts;
  const kept = [...kinds.flatMap(({ definition }) => definition ?? []), ...groups, ...unread];
  return (
    <Notice
      tone="good"
      title={t('done', { name: title })}
      details={kept.length === 0 ? t('nothingLeft') : <KeptList facts={facts} />}
      action={
        <LinkButton variant="primary" href={urls.operators(scope)}>
          {t('operators')}
        </LinkButton>
      }
    />
  );
}

function KeptList({ facts: { kinds, groups, unread } }: Pick<RemovalProgressProps, 'facts'>): ReactNode {
  const t = useTranslations('removal');
  return (
    <ul className="flex flex-col gap-0.5">
      {kinds
        .filter(({ definition }) => definition !== undefined)
        .map(({ crd, instances }) => (
          <li key={crd} className="break-words">
            {t('keptTitle')}: {t('crd', { name: crd })}, {t('keptInstances', { count: instances.length })}
          </li>
        ))}
      {groups.map(({ name }) => (
        <li key={name} className="break-words">
          {t('keptTitle')}: {t('group', { name })}
        </li>
      ))}
      {unread.map(({ kind }) => (
        <li key={kind}>{t('notLookedAt', { kind })}</li>
      ))}
    </ul>
  );
}
