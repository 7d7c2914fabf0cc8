'use client';
import type { ReactNode } from 'react';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { urls } from '#lib/urls.ts';

/** The way on where nothing is installed yet. */
export function BrowseCatalog({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <LinkButton variant="primary" href={urls.catalog(useScope())}>
      {children}
    </LinkButton>
  );
}
