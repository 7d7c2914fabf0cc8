'use client';
import dynamic from 'next/dynamic';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { applyChange, rehearse } from '#components/data/apply-change.ts';
import { useChangePolicy } from '#components/data/change-policy.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { Change } from '#lib/k8s/change.ts';
import type { HandedOut } from './hand-out-dialog.tsx';

export interface Intent {
  /** What the user wants, as the heading of what is handed out; told from the change when absent. */
  readonly title?: string;
  /** In this order. */
  readonly changes: readonly Change[];
}

/**
 * Makes the changes, or hands out their YAML where the console does not make changes. Resolves to whether they are
 * made; rejects with ApiError when the API server refuses, be it the writes or their dry run.
 */
export type Submit = (intent: Intent, apply?: () => Promise<void>) => Promise<boolean>;

const SubmitContext = createContext<Submit>(() => Promise.reject(new Error('There is no change desk.')));

const HandOutDialog = dynamic(async () => (await import('./hand-out-dialog.tsx')).HandOutDialog, {
  ssr: false,
});

async function applyAll(changes: readonly Change[]): Promise<void> {
  for (const change of changes) await applyChange(change);
}

/** Where every action of the console comes by: one place knows whether changes are made here. */
export function ChangeDesk({ children }: { readonly children: ReactNode }): ReactNode {
  const policy = useChangePolicy();
  const [shown, setShown] = useState<HandedOut>();
  const submit = useMemo<Submit>(
    () => async (intent, apply) => {
      if (policy !== 'gitops') {
        await (apply === undefined ? applyAll(intent.changes) : apply());
        return true;
      }
      setShown({ ...intent, rehearsal: await rehearse(intent.changes) });
      return false;
    },
    [policy],
  );
  return (
    <SubmitContext value={submit}>
      {children}
      {shown === undefined ? null : <HandOutDialog handedOut={shown} onClose={() => setShown(undefined)} />}
    </SubmitContext>
  );
}

export function useSubmit(): Submit {
  return use(SubmitContext);
}

/** Says beside an action that it will change nothing here; nothing where it will. */
export function HandOutNote(): ReactNode {
  const t = useTranslations('changes');
  if (useChangePolicy() !== 'gitops') return null;
  return <Notice tone="info" title={t('gitopsTitle')} details={t('gitopsNote')} />;
}
