'use client';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Link } from './link.tsx';

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

/**
 * Tabs inside a page whose choice is not worth a URL (form or YAML). Only the open panel is mounted; arrows move between
 * the tabs, Enter and Space open one, as panels may be costly.
 */
export function Tabs({ label, value, onChange, items }: TabsProps): ReactNode {
  const id = useId();
  const tabId = (item: string): string => `${id}-${item}`;
  const open = items.find((item) => item.id === value);
  return (
    <div>
      <div role="tablist" aria-label={label} tabIndex={-1} onKeyDown={moveFocus} className={BAR}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={tabId(item.id)}
            aria-selected={item.id === value}
            aria-controls={item.id === value ? `${id}-panel` : undefined}
            tabIndex={item.id === value ? 0 : -1}
            onClick={() => onChange(item.id)}
            className={cx(TAB, item.id === value && ACTIVE)}
          >
            <TabText item={item} />
          </button>
        ))}
      </div>
      {open === undefined ? null : (
        <div
          key={open.id}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={tabId(open.id)}
          className="pt-4"
        >
          {open.content}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const current = tabs.findIndex((tab) => tab === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (current + 1) % tabs.length,
    ArrowLeft: (current - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
}

export interface TabLinksProps {
  readonly label: string;
  readonly current: string;
  readonly items: readonly (TabItem & { readonly href: string })[];
}

/** Tabs whose choice is in the URL: links, so that they can be shared and opened in a new window. */
export function TabLinks({ label, current, items }: TabLinksProps): ReactNode {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    showCurrent(bar.current);
  }, [current]);
  return (
    <nav ref={bar} aria-label={label} className={BAR}>
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

/** Where the bar is wider than the screen. The page itself stays where it is. */
function showCurrent(bar: HTMLElement | null): void {
  const tab = bar?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (bar === null || tab === undefined) return;
  const around = bar.getBoundingClientRect();
  bar.scrollLeft += Math.min(0, tab.left - around.left) + Math.max(0, tab.right - around.right);
}

function TabText({ item }: { readonly item: TabItem }): ReactNode {
  return (
    <>
      {item.label}
      {item.count === undefined ? null : <span className="text-xs text-faint">{item.count}</span>}
    </>
  );
}
