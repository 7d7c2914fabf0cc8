'use client';
import { Eye, Minus } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { capabilityFacts, type Evidence, type LevelFacts } from '#lib/olm/content/capability-facts.ts';
import type { InstallModeType } from '#lib/olm/api/catalog.ts';
import { CapabilityLadder, LadderLoading } from './capability-ladder.tsx';
import { ManifestsState } from './manifests-state.tsx';
import { useBundle, type PackagePage } from './use-package.ts';

interface EvidenceProps {
  readonly page: PackagePage;
  /** Index of the level that the provider claims; -1 for none. */
  readonly reached: number;
}

/** The ladder with what the bundle shows of each level. Manifests of an image are pulled only when somebody asks for it. */
export function CapabilityEvidence({ page, reached }: EvidenceProps): ReactNode {
  const { bundle, channel } = page.choice;
  const [isAsked, setAsked] = useState(bundle.digest !== undefined);
  const detail = useBundle(page.at, isAsked ? bundle.name : undefined);
  const { data } = detail;
  const levels = useMemo(() => capabilityFacts({ bundle, channel, detail: data }), [bundle, channel, data]);
  if (isAsked && detail.state === 'loading') return <LadderLoading reached={reached} />;
  const isWhole = data?.csv !== undefined;
  const ask =
    bundle.image === undefined
      ? undefined
      : () => {
          setAsked(true);
        };
  return (
    <MoreMessages group="capability">
      {isWhole ? null : (
        <div className="border-b border-line p-4">
          {isAsked ? <ManifestsState detail={detail} /> : <NotHere onAsk={ask} />}
        </div>
      )}
      <CapabilityLadder
        reached={reached}
        evidence={(index) => <LevelEvidence facts={levels[index]} isWhole={isWhole} />}
      />
      <Limits />
    </MoreMessages>
  );
}

/** @param onAsk undefined where nobody can get them */
function NotHere({ onAsk }: { readonly onAsk: (() => void) | undefined }): ReactNode {
  const t = useTranslations('capability');
  const button = (
    <Button size="sm" onClick={onAsk}>
      {t('load')}
    </Button>
  );
  return (
    <Notice
      tone="info"
      title={t('notHere')}
      details={t('notHereWhy')}
      action={onAsk === undefined ? undefined : button}
    />
  );
}

/** What no bundle shows. */
function Limits(): ReactNode {
  const t = useTranslations('capability');
  return <p className="border-t border-line px-4 py-2.5 text-sm text-muted">{t('limits')}</p>;
}

interface LevelEvidenceProps {
  readonly facts: LevelFacts | undefined;
  /** The manifests are here, too. */
  readonly isWhole: boolean;
}

/** What is seen of one level, each with an icon and in words; or that nothing is, which is no fault. */
export function LevelEvidence({ facts, isWhole }: LevelEvidenceProps): ReactNode {
  const t = useTranslations('capability');
  const words = useEvidenceWords();
  const { claimed = false, evidence = [] } = facts ?? {};
  const where = isWhole ? 'bundle' : 'catalog';
  if (evidence.length === 0) {
    return (
      <p className="flex min-w-0 items-start gap-2 text-muted">
        <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
        {t(claimed ? `nothing.${CLAIMED[where]}` : `nothing.${where}`)}
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-1">
      {evidence.map((one) => (
        <li key={keyOf(one)} className="flex min-w-0 items-start gap-2">
          <Eye aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 break-words">{words(one)}</span>
        </li>
      ))}
    </ul>
  );
}

const CLAIMED = { bundle: 'claimedBundle', catalog: 'claimedCatalog' } as const;

/** A code stands once, but for the versions of each kind. */
function keyOf(evidence: Evidence): string {
  return evidence.code === 'servedVersions' ? `${evidence.code}/${evidence.name}` : evidence.code;
}

/** Names told of one piece of evidence. */
const SHOWN = 3;

function useEvidenceWords(): (evidence: Evidence) => string {
  const t = useTranslations('capability');
  const mode = useTranslations('packages');
  const locale = useLocale();
  const list = (names: readonly string[]): string => {
    const isLong = names.length > SHOWN + 1;
    const shown = isLong ? names.slice(0, SHOWN) : names;
    const more = isLong ? [t('more', { count: names.length - SHOWN })] : [];
    return new Intl.ListFormat(locale).format([...shown, ...more]);
  };
  return (evidence) => {
    switch (evidence.code) {
      case 'examples':
        return t('evidence.examples', {
          count: evidence.names.length,
          kinds: evidence.kinds,
          names: list(evidence.names),
        });
      case 'installModes':
        return t('evidence.installModes', {
          names: list(evidence.names.map((name) => mode(`mode.${name as InstallModeType}`))),
        });
      case 'relatedImages':
      case 'skips':
      case 'replaces':
      case 'skipRange':
      case 'channelVersions':
        return t(`evidence.${evidence.code}`, { ...evidence });
      case 'servedVersions':
        return t('evidence.servedVersions', { name: evidence.name, versions: list(evidence.versions) });
      default:
        return t(`evidence.${evidence.code}`, { names: list(evidence.names) });
    }
  };
}
