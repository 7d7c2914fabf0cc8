'use client';
import type { ReactNode } from 'react';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from './cx.ts';

export interface CardProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  /** No padding around the content: for tables and lists that reach the edge. */
  readonly flush?: boolean;
  readonly className?: string;
}

/** A section with a frame and, usually, a heading. */
export function Card({
  title,
  description,
  action,
  children,
  flush = false,
  className,
}: CardProps): ReactNode {
  const phrase = usePhrase();
  return (
    <section className={cx('min-w-0 overflow-hidden rounded-lg border border-line bg-surface', className)}>
      {title === undefined ? null : (
        <header
          className={cx(
            'flex flex-wrap justify-between gap-2 border-b border-line px-4 py-2.5',
            description === undefined ? 'items-center' : 'items-start',
          )}
        >
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {description === undefined ? null : <p className="text-sm text-muted">{phrase(description)}</p>}
          </div>
          {action}
        </header>
      )}
      {flush ? children : <div className="p-4">{children}</div>}
    </section>
  );
}

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Labelled values, one below the other. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="flex flex-col gap-2.5">
      {facts.map((fact) => (
        <div key={fact.label} className="grid grid-cols-[7.25rem_minmax(0,1fr)] gap-3">
          <dt className="min-w-0 break-words hyphens-auto text-muted">{fact.label}</dt>
          <dd className="min-w-0 break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
