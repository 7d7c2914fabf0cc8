'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/states.tsx';

interface PageErrorProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function PageError({ error, reset }: PageErrorProps): ReactNode {
  const t = useTranslations('app');
  return (
    <ErrorState
      wholePage
      title={t('pageBroke')}
      message={
        <>
          <p>{t('ourFault')}</p>
          <p className="mt-2 font-mono text-xs break-words">{error.digest ?? error.message}</p>
        </>
      }
      action={
        <Button variant="primary" onClick={reset}>
          {t('tryAgain')}
        </Button>
      }
    />
  );
}
