'use client';
import { Menu as Base } from '@base-ui/react/menu';
import Link from 'next/link';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';
import { POPUP_CLASS } from './popup-class.ts';

const ITEM =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-start outline-none select-none data-[highlighted]:bg-hover data-[disabled]:text-faint';

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
  | { readonly kind: 'link'; readonly label: string; readonly icon?: ReactNode; readonly href: string };

export interface MenuProps {
  readonly items: readonly MenuItem[];
  /** Names the default trigger (three dots). */
  readonly label?: string;
  readonly trigger?: ReactElement<Record<string, unknown>>;
}

/** A short list of actions behind a button. */
export function Menu({ items, label, trigger }: MenuProps): ReactNode {
  const t = useTranslations('ui');
  const button = trigger ?? (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label ?? t('actions')}
      icon={<EllipsisVertical aria-hidden className="size-4" />}
    />
  );
  const [explained, setExplained] = useState<ReactNode>();
  return (
    <>
      <Base.Root>
        <Base.Trigger render={button} />
        <Base.Portal>
          <Base.Positioner align="end" sideOffset={4} className="z-50">
            <Base.Popup className={cx(POPUP_CLASS, 'min-w-44')}>
              {items.map((item) => (
                <Item key={item.label} item={item} onExplain={setExplained} />
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {explained === undefined ? null : (
        <Dialog open onOpenChange={() => setExplained(undefined)} title={t('whyNotPossible')}>
          <div className="pb-3">{explained}</div>
        </Dialog>
      )}
    </>
  );
}

interface ItemProps {
  readonly item: MenuItem;
  readonly onExplain: (explanation: ReactNode) => void;
}

function Item({ item, onExplain }: ItemProps): ReactNode {
  if (item.kind === 'link') {
    return (
      <Base.LinkItem render={<Link href={item.href} />} className={ITEM}>
        {item.icon}
        {item.label}
      </Base.LinkItem>
    );
  }
  const closed = item.disabledReason !== undefined;
  return (
    <Base.Item
      disabled={closed && item.explanation === undefined}
      aria-disabled={closed || undefined}
      onClick={() => {
        if (closed) onExplain(item.explanation);
        else item.onSelect();
      }}
      className={cx(ITEM, item.danger === true && !closed && 'text-bad', closed && 'text-faint')}
    >
      {item.icon}
      <span className="flex flex-col">
        {item.label}
        {closed ? <span className="max-w-60 text-xs text-muted">{item.disabledReason}</span> : null}
      </span>
    </Base.Item>
  );
}
