'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { TextDraft } from '#lib/schema-form/desk/drafts.ts';
import type { DraftState } from './use-draft.ts';

/** An earlier visit left a draft: go on with it, or let it go. */
export function DraftNotice(props: {
  readonly draft: DraftState;
  readonly onContinue: (draft: TextDraft) => void;
}): ReactNode {
  const { draft, onContinue } = props;
  const t = useTranslations('instances');
  const { offered, dismiss } = draft;
  if (offered === undefined) return null;
  return (
    <Notice
      tone="info"
      title={t.rich('drafts.title', {
        time: () => <RelativeTime at={new Date(offered.savedAt).toISOString()} />,
      })}
      details={t('drafts.hint')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            onClick={() => {
              onContinue(offered);
              dismiss();
            }}
          >
            {t('drafts.continue')}
          </Button>
          <Button size="sm" onClick={dismiss}>
            {t('drafts.discard')}
          </Button>
        </span>
      }
    />
  );
}
