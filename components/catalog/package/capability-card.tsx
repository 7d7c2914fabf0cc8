'use client';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { CAPABILITY_LEVELS } from '#lib/olm/content/csv-annotations.ts';
import { usePhrase } from '#messages/phrases.ts';
import { CapabilityLadder, LadderLoading } from './capability-ladder.tsx';
import { useNear } from './use-near.ts';
import type { PackagePage } from './use-package.ts';

// It takes the whole bundle: not before somebody comes to it.
const CapabilityEvidence = lazy(async () => ({
  default: (await import('./capability-evidence.tsx')).CapabilityEvidence,
}));

/** How much of the work it takes over: the level that its provider claims, and what the bundle shows of each. */
export function CapabilityCard({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const phrase = usePhrase();
  const [ref, isNear] = useNear<HTMLDivElement>();
  const reached = CAPABILITY_LEVELS.findIndex((name) => name === page.choice.bundle.csv.capabilityLevel);
  const level = CAPABILITY_LEVELS[reached];
  return (
    <Card title={t('capability')} description={t('levelStated')} flush>
      <div ref={ref}>
        <p className="border-b border-line px-4 py-2.5 font-medium">
          {level === undefined
            ? t('levelClaimsNone')
            : t('levelClaims', { number: reached + 1, name: phrase(level) })}
        </p>
        {isNear ? (
          <Suspense fallback={<LadderLoading reached={reached} />}>
            <CapabilityEvidence page={page} reached={reached} />
          </Suspense>
        ) : (
          // Nothing loads yet, and nobody is to be told that something does.
          <CapabilityLadder reached={reached} evidence={() => null} />
        )}
      </div>
    </Card>
  );
}
