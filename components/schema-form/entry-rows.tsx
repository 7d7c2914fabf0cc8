import { type ReactNode, type Ref, useMemo } from 'react';
import { rowsOf } from '#lib/schema-form/desk/mount-plan.ts';
import type { Path, PathStep } from '#lib/schema-form/schema/path.ts';
import { Rows } from './rows.tsx';

interface EntryRowsProps {
  /** Of the list or map. */
  readonly path: Path;
  /** What is in it, in the order in which it is drawn. */
  readonly values: readonly unknown[];
  readonly depth: number;
  readonly draw: (index: number) => ReactNode;
  /** Where the entry of a step is looked for, when its position does not name it. */
  readonly placeOf?: (step: PathStep) => number;
  readonly ref?: Ref<HTMLDivElement>;
}

/** The entries of a list or map, drawn only near the window. */
export function EntryRows({ path, values, depth, draw, placeOf, ref }: EntryRowsProps): ReactNode {
  const count = values.length;
  const steps = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  return (
    <div ref={ref} role="list" className="flex flex-col gap-3 empty:hidden">
      <Rows
        path={path}
        steps={steps}
        {...(placeOf === undefined ? {} : { placeOf })}
        kind="entries"
        rowsAt={(index) => rowsOf(values[index], depth + 1)}
        draw={(index) => (
          // Entries have no identity of their own, and keys can be renamed while they are typed: the position names them.
          <div key={index} role="listitem" aria-posinset={index + 1} aria-setsize={count} data-item={index}>
            {draw(index)}
          </div>
        )}
      />
    </div>
  );
}
