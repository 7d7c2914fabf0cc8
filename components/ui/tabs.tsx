'use client';
import { Tabs as Base } from '@base-ui/react/tabs';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const BAR = 'flex gap-5 overflow-x-auto border-b border-line';
const TAB =
  '-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:-outline-offset-2';
const ACTIVE = 'border-text font-medium text-text';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly count?: number;
}

export interface TabsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly items: readonly (TabItem & { readonly content: ReactNode })[];
}

/** Tabs inside a page whose choice is not worth a URL (form or YAML). Only the open panel is mounted. */
export function Tabs({ label, value, onChange, items }: TabsProps): ReactNode {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => {
        if (typeof next === 'string') onChange(next);
      }}
    >
      <Base.List aria-label={label} className={BAR}>
        {items.map((item) => (
          <Base.Tab key={item.id} value={item.id} className={cx(TAB, item.id === value && ACTIVE)}>
            <TabText item={item} />
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.id} value={item.id} className="pt-4">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

export interface TabLinksProps {
  readonly label: string;
  readonly current: string;
  readonly items: readonly (TabItem & { readonly href: string })[];
}

/** Tabs whose choice is in the URL: links, so that they can be shared and opened in a new window. */
export function TabLinks({ label, current, items }: TabLinksProps): ReactNode {
  return (
    <nav aria-label={label} className={BAR}>
      {items.map((item) => (
        <Link
          key={item.id}
          href={item.href}
          replace
          scroll={false}
          aria-current={item.id === current ? 'page' : undefined}
          className={cx(TAB, item.id === current && ACTIVE)}
        >
          <TabText item={item} />
        </Link>
      ))}
    </nav>
  );
}

function TabText({ item }: { readonly item: TabItem }): ReactNode {
  return (
    <>
      {item.label}
      {item.count === undefined ? null : <span className="text-xs text-faint">{item.count}</span>}
    </>
  );
}
