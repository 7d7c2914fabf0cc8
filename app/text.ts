/** Texts that the server itself needs: titles of pages. Everything else is put into words in the browser's components. */
import { cookies, headers } from 'next/headers';
import { createTranslator } from 'use-intl/core';
import { appTexts } from '#messages/app.ts';
import { LOCALE_COOKIE, PSEUDO, localeOf, type Locale } from '#messages/locales.ts';
import { pseudo } from '#messages/pseudo.ts';
import type { Translate } from '#messages/types.ts';

/** The language of the reader of this request. */
export async function pageLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return localeOf(chosen, (await headers()).get('accept-language'));
}

export async function pageText(): Promise<Translate<'app'>> {
  const locale = await pageLocale();
  const texts = appTexts(locale);
  // The same tree with other texts.
  const app = locale === PSEUDO ? (pseudo(texts) as typeof texts) : texts;
  return createTranslator({ locale, messages: { app }, namespace: 'app' });
}
