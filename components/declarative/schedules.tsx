'use client';
import { CalendarClock } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '#components/frame/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card, FactList } from '#components/ui/card.tsx';
import { checkOf } from '#lib/access.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { triggerable, type InstanceView } from '#lib/kudo/views/instance-view.ts';

const ScheduleDialog = dynamic(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog, {
  ssr: false,
});

/** Which plans run by the clock, and the way to change that. */
export function Schedules({ instance }: { readonly instance: InstanceView }): ReactNode {
  const t = useTranslations('declarative');
  const denial = useMay([checkOf('patch', kudoResources.instances, instance)]);
  const [open, setOpen] = useState(false);
  if (triggerable(instance).length === 0) return null;
  return (
    <Card
      title={t('schedules')}
      action={
        <Button
          size="sm"
          icon={<CalendarClock aria-hidden className="size-4" />}
          onClick={() => setOpen(true)}
          {...denial}
        >
          {t('schedulePlan')}
        </Button>
      }
    >
      {instance.schedules.length === 0 ? (
        <p className="text-muted">{t('noSchedules')}</p>
      ) : (
        <FactList
          facts={instance.schedules.map(({ plan, when }) => ({
            label: plan,
            value: <span className="font-mono text-xs">{t('schedule', { when })}</span>,
          }))}
        />
      )}
      {open ? <ScheduleDialog instance={instance} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
