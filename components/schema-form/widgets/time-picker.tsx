'use client';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ControlProps } from '../field-props.ts';

/** The browser's own picker for a moment; it writes the text as the API server has it, in UTC. */
export function TimePicker({ value, onChange }: ControlProps): ReactNode {
  const t = useTranslations('schema-form');
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="relative shrink-0">
      <button
        type="button"
        aria-label={t('widgets.pickTime')}
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
        onClick={() => {
          input.current?.showPicker();
        }}
      >
        <CalendarClock aria-hidden className="size-4" />
      </button>
      <input
        ref={input}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden
        value={localTime(value)}
        onChange={(event) => {
          const moment = new Date(event.target.value);
          if (!Number.isNaN(moment.getTime())) onChange(moment.toISOString().replace('.000Z', 'Z'));
        }}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </span>
  );
}

/** `2026-01-31T08:00:00` in the browser's own time zone, as the picker wants it; empty when the value is no moment. */
function localTime(value: unknown): string {
  const moment = typeof value === 'string' ? new Date(value) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) return '';
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
