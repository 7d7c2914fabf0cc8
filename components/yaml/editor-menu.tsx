'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Menu, type MenuItem } from '#components/ui/layers/menu.tsx';
import type { EditorHandle } from './codemirror.ts';

const LEVELS = [1, 2, 3] as const;

/** What the editor can do, each with its key. */
export function EditorMenu({
  editor,
  hasSubject,
}: {
  readonly editor: EditorHandle | undefined;
  readonly hasSubject: boolean;
}): ReactNode {
  const t = useTranslations('schema-form');
  const loading = editor === undefined ? t('editor.loading') : undefined;
  const action = (label: string, onSelect: () => void): MenuItem => ({
    label,
    disabledReason: loading,
    onSelect,
  });
  const explain = action(withKey(t('editor.explain'), 'Ctrl+Shift+Space'), () => editor?.showField());
  return (
    <Menu
      label={t('editor.actions')}
      items={[
        action(withKey(t('editor.find'), 'Mod+F'), () => editor?.find()),
        action(withKey(t('editor.goToLine'), 'Alt+G'), () => editor?.goToLine()),
        ...(hasSubject ? [explain] : []),
        action(withKey(t('editor.nextProblem'), 'F8'), () => editor?.nextProblem(1)),
        ...LEVELS.map((level) => action(t('editor.foldTo', { level }), () => editor?.foldToLevel(level))),
        action(t('editor.unfold'), () => editor?.foldToLevel(0)),
      ]}
    />
  );
}

function withKey(label: string, keys: string): string {
  const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
  return `${label} (${keys.replace('Mod+', apple ? '⌘' : 'Ctrl+')})`;
}
