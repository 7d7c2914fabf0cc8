'use client';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

interface ChangedMeanwhileProps {
  readonly texts: Readonly<Record<'title' | 'details' | 'again', string>>;
  readonly onAgain: () => void;
}

/** Somebody else has changed the object since it was taken up. */
export function ChangedMeanwhile({ texts: { again, ...texts }, onAgain }: ChangedMeanwhileProps): ReactNode {
  return (
    <Notice
      tone="warn"
      {...texts}
      action={
        <Button size="sm" onClick={onAgain}>
          {again}
        </Button>
      }
    />
  );
}
