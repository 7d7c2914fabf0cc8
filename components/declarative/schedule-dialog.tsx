'use client';
import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select, TextInput } from '#components/ui/inputs.tsx';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { triggerable, type InstanceView } from '#lib/kudo/views/instance-view.ts';
import { readSchedule, scheduleChange, type ScheduleReading } from '#lib/kudo/views/schedule-edit.ts';

interface ScheduleDialogProps {
  readonly instance: InstanceView;
  readonly onClose: () => void;
}

/** Sets when a plan runs, with its next runs told while one types; an empty text takes the schedule away. */
export function ScheduleDialog({ instance, onClose }: ScheduleDialogProps): ReactNode {
  const t = useTranslations('declarative');
  const submit = useSubmit();
  const toast = useToast();
  const plans = triggerable(instance);
  const [plan, setPlan] = useState(instance.schedules[0]?.plan ?? plans.at(-1)?.name ?? '');
  const before = scheduleOf(instance, plan);
  const [text, setText] = useState(before);
  const [now] = useState(() => Date.now());
  const when = text.trim();
  const { read, problem } = readingOf(when, now);
  const change = scheduleChange(instance, plan, when === '' ? undefined : when);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('scheduleTitle', { name: instance.name })}
      action={t(when === '' && before !== '' ? 'scheduleRemove' : 'scheduleSet')}
      more={<ChangeMenu changes={() => [change]} />}
      disabledReason={problem ?? (when === before ? t('scheduleSame') : undefined)}
      onConfirm={async () => {
        if (await submit({ changes: [change] })) toast({ tone: 'good', title: t('scheduled', { plan }) });
      }}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('plan')}>
          <Select
            value={plan}
            options={plans.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => {
              setPlan(next);
              setText(scheduleOf(instance, next));
            }}
          />
        </Field>
        <Field label={t('scheduleWhen')} help={t('scheduleHelp')} error={problem}>
          <TextInput mono value={text} onChange={setText} placeholder="0 3 * * *" />
        </Field>
        <NextRuns read={read} />
        <HandOutNote />
      </div>
    </ConfirmDialog>
  );
}

/** Nothing is read of an empty text: it takes the schedule away. */
function readingOf(
  when: string,
  now: number,
): { read?: ScheduleReading | undefined; problem?: string | undefined } {
  if (when === '') return {};
  const read = readSchedule(when, now);
  return 'problem' in read ? { read, problem: read.problem } : { read };
}

function scheduleOf({ schedules }: InstanceView, plan: string): string {
  return schedules.find((schedule) => schedule.plan === plan)?.when ?? '';
}

function NextRuns({ read }: { readonly read: ScheduleReading | undefined }): ReactNode {
  const t = useTranslations('declarative');
  const locale = useLocale();
  if (read === undefined || 'problem' in read) return null;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return (
    <p role="status" className="text-sm text-muted">
      {t('scheduleNext', { times: read.next.map((one) => time.format(one)).join(' · ') })}
    </p>
  );
}
