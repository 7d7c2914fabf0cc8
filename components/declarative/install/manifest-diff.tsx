'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';

const YamlDiff = dynamic(async () => (await import('#components/yaml/yaml-diff.tsx')).YamlDiff, {
  ssr: false,
  loading: () => <SkeletonText lines={6} />,
});

interface ManifestDiffProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

/** What a plan would make from now on, beside what it made of the values and the version before. */
export function ManifestDiff({ title, before, after }: ManifestDiffProps): ReactNode {
  const t = useTranslations('operator-packages');
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      {before === after ? (
        <p className="text-muted">{t('sameManifests')}</p>
      ) : (
        <MoreMessages group="forms">
          <YamlDiff
            label={title}
            original={before}
            text={after}
            className="max-h-150 rounded-lg border border-line"
          />
        </MoreMessages>
      )}
    </section>
  );
}
