/** Texts that the server itself needs: titles of pages. Everything else is put into words in the browser's components. */
import { cookies, headers } from 'next/headers';
import { createTranslator } from 'use-intl/core';
import { de } from '#messages/de.ts';
import { en } from '#messages/en.ts';
import { ja } from '#messages/ja.ts';
import { LOCALE_COOKIE, PSEUDO, localeOf } from '#messages/locales.ts';
import type { Locale } from '#messages/locales.ts';
import { pseudo } from '#messages/pseudo.ts';
import type { Translate } from '#messages/types.ts';

type Texts = Pick<typeof en, 'app'>;

const CATALOGUES: Readonly<Record<Locale, Texts>> = {
  en,
  de,
  ja,
  [PSEUDO]: { app: pseudo(en.app) as typeof en.app }, // the same tree with other texts
};

/** The language of the reader of this request. */
export async function pageLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return localeOf(chosen, (await headers()).get('accept-language'));
}

export async function pageText(): Promise<Translate<'app'>> {
  const locale = await pageLocale();
  return createTranslator({ locale, messages: CATALOGUES[locale], namespace: 'app' });
}
