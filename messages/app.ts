/** The texts of `app`, in all languages at once: for titles, and for the page that stands alone when all else broke. */
import type { en } from './en.ts';
import type { Locale } from './locales.ts';

type AppTexts = (typeof en)['app'];

const files = import.meta.glob<AppTexts>('./*/app.json', { eager: true, import: 'default' });

/** Plain English for a locale without a folder. */
export function appTexts(locale: Locale): AppTexts {
  const texts = files[`./${locale}/app.json`] ?? files['./en/app.json'];
  if (texts === undefined) throw new Error('messages/en/app.json is missing. Add it.');
  return texts;
}
