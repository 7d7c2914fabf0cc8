/** What the page needs that signs in. The server itself puts it into words: there is no session yet, and so no pages. */
import type { en } from './en.ts';
import { LOCALES, PSEUDO, type Locale } from './locales.ts';

type SignInTexts = (typeof en)['sign-in'];

const found = await Promise.all(
  LOCALES.map(async (locale) => {
    const file = (await import(`./${locale}/sign-in.json`, { with: { type: 'json' } })) as {
      readonly default: SignInTexts;
    };
    return [locale, file.default] as const;
  }),
);
const byLocale = new Map<Locale, SignInTexts>(found);

/** The texts of the page in a language. */
export function signInTexts(locale: Locale): SignInTexts {
  const texts = byLocale.get(locale === PSEUDO ? 'en' : locale);
  if (texts === undefined) throw new Error(`messages/${locale}/sign-in.json is missing. Add it.`);
  return texts;
}
