'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import type { FieldConflict } from '#lib/schema-form/desk/live-edit.ts';
import { formatPath, getIn, type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import type { Editing } from './use-live-edit.ts';
import { ShortValue } from './value-words.tsx';

interface FieldConflictsProps {
  readonly editing: Editing;
  readonly mine: unknown;
  readonly descriptors: DescriptorTree;
  readonly onJump: (path: Path) => void;
}

/** Fields that somebody else changed, too: what it was, yours and theirs, and the choice for each or for all. */
export function FieldConflicts(props: FieldConflictsProps): ReactNode {
  const { editing, mine, descriptors, onJump } = props;
  const t = useTranslations('instances');
  const { conflicts, settle } = editing;
  if (conflicts.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={t('editing.conflicts', { count: conflicts.length })}
      details={
        <>
          <p>{t('editing.conflictsHint')}</p>
          <ul className="mt-2 flex flex-col gap-2">
            {conflicts.map((conflict) => (
              <ConflictRow
                key={pathKey(conflict.names)}
                conflict={conflict}
                mine={getIn(mine, conflict.path)}
                descriptors={descriptors}
                onJump={onJump}
                onSettle={(winner) => settle([conflict], winner)}
              />
            ))}
          </ul>
        </>
      }
      action={
        conflicts.length < 2 ? undefined : (
          <span className="flex flex-wrap gap-2">
            {(['mine', 'theirs'] as const).map((winner) => (
              <Button key={winner} size="sm" onClick={() => settle(conflicts, winner)}>
                {t(winner === 'mine' ? 'editing.allMine' : 'editing.allTheirs')}
              </Button>
            ))}
          </span>
        )
      }
    />
  );
}

interface ConflictRowProps extends Pick<FieldConflictsProps, 'descriptors' | 'onJump'> {
  readonly conflict: FieldConflict;
  readonly mine: unknown;
  readonly onSettle: (winner: 'mine' | 'theirs') => void;
}

function ConflictRow({ conflict, mine, descriptors, onJump, onSettle }: ConflictRowProps): ReactNode {
  const t = useTranslations('instances');
  const { path, base, theirs } = conflict;
  const name = formatPath(path);
  const sides = { base, mine, theirs };
  return (
    <li className="rounded-md border border-line bg-surface p-2 text-text">
      <button
        type="button"
        className="max-w-full rounded-sm text-start font-mono text-xs break-all hover:underline"
        onClick={() => onJump(path)}
      >
        {name}
      </button>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {(['base', 'mine', 'theirs'] as const).map((side) => (
          <div key={side} className="contents">
            <dt className="text-muted">{t(`editing.${side}`)}</dt>
            <dd className="min-w-0">
              <ShortValue value={sides[side]} path={path} descriptors={descriptors} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {(['mine', 'theirs'] as const).map((winner) => (
          <Button
            key={winner}
            size="sm"
            aria-label={t(winner === 'mine' ? 'editing.keepMineOf' : 'editing.takeTheirsOf', { field: name })}
            onClick={() => onSettle(winner)}
          >
            {t(winner === 'mine' ? 'keepMine' : 'takeTheirs')}
          </Button>
        ))}
      </div>
    </li>
  );
}
