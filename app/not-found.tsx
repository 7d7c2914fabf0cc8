import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { urls } from '#lib/urls.ts';

export default function NotFound(): ReactNode {
  return (
    <EmptyState
      wholePage
      title="There is no such page"
      icon={<Compass aria-hidden className="size-5" />}
      action={
        <LinkButton variant="primary" href={urls.catalog()}>
          Go to the catalog
        </LinkButton>
      }
    >
      The address may be mistyped, or what it showed is gone.
    </EmptyState>
  );
}
