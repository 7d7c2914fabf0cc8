'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { DiffHandle } from './diff.ts';

export interface YamlDiffProps {
  /** Names the newer text. */
  readonly label: string;
  readonly text: string;
  readonly original: string;
  readonly className?: string | undefined;
}

/** Room for two texts beside each other, in pixels. */
const SPLIT_FROM = 820;

/** What differs from the older text: side by side where there is room; unchanged parts are folded. */
export function YamlDiff({ label, text, original, className }: YamlDiffProps): ReactNode {
  const t = useTranslations('schema-form');
  const parent = useRef<HTMLDivElement>(null);
  const split = useRoom(parent);
  const [whole, setWhole] = useState(false);
  const [diff, setDiff] = useState<DiffHandle>();
  const [place, setPlace] = useState(0);
  const move = useEffectEvent((direction: 1 | -1) => {
    if (diff !== undefined) setPlace(diff.move(direction));
  });
  useEffect(() => {
    if (split === undefined) return undefined;
    let dropped = false;
    let handle: DiffHandle | undefined;
    void import('./diff.ts').then(({ createDiff }) => {
      if (dropped || parent.current === null) return;
      handle = createDiff({
        ...{ parent: parent.current, text, original, label, t, split, whole, onMove: move },
        originalLabel: t('editor.diff.before', { label }),
      });
      setDiff(handle);
      setPlace(0);
    });
    return () => {
      dropped = true;
      handle?.destroy();
      setDiff(undefined);
    };
  }, [label, text, original, t, split, whole]);
  return (
    <div className={cx('flex min-h-0 min-w-0 flex-col overflow-hidden bg-surface', className)}>
      <DiffBar
        diff={diff}
        place={place}
        whole={whole}
        onWhole={setWhole}
        onMove={(direction) => {
          if (diff !== undefined) setPlace(diff.move(direction));
        }}
      />
      {diff === undefined ? (
        <div className="p-4">
          <SkeletonText lines={6} />
        </div>
      ) : null}
      <div ref={parent} className="min-h-0 flex-1 overflow-auto" />
    </div>
  );
}

interface DiffBarProps {
  readonly diff: DiffHandle | undefined;
  /** Number of the change that is looked at; 0 for none. */
  readonly place: number;
  readonly whole: boolean;
  readonly onWhole: (whole: boolean) => void;
  readonly onMove: (direction: 1 | -1) => void;
}

function DiffBar({ diff, place, whole, onWhole, onMove }: DiffBarProps): ReactNode {
  const t = useTranslations('schema-form');
  const changes = diff?.summary.changes ?? 0;
  const none = changes === 0 ? t('editor.diff.none') : undefined;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1 text-sm text-muted">
      <p role="status" className="me-auto">
        {diff === undefined ? '' : <Summary diff={diff} place={place} />}
      </p>
      <Button variant="ghost" size="sm" aria-pressed={whole} onClick={() => onWhole(!whole)}>
        {t('editor.diff.whole')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('editor.diff.previous')}
        aria-keyshortcuts="Shift+F7"
        disabledReason={none}
        icon={<ArrowUp aria-hidden className="size-4" />}
        onClick={() => onMove(-1)}
      />
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('editor.diff.next')}
        aria-keyshortcuts="F7"
        disabledReason={none}
        icon={<ArrowDown aria-hidden className="size-4" />}
        onClick={() => onMove(1)}
      />
    </div>
  );
}

function Summary({ diff, place }: { readonly diff: DiffHandle; readonly place: number }): ReactNode {
  const t = useTranslations('schema-form');
  const { changes, added, removed } = diff.summary;
  if (changes === 0) return t('editor.diff.none');
  if (place > 0) return t('editor.diff.place', { place, changes });
  return t('editor.diff.summary', { changes, added, removed });
}

/** Undefined until it has been measured. */
function useRoom(parent: { readonly current: HTMLElement | null }): boolean | undefined {
  const [wide, setWide] = useState<boolean>();
  useEffect(() => {
    const element = parent.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= SPLIT_FROM));
    observer.observe(element);
    return () => observer.disconnect();
  }, [parent]);
  return wide;
}
