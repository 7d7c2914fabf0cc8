'use client';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import type { GraphPicture, PictureLane } from '#lib/olm/content/graph-picture.ts';
import { COLUMN_PX, GraphLane, nodeKey } from './graph-lane.tsx';

export interface Current {
  readonly channel: string;
  /** CSV name. */
  readonly csv: string;
}

interface GraphCanvasProps {
  readonly picture: GraphPicture;
  readonly scale: number;
  readonly current: Current;
  readonly onChoose: (channel: string, version: string) => void;
  readonly onUnfold: (id: string) => void;
}

/**
 * Lanes one below the other in a window that scrolls. One version is in the order of Tab; arrow keys go along its lane and
 * between lanes, Home and End to the ends.
 */
export function GraphCanvas(props: GraphCanvasProps): ReactNode {
  const { picture, scale, current, onChoose, onUnfold } = props;
  const t = useTranslations('packages');
  const frame = useRef<HTMLDivElement>(null);
  const start = startOf(picture, current);
  const [moved, setMoved] = useState<string>();
  const known = picture.lanes.some((lane) => lane.nodes.some((node) => nodeKey(lane, node) === moved));
  const active = moved !== undefined && known ? moved : start;
  const column = picture.columns.findIndex(({ versions }) => versions.some(({ csv }) => csv === current.csv));
  useEffect(() => {
    const window = frame.current;
    if (window === null || column < 0) return;
    const middle = (column + 0.5) * COLUMN_PX * scale;
    window.scrollLeft = Math.max(0, middle - window.clientWidth / 2);
  }, [column, scale]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = nextKey(picture, active, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setMoved(next);
    const node = frame.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next)}"]`);
    node?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- The versions inside take the focus.
    <div ref={frame} onKeyDown={onKeyDown} className="relative overflow-x-auto overscroll-x-contain">
      {picture.lanes.map((lane) => (
        <div
          key={lane.channel}
          role="group"
          aria-label={t('laneName', { channel: lane.channel })}
          className="w-fit min-w-full border-b border-line pt-2 pb-1 last:border-b-0"
        >
          <LaneLabel lane={lane} />
          <GraphLane
            lane={lane}
            columns={picture.columns}
            scale={scale}
            active={active}
            onFocus={setMoved}
            onChoose={(version) => onChoose(lane.channel, version)}
            onUnfold={onUnfold}
          />
        </div>
      ))}
    </div>
  );
}

function LaneLabel({ lane }: { readonly lane: PictureLane }): ReactNode {
  const t = useTranslations('packages');
  return (
    <p className="sticky start-0 flex w-fit max-w-[min(100vw,40rem)] flex-wrap items-center gap-1.5 px-4 text-sm">
      <span className="font-medium break-all">{lane.channel}</span>
      {lane.isDefault ? <Badge>{t('default')}</Badge> : null}
      {lane.deprecation === undefined ? null : (
        <Badge tone="warn" title={lane.deprecation}>
          {t('deprecated')}
        </Badge>
      )}
      {lane.hiddenBrackets > 0 ? (
        <span className="text-xs text-faint">{t('hiddenBrackets', { count: lane.hiddenBrackets })}</span>
      ) : null}
    </p>
  );
}

/** What is chosen, else the head of the first lane. */
function startOf({ lanes }: GraphPicture, { channel, csv }: Current): string {
  const all = lanes.flatMap((lane) => lane.nodes.map((node) => ({ lane, node })));
  const found =
    all.find(({ lane, node }) => lane.channel === channel && node.names.includes(csv)) ??
    all.find(({ node }) => node.isHead) ??
    all[0];
  return found === undefined ? '' : nodeKey(found.lane, found.node);
}

const STEPS: Readonly<Record<string, readonly [lane: number, along: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Where a key leads from a node; undefined when it is no key of the picture, or leads nowhere. */
function nextKey({ lanes }: GraphPicture, from: string, key: string): string | undefined {
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  const laneIndex = lanes.findIndex((lane) => lane.nodes.some((node) => nodeKey(lane, node) === from));
  const lane = lanes[laneIndex];
  if (step === undefined || lane === undefined) return undefined;
  const [down, along] = step;
  const index = lane.nodes.findIndex((node) => nodeKey(lane, node) === from);
  if (down === 0) {
    const node = lane.nodes[Math.min(lane.nodes.length - 1, Math.max(0, index + along))];
    return node === undefined ? undefined : nodeKey(lane, node);
  }
  const other = lanes[laneIndex + down];
  const column = lane.nodes[index]?.column ?? 0;
  const near = [...(other?.nodes ?? [])].sort(
    (a, b) => Math.abs(a.column - column) - Math.abs(b.column - column),
  )[0];
  return other === undefined || near === undefined ? undefined : nodeKey(other, near);
}
