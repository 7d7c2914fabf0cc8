'use client';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { DataProvider } from '#components/data/data-provider.tsx';
import { ToastProvider } from '#components/ui/toast.tsx';

/** What every page stands on. Base UI renders no style elements: all styling is in our sheet. */
export function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <DataProvider>
        <Tooltip.Provider>
          <ToastProvider>{children}</ToastProvider>
        </Tooltip.Provider>
      </DataProvider>
    </CSPProvider>
  );
}
