/** The languages of the console, and which one a reader gets. */

/** How each language calls itself; a line for each folder of texts. `en` is the source: the others are translations of it. */
export const LOCALE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
} as const;

/** The languages that a reader may choose. */
export const LOCALES = Object.keys(LOCALE_NAMES) as readonly (keyof typeof LOCALE_NAMES)[];

/** English made strange, to see what does not come from the catalogue. No menu offers it; a test sets its cookie. */
export const PSEUDO = 'en-XA';

export type Locale = keyof typeof LOCALE_NAMES | typeof PSEUDO;

export const LOCALE_COOKIE = 'capstan-locale';

/** The reader's own choice (the cookie), else the first language of `Accept-Language` that we have, else English. */
export function localeOf(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (cookie === PSEUDO) return PSEUDO;
  const chosen = LOCALES.find((locale) => locale === cookie);
  return chosen ?? preferred(acceptLanguage ?? '');
}

function preferred(header: string): Locale {
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([01](?:\.\d*)?)\s*$/.exec(text)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    // Stable: what was named first comes first among equals.
    .sort((left, right) => right.weight - left.weight);
  for (const { language } of wishes) {
    const known = LOCALES.find((locale) => locale === language);
    if (known !== undefined) return known;
  }
  return 'en';
}
