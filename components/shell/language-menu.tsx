'use client';
import { Check, Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { LOCALES, LOCALE_COOKIE, LOCALE_NAMES } from '#messages/locales.ts';
import type { Locale } from '#messages/locales.ts';
import { cookiePath } from './theme.ts';

const YEAR_SECONDS = 31_536_000;

/** The server reads the cookie and answers with a page in that language, whose texts are a script of their own. */
function choose(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=${cookiePath}; max-age=${String(YEAR_SECONDS)}; samesite=strict`;
  location.reload();
}

export function LanguageMenu(): ReactNode {
  const t = useTranslations('shell');
  const current = useLocale();
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('language')}
          icon={<Languages aria-hidden className="size-4" />}
        />
      }
      items={LOCALES.map((locale) => ({
        label: LOCALE_NAMES[locale],
        icon: locale === current ? <Check aria-hidden className="size-4" /> : <span className="size-4" />,
        onSelect: () => {
          choose(locale);
        },
      }))}
    />
  );
}
