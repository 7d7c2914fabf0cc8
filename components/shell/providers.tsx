'use client';
import type { ReactNode } from 'react';
import { DataProvider } from '#components/data/data-provider.tsx';
import { ChangeDesk } from '#components/frame/change-desk.tsx';
import { ToastProvider } from '#components/ui/layers/toast.tsx';
import { PageTime } from '#components/ui/relative-time.tsx';

interface ConsoleProvidersProps {
  /** When the server made the page, in Unix ms; not known by default. */
  readonly madeAt?: number;
  readonly children: ReactNode;
}

/** What every page stands on. */
export function ConsoleProviders({ madeAt = 0, children }: ConsoleProvidersProps): ReactNode {
  return (
    <PageTime value={madeAt}>
      <DataProvider>
        <ToastProvider>
          <ChangeDesk>{children}</ChangeDesk>
        </ToastProvider>
      </DataProvider>
    </PageTime>
  );
}
