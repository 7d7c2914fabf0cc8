'use client';
import type { ReactNode } from 'react';
import { DataProvider } from '#components/data/data-provider.tsx';
import { ChangeDesk } from '#components/frame/change-desk.tsx';
import { ToastProvider } from '#components/ui/layers/toast.tsx';

/** What every page stands on. */
export function ConsoleProviders({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <DataProvider>
      <ToastProvider>
        <ChangeDesk>{children}</ChangeDesk>
      </ToastProvider>
    </DataProvider>
  );
}
