'use client';
import { Check, EllipsisVertical } from 'lucide-react';
import { cloneElement, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { usePhrase } from '#messages/phrases.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Link } from '../link.tsx';
import { Dialog } from './dialog.tsx';
import { layerRoot, useLayer } from './layer.ts';
import { POPUP_CLASS } from './popup-class.ts';

const ITEM =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-start outline-none select-none focus:bg-hover aria-disabled:text-faint';

export type MenuItem =
  | {
      readonly kind?: 'action';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      readonly disabledReason?: string | undefined;
      /** More about the reason: choosing the blocked item shows it. */
      readonly explanation?: ReactNode;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'link'; readonly label: string; readonly icon?: ReactNode; readonly href: string }
  | {
      /** On or off; the menu stays open. */
      readonly kind: 'switch';
      readonly label: string;
      readonly help?: string;
      readonly on: boolean;
      readonly disabledReason?: string | undefined;
      readonly onSwitch: (on: boolean) => void;
    };

export interface MenuProps {
  readonly items: readonly MenuItem[];
  /** Names the default trigger (three dots). */
  readonly label?: string;
  readonly trigger?: ReactElement<Record<string, unknown>>;
  readonly onOpen?: () => void;
}

/** A short list of actions behind a button. */
export function Menu({ items, label, trigger, onOpen }: MenuProps): ReactNode {
  const t = useTranslations('ui');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [explained, setExplained] = useState<ReactNode>();
  const id = useId();
  const button = trigger ?? (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label ?? t('actions')}
      icon={<EllipsisVertical aria-hidden className="size-4" />}
    />
  );
  return (
    <>
      {cloneElement(button, {
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== undefined,
        'aria-controls': anchor === undefined ? undefined : id,
        onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
          if (anchor === undefined) onOpen?.();
          setAnchor(anchor === undefined ? currentTarget : undefined);
        },
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          onOpen?.();
          setAnchor(event.currentTarget);
        },
      })}
      {anchor === undefined ? null : (
        <Panel
          id={id}
          anchor={anchor}
          items={items}
          onClose={() => setAnchor(undefined)}
          onExplain={setExplained}
        />
      )}
      {explained === undefined ? null : (
        <Dialog open onOpenChange={() => setExplained(undefined)} title={t('whyNotPossible')}>
          <div className="pb-3">{explained}</div>
        </Dialog>
      )}
    </>
  );
}

interface PanelProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
  readonly onExplain: (explanation: ReactNode) => void;
}

const PLACEMENT = { side: 'bottom', align: 'end', gap: 4 } as const;

function Panel({ id, anchor, items, onClose, onExplain }: PanelProps): ReactNode {
  const panel = useLayer({ anchor, placement: PLACEMENT, onDismiss: onClose, takesEscape: true });
  const onKeyDown = useMenuKeys(onClose);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    itemsIn(element)[0]?.focus();
    return () => {
      if (element.contains(document.activeElement)) anchor.focus();
    };
  }, [panel, anchor]);
  return createPortal(
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={anchor.getAttribute('aria-label') ?? anchor.textContent}
      onKeyDown={onKeyDown}
      className={cx(POPUP_CLASS, 'min-w-44')}
    >
      {items.map((item) => (
        <Item key={item.label} item={item} onClose={onClose} onExplain={onExplain} />
      ))}
    </div>,
    layerRoot(anchor),
  );
}

function itemsIn(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** Letters typed within this time are one word. */
const WORD_MS = 600;

/** Arrows, Home, End, and the first letters of an item's name. Source: WAI-ARIA Authoring Practices, "Menu". */
function useMenuKeys(onClose: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    const all = itemsIn(event.currentTarget);
    const current = all.findIndex((item) => item === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (current + 1) % all.length,
      ArrowUp: (current - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      all[target]?.focus();
    } else if (event.key === 'Tab') {
      onClose();
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      const { text, at } = typed.current;
      const word = (event.timeStamp - at < WORD_MS ? text : '') + event.key.toLowerCase();
      typed.current = { text: word, at: event.timeStamp };
      all.find((item) => item.textContent.trim().toLowerCase().startsWith(word))?.focus();
    }
  };
}

interface ItemProps extends Pick<PanelProps, 'onClose' | 'onExplain'> {
  readonly item: MenuItem;
}

function Item({ item, onClose, onExplain }: ItemProps): ReactNode {
  const phrase = usePhrase();
  if (item.kind === 'link') {
    return (
      <Link
        href={item.href}
        role="menuitem"
        tabIndex={-1}
        onClick={onClose}
        onPointerMove={focusSelf}
        className={ITEM}
      >
        {item.icon}
        {item.label}
      </Link>
    );
  }
  if (item.kind === 'switch') return <SwitchItem item={item} />;
  const closed = item.disabledReason !== undefined;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={closed || undefined}
      onClick={() => {
        if (closed && item.explanation === undefined) return;
        onClose();
        if (closed) onExplain(item.explanation);
        else item.onSelect();
      }}
      onPointerMove={focusSelf}
      className={cx(ITEM, item.danger === true && !closed && 'text-bad')}
    >
      {item.icon}
      <span className="flex flex-col">
        {item.label}
        {closed ? <span className="max-w-60 text-xs text-muted">{phrase(item.disabledReason)}</span> : null}
      </span>
    </button>
  );
}

/** One highlight for pointer and keyboard. */
function focusSelf({ currentTarget }: { currentTarget: HTMLElement }): void {
  if (document.activeElement !== currentTarget) currentTarget.focus({ preventScroll: true });
}

function SwitchItem({ item }: { readonly item: Extract<MenuItem, { kind: 'switch' }> }): ReactNode {
  const { label, on, disabledReason, onSwitch } = item;
  const help = disabledReason ?? item.help;
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      tabIndex={-1}
      aria-checked={on}
      aria-disabled={disabledReason !== undefined || undefined}
      onClick={() => {
        if (disabledReason === undefined) onSwitch(!on);
      }}
      onPointerMove={focusSelf}
      className={ITEM}
    >
      <span aria-hidden className="grid size-4 shrink-0 place-items-center">
        {on ? <Check className="size-4" /> : null}
      </span>
      <span className="flex flex-col">
        {label}
        {help === undefined ? null : <span className="max-w-60 text-xs text-muted">{help}</span>}
      </span>
    </button>
  );
}
