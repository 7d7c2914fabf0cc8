'use client';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/states.tsx';

interface PageErrorProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function PageError({ error, reset }: PageErrorProps): ReactNode {
  return (
    <ErrorState
      wholePage
      title="This page broke"
      message={
        <>
          <p>The fault is in the console, not in your cluster. Nothing was changed by it.</p>
          <p className="mt-2 font-mono text-xs break-words">{error.digest ?? error.message}</p>
        </>
      }
      action={
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      }
    />
  );
}
