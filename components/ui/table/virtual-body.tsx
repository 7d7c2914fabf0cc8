'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';

export interface BodyProps {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly count: number;
  readonly renderRow: (index: number, measure?: (row: Element | null) => void) => ReactNode;
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLTableSectionElement>) => void) | undefined;
}

/** Brings a row that is not rendered onto the screen. */
export type Reveal = (index: number) => void;

/** A row of one line; longer ones are measured when they come. */
const ROW_PX = 46;
const OVERSCAN = 15;

/** The rows near the window only: of 10,000 some 40 exist at a time. */
export function VirtualBody(props: BodyProps & { readonly reveal: Ref<Reveal> }): ReactNode {
  const { body, count, renderRow, onKeyDown, reveal } = props;
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    const { top: now = 0 } = body.current?.getBoundingClientRect() ?? {};
    setTop(Math.round(now + window.scrollY));
  }, [body]);
  useImperativeHandle(reveal, () => (index) => virtual.scrollToIndex(index), [virtual]);
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The rows inside take the focus.
    <tbody ref={body} onKeyDown={onKeyDown} className="divide-y divide-line">
      <Space px={before} />
      {items.map(({ index }) => renderRow(index, virtual.measureElement))}
      <Space px={after} />
    </tbody>
  );
}

function Space({ px }: { readonly px: number }): ReactNode {
  if (px <= 0) return null;
  return (
    <tr
      aria-hidden
      className="p-0!"
      ref={(row) => {
        if (row !== null) row.style.height = `${String(px)}px`;
      }}
    />
  );
}
