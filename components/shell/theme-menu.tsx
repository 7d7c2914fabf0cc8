'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { THEME_COOKIE } from './theme.ts';
import type { Theme } from './theme.ts';

const YEAR_SECONDS = 31_536_000;

function choose(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (theme === undefined) delete dataset['theme'];
  else dataset['theme'] = theme;
  const age = theme === undefined ? 0 : YEAR_SECONDS;
  document.cookie = `${THEME_COOKIE}=${theme ?? ''}; path=/; max-age=${String(age)}; samesite=strict`;
}

/** Light, dark, or as the system has it. The server reads the cookie, so the next page comes in the right colours. */
export function ThemeMenu(): ReactNode {
  const t = useTranslations('shell');
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('theme')}
          icon={
            <>
              <Sun aria-hidden className="size-4 dark:hidden" />
              <Moon aria-hidden className="hidden size-4 dark:block" />
            </>
          }
        />
      }
      items={[
        {
          label: t('light'),
          icon: <Sun aria-hidden className="size-4" />,
          onSelect: () => {
            choose('light');
          },
        },
        {
          label: t('dark'),
          icon: <Moon aria-hidden className="size-4" />,
          onSelect: () => {
            choose('dark');
          },
        },
        {
          label: t('asSystem'),
          icon: <Monitor aria-hidden className="size-4" />,
          onSelect: () => {
            choose(undefined);
          },
        },
      ]}
    />
  );
}
