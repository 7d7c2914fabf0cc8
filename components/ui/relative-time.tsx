'use client';
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useHydrated } from './use-hydrated.ts';

const TICK_MS = 15_000;

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for all times on the page, ticking every 15 s, running only while any is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const tell of listeners) tell();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function currentTime(): number {
  if (now === 0) now = Date.now();
  return now;
}

/** When the server made the page (Unix ms), which is what both sides begin from; 0 where that is not known. */
export const PageTime = createContext(0);

const STEPS = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 86_400 * 30 },
  { unit: 'month', seconds: 86_400 * 30, below: 86_400 * 365 },
  { unit: 'year', seconds: 86_400 * 365, below: Infinity },
] as const;

const JUST_NOW_SECONDS = 10;

/** Making a format takes longer than all that is done with it, and a list has one time in each row. */
function keptFormat<Format>(make: (locale: string) => Format): (locale: string) => Format {
  let kept: { readonly locale: string; readonly format: Format } | undefined;
  return (locale) => {
    if (kept?.locale !== locale) kept = { locale, format: make(locale) };
    return kept.format;
  };
}

const relativeFormat = keptFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
const wholeFormat = keptFormat(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
);

/**
 * "3 minutes ago" in a language, as seen at `at` (Unix ms); undefined for just now. Clocks of two machines differ, so
 * the near future is now too.
 */
export function relativeTime(time: number, at: number, locale: string): string | undefined {
  const seconds = (time - at) / 1000;
  if (seconds > -JUST_NOW_SECONDS && seconds < 60) return undefined;
  const size = Math.abs(seconds);
  const step = STEPS.find((candidate) => size < candidate.below) ?? STEPS[5];
  return relativeFormat(locale).format(Math.trunc(seconds / step.seconds), step.unit);
}

/** A date, relative, with the absolute one on hover. `at` is RFC 3339; anything else shows as a dash. */
export function RelativeTime({ at }: { readonly at: string | undefined }): ReactNode {
  const time = at === undefined ? NaN : Date.parse(at);
  return Number.isNaN(time) ? <span className="text-faint">–</span> : <Time time={time} />;
}

function Time({ time }: { readonly time: number }): ReactNode {
  const t = useTranslations('ui');
  const locale = useLocale();
  const made = useContext(PageTime);
  const hydrated = useHydrated();
  const iso = new Date(time).toISOString();
  // By its words, not by the clock: at a tick only the rows of a list are drawn again that say something else then.
  const words = useSyncExternalStore(
    subscribe,
    () => relativeTime(time, currentTime(), locale),
    () => (made === 0 ? iso.slice(0, 10) : relativeTime(time, made, locale)),
  );
  // The server does not know the reader's time zone.
  const title = hydrated ? wholeFormat(locale).format(time) : iso;
  return (
    <time dateTime={iso} title={title} className="whitespace-nowrap">
      {words ?? t('justNow')}
    </time>
  );
}

/** Since when, beside what matters more. */
export function Since({ at }: { readonly at: string | undefined }): ReactNode {
  return (
    <span className="text-muted">
      <RelativeTime at={at} />
    </span>
  );
}
