'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '#components/ui/layers/dialog.tsx';

interface Line {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The page of shortcuts. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTranslations('shell');
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const parts: readonly { title: string; lines: readonly Line[] }[] = [
    {
      title: t('shortcutsAnywhere'),
      lines: [
        { keys: [apple ? '⌘' : 'Ctrl', 'K'], does: t('palette') },
        { keys: ['g', 'c'], does: t('catalog') },
        { keys: ['g', 'o'], does: t('operators') },
        { keys: ['g', 'p'], does: t('plans') },
        { keys: ['g', 's'], does: t('sources') },
        { keys: ['g', 'i'], does: t('instances') },
        { keys: ['?'], does: t('shortcuts') },
      ],
    },
    {
      title: t('shortcutsLists'),
      lines: [
        { keys: ['/'], does: t('shortcutFilter') },
        { keys: ['↑', '↓'], does: t('shortcutRows') },
        { keys: ['←', '→', '↑', '↓'], does: t('shortcutTiles') },
        { keys: ['Page ↑', 'Page ↓'], does: t('shortcutPages') },
        { keys: ['Home', 'End'], does: t('shortcutEnds') },
        { keys: ['Enter'], does: t('shortcutOpen') },
        { keys: ['Esc'], does: t('shortcutClear') },
      ],
    },
  ];
  return (
    <Dialog open onOpenChange={onClose} title={t('shortcuts')} description={t('shortcutsNote')}>
      <div className="flex flex-col gap-5 pb-4">
        {parts.map(({ title, lines }) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <dl className="divide-y divide-line">
              {lines.map(({ keys, does }) => (
                <div key={keys.join()} className="flex items-center justify-between gap-4 py-1.5">
                  <dt className="order-2 flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 font-mono text-xs"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd className="min-w-0">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
