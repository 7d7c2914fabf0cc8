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
}

/** Writing text needs the YAML library, which no page should carry from the start. */
const loadText = async () => import('#lib/k8s/change-text.ts');

/** Beside an action: the same as commands for a shell, or as YAML. */
export function ChangeMenu({ changes, size = 'md' }: ChangeMenuProps): ReactNode {
  const toast = useToast();
  const t = useTranslations('changes');
  const copy = async (kind: 'kubectl' | 'YAML'): Promise<void> => {
    const list = changes();
    if (list === undefined || list.length === 0) {
      toast({
        tone: 'info',
        title: t('nothingToCopy'),
        details: t('nothingToCopyDetails'),
      });
      return;
    }
    try {
      const { kubectlOf, yamlOf } = await loadText();
      await navigator.clipboard.writeText(kind === 'kubectl' ? `${kubectlOf(list)}\n` : yamlOf(list));
      toast({ tone: 'good', title: t(kind === 'kubectl' ? 'kubectlCopied' : 'yamlCopied') });
    } catch {
      toast({
        tone: 'bad',
        title: t('notCopied'),
        details: t('notCopiedDetails'),
      });
    }
  };
  return (
    <Menu
      // By the time an item is chosen the text is there to be written: browsers forget the press after a while.
      onOpen={() => void loadText()}
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
        { label: t('copyKubectl'), onSelect: () => void copy('kubectl') },
        { label: t('copyYaml'), onSelect: () => void copy('YAML') },
      ]}
    />
  );
}
