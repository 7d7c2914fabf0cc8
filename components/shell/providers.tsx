'use client';
import type { ReactNode } from 'react';
import { DataProvider } from '#components/data/data-provider.tsx';
import { ChangeDesk } from '#components/olm/change-desk.tsx';
import { ToastProvider } from '#components/ui/toast.tsx';

/** What every page stands on. */
export function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <DataProvider>
      <ToastProvider>
        <ChangeDesk>{children}</ChangeDesk>
      </ToastProvider>
    </DataProvider>
  );
}
