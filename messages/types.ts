/** Makes keys of messages known to tsc: `t('no-such-key')` does not compile. English is the list. */
import type { useTranslations } from 'use-intl';
import type { en } from './en.ts';
import type { Locale } from './locales.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
  }
}

/** What `useTranslations(folder)` answers, for functions that are given it. */
export type Translate<Folder extends keyof typeof en> = ReturnType<typeof useTranslations<Folder>>;
