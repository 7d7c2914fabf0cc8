'use client';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { urls } from '#lib/urls.ts';

export default function NotFound(): ReactNode {
  const t = useTranslations('app');
  return (
    <EmptyState
      wholePage
      title={t('noPage')}
      icon={<Compass aria-hidden className="size-5" />}
      action={
        <LinkButton variant="primary" href={urls.catalog()}>
          {t('goToCatalog')}
        </LinkButton>
      }
    >
      {t('noPageWhy')}
    </EmptyState>
  );
}
