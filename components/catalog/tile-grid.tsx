'use client';
import {
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { tileAfter } from '#components/ui/table/grid-keys.ts';
import { packageKey } from '#lib/olm/views/installed-state.ts';
import type { CatalogItem } from '#lib/olm/search/facets.ts';
import type { CatalogResult } from '#lib/olm/search/browse.ts';
import type { Scope } from '#lib/urls.ts';
import { Tile } from './tile.tsx';
import { TILE_ROWS } from './tile-rows.ts';

/** Up to so many tiles are all there: the browser's own search finds them, and they can be printed. */
const ALL_UP_TO = 120;
/** What a page comes with of more: no server knows how the browser will lay them out. */
const FIRST_TILES = 24;
/** Rows beyond the window. */
const OVERSCAN = 4;

interface TileGridProps {
  readonly result: CatalogResult;
  readonly scope: Scope;
  readonly showSource: boolean;
  /** Arrow up from the first row, and Escape. */
  readonly onLeave: () => void;
}

/**
 * The results as tiles. Of many only the rows near the window are rendered, and the one that has the focus, so that it
 * is never lost. Arrow keys go from tile to tile, Enter opens.
 */
export const TileGrid = memo(function TileGrid(props: TileGridProps): ReactNode {
  const { result, scope, showSource, onLeave } = props;
  const t = useTranslations('catalog');
  const { items, marks, reasons } = result;
  const list = useRef<HTMLUListElement>(null);
  const shape = useShape(list);
  const printing = usePrinting();
  const [wanted, setWanted] = useState<{ key: string; focus: boolean }>();
  const found = wanted === undefined ? 0 : items.findIndex(({ tile }) => packageKey(tile) === wanted.key);
  const active = Math.max(0, found);
  const settled = useSettled(items);
  const whole = (items.length <= ALL_UP_TO && settled) || printing;
  const rows = useRows(items.length, whole ? undefined : shape, active);
  const { columns = 1 } = shape ?? {};
  useTracks(list, whole ? 0 : Math.ceil(items.length / columns), shape?.rowPx);
  useLayoutEffect(() => {
    if (wanted?.focus === true)
      list.current?.querySelector<HTMLElement>(`[data-index="${String(active)}"]`)?.focus();
    // Only when a key asked for it: a refresh that moves the tile leaves the window where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [wanted]);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const current = indexOf(event.target);
    if (current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = tileAfter(event.key, current, { count: items.length, columns, rows: rowsOnScreen(shape) });
    const next = items[to ?? -1];
    if (next !== undefined) setWanted({ key: packageKey(next.tile), focus: true });
    else if (event.key === 'Escape' || event.key === 'ArrowUp') onLeave();
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent<HTMLUListElement>): void => {
    const item = items[indexOf(target) ?? -1];
    if (item !== undefined && item !== items[active]) setWanted({ key: packageKey(item.tile), focus: false });
  };
  const cell = (item: CatalogItem, index: number): ReactNode => (
    <Cell
      key={packageKey(item.tile)}
      place={
        whole || shape === undefined
          ? undefined
          : { row: Math.floor(index / columns) + 1, column: (index % columns) + 1 }
      }
      index={index}
      count={items.length}
    >
      <Tile
        item={item}
        index={index}
        scope={scope}
        showSource={showSource}
        marks={marks}
        reason={reasons.get(item)}
        active={index === active}
      />
    </Cell>
  );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links inside take the focus.
    <ul ref={list} aria-label={t('results')} onKeyDown={onKeyDown} onFocus={onFocus} className={TILE_ROWS}>
      {whole || shape === undefined
        ? items.slice(0, whole ? items.length : FIRST_TILES).map(cell)
        : rows.flatMap((row) =>
            items
              .slice(row * columns, (row + 1) * columns)
              .map((item, column) => cell(item, row * columns + column)),
          )}
    </ul>
  );
});

/** While somebody types only what is seen is drawn; the rest of a result follows when it stays. */
const SETTLED_MS = 250;

/** The first list is settled at once. */
function useSettled(items: readonly CatalogItem[]): boolean {
  const [settled, setSettled] = useState(items);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(items)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return settled === items;
}

function rowsOnScreen(shape: Shape | undefined): number {
  return shape === undefined ? 1 : Math.max(1, Math.floor(window.innerHeight / shape.rowPx) - 1);
}

function indexOf(target: EventTarget): number | undefined {
  const index = target instanceof HTMLElement ? target.dataset['index'] : undefined;
  return index === undefined ? undefined : Number(index);
}

interface Shape {
  readonly columns: number;
  /** With the gap below. */
  readonly rowPx: number;
  /** Of the list, in the page. */
  readonly top: number;
}

/** How the browser lays the list out. Known from its second drawing on, which comes before the first paint. */
function useShape(list: RefObject<HTMLUListElement | null>): Shape | undefined {
  const [shape, setShape] = useState<Shape>();
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = (): void => {
      const style = getComputedStyle(element);
      const next: Shape = {
        columns: columnsIn(style.gridTemplateColumns),
        rowPx: parseFloat(style.gridAutoRows) + parseFloat(style.rowGap),
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
      };
      setShape((now) => (now !== undefined && same(now, next) ? now : next));
    };
    measure();
    // Its width, and what stands above it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
    };
  }, [list]);
  return shape;
}

/**
 * The browser also lists columns that only the cells make, placed as they are for a window that was wider: those have no
 * width (`auto-cols`).
 */
function columnsIn(tracks: string): number {
  return Math.max(1, tracks.split(' ').filter((track) => parseFloat(track) > 0).length);
}

function same(one: Shape, other: Shape): boolean {
  return one.columns === other.columns && one.rowPx === other.rowPx && one.top === other.top;
}

/**
 * The rows to render: those near the window and the active one. All are equally high, so
 * where they are is a division; the library that measures them for tables is 9 kB, which the first page does without.
 */
function useRows(count: number, shape: Shape | undefined, active: number): readonly number[] {
  const rowAt = (y: number): number => (shape === undefined ? 0 : Math.floor((y - shape.top) / shape.rowPx));
  const first = useWindowNumber(() => rowAt(window.scrollY));
  const last = useWindowNumber(() => rowAt(window.scrollY + window.innerHeight));
  if (shape === undefined) return [];
  const all = Math.ceil(count / shape.columns);
  const kept = Math.floor(active / shape.columns);
  const from = Math.max(0, first - OVERSCAN);
  const near = Array.from({ length: Math.min(all, last + OVERSCAN + 1) - from }, (_, index) => from + index);
  if (near.includes(kept)) return near;
  return kept < from ? [kept, ...near] : [...near, kept];
}

/** Follows scrolling and the size of the window; renders when the number is another. */
function useWindowNumber(read: () => number): number {
  return useSyncExternalStore(followWindow, read, () => 0);
}

function followWindow(onChange: () => void): () => void {
  const events = ['scroll', 'resize'];
  for (const event of events) window.addEventListener(event, onChange, { passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

interface CellProps {
  /** Where rows are left out; else the browser places it. */
  readonly place: { readonly row: number; readonly column: number } | undefined;
  readonly index: number;
  readonly count: number;
  readonly children: ReactNode;
}

/** Screen readers hear its place among all, rendered or not. */
function Cell({ place, index, count, children }: CellProps): ReactNode {
  const cell = useRef<HTMLLIElement>(null);
  const { row, column } = place ?? {};
  useLayoutEffect(() => {
    if (cell.current === null) return;
    cell.current.style.gridArea =
      row === undefined || column === undefined ? '' : `${String(row)} / ${String(column)}`;
  }, [row, column]);
  return (
    <li ref={cell} aria-setsize={count} aria-posinset={index + 1}>
      {children}
    </li>
  );
}

/** Makes the list as high as all its rows. */
function useTracks(list: RefObject<HTMLUListElement | null>, rows: number, rowPx: number | undefined): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const tracks = rows === 0 ? '' : `repeat(${String(rows)}, ${getComputedStyle(element).gridAutoRows})`;
    element.style.setProperty('grid-template-rows', tracks);
  }, [list, rows, rowPx]);
}

/** Before paper all tiles have to be there. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => {
      flushSync(() => {
        setPrinting(true);
      });
    };
    const end = (): void => {
      setPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
