'use client';
import type { ReactNode } from 'react';
import './globals.css';

interface GlobalErrorProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

/** The last net: the layout itself broke, so this page stands alone. */
export default function GlobalError({ error, reset }: GlobalErrorProps): ReactNode {
  return (
    <html lang="en">
      <body className="grid min-h-dvh place-items-center p-6">
        <main role="alert" className="flex max-w-120 flex-col items-start gap-3">
          <h1 className="text-xl font-semibold">Capstan broke</h1>
          <p className="text-muted">
            The fault is in the console, not in your cluster. Nothing was changed by it.
          </p>
          <p className="font-mono text-xs break-words text-muted">{error.digest ?? error.message}</p>
          <button
            type="button"
            onClick={reset}
            className="h-8 rounded-md bg-accent-solid px-3 font-medium text-on-accent hover:bg-accent-solid-hover"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
