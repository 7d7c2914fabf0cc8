'use client';
import { LogOut, Monitor, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnPolicy } from '#components/data/change-policy.ts';
import { canSignIn, signOut } from '#components/data/sign-in.ts';
import { useSession } from '#components/data/use-api.ts';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import type { MenuItem } from '#components/ui/layers/menu.tsx';
import { useDensity } from './density.ts';
import { THEME_COOKIE, cookiePath } from './theme.ts';
import type { Theme } from './theme.ts';

const YEAR_SECONDS = 31_536_000;

function choose(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (theme === undefined) delete dataset['theme'];
  else dataset['theme'] = theme;
  const age = theme === undefined ? 0 : YEAR_SECONDS;
  document.cookie = `${THEME_COOKIE}=${theme ?? ''}; path=${cookiePath}; max-age=${String(age)}; samesite=strict`;
}

/** Lets this browser hand out YAML instead of changing anything. Where the console itself does not, it cannot. */
function useGitOpsSwitch(): MenuItem {
  const [own, setGitOps] = useOwnPolicy();
  const t = useTranslations('shell');
  const server = useSession().data?.changes ?? 'apply';
  return {
    kind: 'switch',
    label: t('gitops'),
    help: t('gitopsHelp'),
    on: server === 'gitops' || own === 'gitops',
    onSwitch: setGitOps,
    disabledReason: server === 'apply' ? undefined : t('gitopsForAll'),
  };
}

/**
 * The colours (light, dark, or as the system has it) and how this browser changes things. The server reads the cookie,
 * so the next page comes in the right colours.
 */
export function SettingsMenu(): ReactNode {
  const gitops = useGitOpsSwitch();
  const [compact, setCompact] = useDensity();
  const t = useTranslations('shell');
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('settings')}
          icon={<SlidersHorizontal aria-hidden className="size-4" />}
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
        { kind: 'switch', label: t('compact'), on: compact, onSwitch: setCompact },
        gitops,
        ...(canSignIn()
          ? [{ label: t('signOut'), icon: <LogOut aria-hidden className="size-4" />, onSelect: signOut }]
          : []),
      ]}
    />
  );
}
