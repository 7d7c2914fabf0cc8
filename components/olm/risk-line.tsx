'use client';
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import type { Risk, Severity } from '#lib/olm/content/permission-risks.ts';

const ICONS = { critical: OctagonAlert, high: TriangleAlert, notable: Info } as const;
const COLOURS: Readonly<Record<Severity, string>> = {
  critical: 'text-bad',
  high: 'text-warn',
  notable: 'text-muted',
};

/** One reason for a second look, with how much it weighs. */
export function RiskLine({ risk }: { readonly risk: Risk }): ReactNode {
  const t = useTranslations('rights');
  const Icon = ICONS[risk.severity];
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', COLOURS[risk.severity])} />
      <span className="min-w-0 break-words">
        <span className={cx('me-1.5 font-medium', COLOURS[risk.severity])}>
          {t(`severity.${risk.severity}`)}
        </span>
        {t(`risk.${risk.code}`)}
      </span>
    </li>
  );
}
