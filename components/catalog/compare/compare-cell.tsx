'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RiskLine } from '#components/olm/risk-line.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ComparedPackage, ComparedRow } from '#lib/olm/content/compare.ts';
import type { Need } from '#lib/olm/content/dependencies.ts';
import { Capability } from '../capability.tsx';

interface CompareCellProps {
  readonly row: ComparedRow;
  readonly facts: ComparedPackage;
  /** What is in an image is still to come. */
  readonly pulling: boolean;
}

/** What one package says in one row. */
export function CompareCell({ row, facts, pulling }: CompareCellProps): ReactNode {
  const Cell = CELLS[row];
  return <Cell facts={facts} pulling={pulling} />;
}

type CellProps = Omit<CompareCellProps, 'row'>;

const text =
  (row: 'provider' | 'catalog' | 'maturity' | 'deprecated') =>
  ({ facts }: CellProps): ReactNode => <span className="break-words">{facts[row] ?? '–'}</span>;

const CELLS: Readonly<Record<ComparedRow, (props: CellProps) => ReactNode>> = {
  version: function Version({ facts }) {
    return useTranslations('compare')('versionIn', facts.version);
  },
  released: ({ facts }) => (facts.released === undefined ? '–' : <RelativeTime at={facts.released} />),
  versions: function Versions({ facts }) {
    return useTranslations('compare')('versionsIn', facts.versions);
  },
  provider: text('provider'),
  catalog: text('catalog'),
  capability: ({ facts }) => (facts.capability === undefined ? '–' : <Capability level={facts.capability} />),
  maturity: text('maturity'),
  apis: ({ facts }) => <List items={facts.apis} />,
  modes: function Modes({ facts }) {
    const t = useTranslations('compare');
    return <List items={facts.modes.map((mode) => t(`mode.${mode}`))} />;
  },
  kubernetes: function Kubernetes({ facts: { kubernetes } }) {
    const t = useTranslations('compare');
    return kubernetes === undefined ? '–' : t('orNewer', { version: kubernetes });
  },
  permissions: function Permissions({ facts: { permissions }, pulling }) {
    const t = useTranslations('compare');
    return permissions === undefined ? <InImage pulling={pulling} /> : t('rules', permissions);
  },
  risks: Risks,
  webhooks: ({ facts: { webhooks }, pulling }) =>
    webhooks === undefined ? <InImage pulling={pulling} /> : <List items={webhooks} />,
  needs: ({ facts }) => <List items={facts.needs.map(needText)} />,
  features: ({ facts }) => <List items={facts.features} />,
  deprecated: text('deprecated'),
};

function needText(need: Need): string {
  return need.kind === 'api' ? `${need.api.kind} (${need.api.group})` : `${need.package} ${need.range}`;
}

function List({ items }: { readonly items: readonly string[] }): ReactNode {
  if (items.length === 0) return '–';
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map((item) => (
        <li key={item} className="min-w-0 break-words">
          {item}
        </li>
      ))}
    </ul>
  );
}

function Risks({ facts, pulling }: CellProps): ReactNode {
  const t = useTranslations('compare');
  if (facts.risks === undefined) return <InImage pulling={pulling} />;
  if (facts.risks.length === 0) return t('noRisks');
  return (
    <ul className="flex flex-col gap-1.5">
      {facts.risks.map((risk) => (
        <RiskLine key={risk.code} risk={risk} />
      ))}
    </ul>
  );
}

function InImage({ pulling }: { readonly pulling: boolean }): ReactNode {
  const t = useTranslations('compare');
  return pulling ? <Skeleton className="h-4 w-24" /> : <span className="text-muted">{t('inImage')}</span>;
}
