'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from './link.tsx';

export interface Crumb {
  readonly label: string;
  /** Absent for the page itself. */
  readonly href?: string;
}

/** The way here. */
function Breadcrumbs({ items }: { readonly items: readonly Crumb[] }): ReactNode {
  const t = useTranslations('ui');
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
        {items.map((item, index) => (
          <li key={item.label} className="flex min-w-0 items-center gap-1">
            {index === 0 ? null : <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
            {item.href === undefined ? (
              <span aria-current="page" className="max-w-70 truncate" title={item.label}>
                {item.label}
              </span>
            ) : (
              <Link
                href={item.href}
                className="max-w-70 truncate hover:text-text hover:underline"
                title={item.label}
              >
                {item.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** One line below the title. */
  readonly description?: ReactNode;
  readonly breadcrumbs?: readonly Crumb[];
  /** Before the title. */
  readonly icon?: ReactNode;
  /** Beside the title: state. */
  readonly status?: ReactNode;
  /** The primary action, and what belongs beside it. */
  readonly actions?: ReactNode;
}

export function PageHeader({
  title,
  description,
  breadcrumbs,
  icon,
  status,
  actions,
}: PageHeaderProps): ReactNode {
  return (
    <header className="flex flex-col gap-3">
      {breadcrumbs === undefined ? null : <Breadcrumbs items={breadcrumbs} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          {icon}
          <div className="min-w-0">
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
              {status}
            </div>
            {description === undefined ? null : <div className="min-w-0 text-muted">{description}</div>}
          </div>
        </div>
        {actions === undefined ? null : (
          <div data-page-actions className="flex flex-wrap items-center gap-2">
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
