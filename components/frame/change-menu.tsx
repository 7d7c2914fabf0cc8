'use client';
import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import type { Change } from '#lib/k8s/change.ts';

interface ChangeMenuProps {
  /** What the action beside it would do, asked for when it is copied; undefined while there is nothing to do. */
  readonly changes: () => readonly Change[] | undefined;
  readonly size?: 'sm' | 'md';
  /** Other ways to say it, below ours. */
  readonly more?: readonly MoreText[];
}

/** Another text to copy. */
export interface MoreText {
  readonly label: string;
  /** Said once it is copied. */
  readonly copied: string;
  /** Undefined where it cannot be said that way. */
  readonly text: () => Promise<string | undefined>;
}

/** Writing text needs the YAML library, which no page should carry from the start. */
const loadText = async () => import('#lib/k8s/change-text.ts');

const loadMasks = async () => import('#lib/base/masked.ts');

const NONE: readonly MoreText[] = [];

/** Beside an action: the same as commands for a shell, or as YAML. */
export function ChangeMenu({ changes, size = 'md', more = NONE }: ChangeMenuProps): ReactNode {
  const toast = useToast();
  const t = useTranslations('changes');
  const nothing = (): void =>
    toast({
      tone: 'info',
      title: t('nothingToCopy'),
      details: t('nothingToCopyDetails'),
    });
  const copy = async (copied: string, make: () => Promise<string | undefined>): Promise<void> => {
    try {
      const text = await make();
      if (text === undefined) {
        nothing();
        return;
      }
      await navigator.clipboard.writeText(text);
      const [list, { masked }] = [changes() ?? [], await loadMasks()];
      toast(
        masked(list) === list
          ? { tone: 'good', title: copied }
          : { tone: 'warn', title: copied, details: t('holdsPasswords') },
      );
    } catch {
      toast({
        tone: 'bad',
        title: t('notCopied'),
        details: t('notCopiedDetails'),
      });
    }
  };
  const written = async (kind: 'kubectl' | 'YAML'): Promise<string | undefined> => {
    const list = changes();
    if (list === undefined || list.length === 0) return undefined;
    const { kubectlOf, yamlOf } = await loadText();
    return kind === 'kubectl' ? `${kubectlOf(list)}\n` : yamlOf(list);
  };
  return (
    <Menu
      // By the time an item is chosen the text is there to be written: browsers forget the press after a while.
      onOpen={() => void Promise.all([loadText(), loadMasks()])}
      trigger={
        <Button
          variant="ghost"
          size={size}
          aria-label={t('copyAs')}
          title={t('copyAs')}
          icon={<SquareTerminal aria-hidden className="size-4" />}
        />
      }
      items={[
        {
          label: t('copyKubectl'),
          onSelect: () => void copy(t('kubectlCopied'), () => written('kubectl')),
        },
        { label: t('copyYaml'), onSelect: () => void copy(t('yamlCopied'), () => written('YAML')) },
        ...more.map(({ label, copied, text }) => ({ label, onSelect: () => void copy(copied, text) })),
      ]}
    />
  );
}
