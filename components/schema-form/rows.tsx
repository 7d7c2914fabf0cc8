'use client';
import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { allot, type MountBlock, blocksOf, holdersOf } from '#lib/schema-form/desk/mount-plan.ts';
import { samePath, type Path, type PathStep } from '#lib/schema-form/schema/path.ts';
import { useUi } from './state/use-ui.ts';
import { RoomContext, ViewportContext } from './state/viewport.ts';

interface RowsProps {
  /** Of the object or list that the rows belong to. */
  readonly path: Path;
  /** What names each row in it. */
  readonly steps: readonly PathStep[];
  /** How many rows each takes with all that is open in it. */
  readonly rowsAt: (index: number) => number;
  readonly draw: (index: number) => ReactNode;
  /** Where the row of a step is looked for, when `steps` do not name it. */
  readonly placeOf?: (step: PathStep) => number;
  readonly kind: 'fields' | 'entries';
}

/** What a row is likely to be high, in pixels, until it was drawn once. */
const ROW_HEIGHT = { fields: 72, entries: 44 };
const GAP = { fields: 'gap-4', entries: 'gap-3' };

/** The rows of one object or list. Only those near the window are in the page; the others keep their place free. */
export function Rows(props: RowsProps): ReactNode {
  const { path, steps, draw, placeOf = (step: PathStep) => steps.indexOf(step) } = props;
  const room = use(RoomContext);
  const blocks = useBlocks(props);
  const [reveal] = useUi('reveal', path);
  const sought = reveal === undefined ? -1 : placeOf(reveal.step);
  if (blocks.length <= 1) return steps.map((_, index) => draw(index));
  const drawBlocks = (some: readonly MountBlock[], space: number): ReactNode => {
    const rooms = allot(some, space);
    return some.map((block, index) => (
      <Part
        key={steps[block.from]}
        block={block}
        kind={props.kind}
        room={rooms[index] ?? 0}
        sought={block.from <= sought && sought < block.to ? reveal : undefined}
      >
        {() => steps.slice(block.from, block.to).map((_, offset) => draw(block.from + offset))}
      </Part>
    ));
  };
  const holders = holdersOf(blocks);
  if (holders.length <= 1) return drawBlocks(blocks, room);
  const rooms = allot(holders, room);
  return holders.map((holder, index) => {
    const held = blocks.slice(holder.from, holder.to);
    const isSought = (held[0]?.from ?? 0) <= sought && sought < (held.at(-1)?.to ?? 0);
    return (
      <Part
        key={steps[held[0]?.from ?? 0]}
        block={holder}
        kind={props.kind}
        room={rooms[index] ?? 0}
        sought={isSought ? reveal : undefined}
      >
        {(space) => drawBlocks(held, space)}
      </Part>
    );
  });
}

function useBlocks({ steps, rowsAt }: RowsProps): readonly MountBlock[] {
  const [plan, setPlan] = useState(() => ({ steps, blocks: blocksOf(steps, rowsAt) }));
  if (plan.steps === steps || samePath(plan.steps, steps)) return plan.blocks;
  const starts = new Set(plan.blocks.flatMap(({ from }) => plan.steps[from] ?? []));
  const blocks = blocksOf(steps, rowsAt, starts);
  setPlan({ steps, blocks });
  return blocks;
}

/** Room for what is drawn later, when it comes near the window. */
const LATER = 12;

interface PartProps {
  readonly block: MountBlock;
  readonly kind: RowsProps['kind'];
  readonly room: number;
  /** Something in it is looked for; a new object each time. */
  readonly sought: object | undefined;
  readonly children: (room: number) => ReactNode;
}

function Part({ block, kind, room, sought, children }: PartProps): ReactNode {
  const viewport = use(ViewportContext);
  const [drawn, setDrawn] = useState(room > 0 || sought !== undefined);
  const [seen, setSeen] = useState(sought);
  if (sought !== seen) {
    setSeen(sought);
    if (sought !== undefined) setDrawn(true);
  }
  const [space] = useState(room > 0 ? room : LATER);
  const element = useRef<HTMLDivElement>(null);
  const height = useRef(block.rows * ROW_HEIGHT[kind]);
  const { rows } = block;
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    // Set here, because the policy for styles allows no attribute.
    current.style.height = drawn ? '' : `${height.current}px`;
    return viewport.watch(current, {
      drawn,
      rows,
      show: () => setDrawn(true),
      hide: () => {
        height.current = current.offsetHeight;
        setDrawn(false);
      },
    });
  }, [viewport, drawn, rows]);
  return (
    <div ref={element} data-part="" role="none" className={cx('flex min-w-0 shrink-0 flex-col', GAP[kind])}>
      {drawn ? <RoomContext value={space}>{children(space)}</RoomContext> : null}
    </div>
  );
}
