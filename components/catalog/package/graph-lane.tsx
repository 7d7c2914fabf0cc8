'use client';
import { CircleCheck, Flag, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import type { PictureBracket, PictureLine } from '#lib/olm/content/picture-edges.ts';
import type { PictureColumn, PictureLane, PictureNode } from '#lib/olm/content/graph-picture.ts';
import type { Translate } from '#messages/types.ts';

export const COLUMN_PX = 108;
const NODE_WIDTH = 88;
const NODE_HEIGHT = 26;
const ARC_STEP = 10;
const BRACKET_STEP = 18;
const PAD = 6;

export function nodeKey(lane: PictureLane, node: PictureNode): string {
  return `${lane.channel}\n${String(node.column)}`;
}

interface GraphLaneProps {
  readonly lane: PictureLane;
  readonly columns: readonly PictureColumn[];
  readonly scale: number;
  readonly active: string;
  readonly onFocus: (key: string) => void;
  readonly onChoose: (version: string) => void;
  readonly onUnfold: (id: string) => void;
}

/** One channel. Sizes are attributes, not styles: the policy allows no others. */
export function GraphLane(props: GraphLaneProps): ReactNode {
  const { lane, columns, scale, active, onFocus, onChoose, onUnfold } = props;
  const arcs = Math.max(0, ...lane.lines.map(({ level }) => level));
  const depth = Math.max(-1, ...lane.brackets.map(({ level }) => level)) + 1;
  const top = PAD + arcs * ARC_STEP;
  const width = columns.length * COLUMN_PX;
  const height = top + NODE_HEIGHT + (depth === 0 ? PAD : depth * BRACKET_STEP + PAD);
  return (
    <svg
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      className="block"
    >
      {lane.brackets.map((bracket) => (
        <Bracket key={`${bracket.kind}-${String(bracket.to)}`} bracket={bracket} bottom={top + NODE_HEIGHT} />
      ))}
      {lane.lines.map((line) => (
        <Line key={`${String(line.from)}-${String(line.to)}`} line={line} top={top} />
      ))}
      {lane.nodes.map((node) => (
        <Version
          key={node.names[0]}
          node={node}
          top={top}
          nodeId={nodeKey(lane, node)}
          isActive={nodeKey(lane, node) === active}
          onFocus={onFocus}
          onPress={() => {
            const column = columns[node.column];
            if (column !== undefined && column.versions.length > 1) onUnfold(column.id);
            else if (!node.isMissing) onChoose(node.version);
          }}
        />
      ))}
    </svg>
  );
}

const centre = (column: number): number => (column + 0.5) * COLUMN_PX;

function Line({ line, top }: { readonly line: PictureLine; readonly top: number }): ReactNode {
  const { from, to, level, onRoute } = line;
  const middle = top + NODE_HEIGHT / 2;
  const className = onRoute ? 'text-accent' : 'text-control';
  const weight = onRoute ? 2.5 : 1.5;
  if (level === 0) {
    const [start, end] = [centre(from) + NODE_WIDTH / 2, centre(to) - NODE_WIDTH / 2];
    return (
      <g className={className} fill="none" stroke="currentColor" strokeWidth={weight}>
        <path d={`M${String(start)} ${String(middle)}H${String(end - 1)}`} />
        <path
          d={`M${String(end - 6)} ${String(middle - 4)}L${String(end - 1)} ${String(middle)}L${String(end - 6)} ${String(middle + 4)}`}
        />
      </g>
    );
  }
  const over = top - level * ARC_STEP;
  const [start, end] = [centre(from) + 10, centre(to) - 10];
  return (
    <g className={className} fill="none" stroke="currentColor" strokeWidth={weight} strokeLinejoin="round">
      <path d={`M${String(start)} ${String(top)}V${String(over)}H${String(end)}V${String(top - 1)}`} />
      <path
        d={`M${String(end - 4)} ${String(top - 6)}L${String(end)} ${String(top - 1)}L${String(end + 4)} ${String(top - 6)}`}
      />
    </g>
  );
}

/** Letters of a label that fit beside what else is there. */
const LABEL_PX = 6.2;

function Bracket({
  bracket,
  bottom,
}: {
  readonly bracket: PictureBracket;
  readonly bottom: number;
}): ReactNode {
  const t = useTranslations('packages');
  const { kind, from, to, range, count, level, onRoute } = bracket;
  const y = bottom + (level + 1) * BRACKET_STEP - 4;
  const end = centre(to) - (kind === 'skips' ? 14 : -14);
  const low = Math.min(end, centre(from[0] ?? to));
  const high = Math.max(end, centre(from.at(-1) ?? to));
  const text = kind === 'skips' ? t('skipsCount', { count }) : t('anyIn', { range: range ?? '' });
  const room = Math.floor((high - low - 16) / LABEL_PX);
  return (
    <g className={onRoute ? 'text-accent' : 'text-control'}>
      <title>{text}</title>
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth={onRoute ? 2 : 1.25}
        strokeDasharray={kind === 'skips' ? '5 3' : '1.5 3'}
      >
        <path d={`M${String(low)} ${String(y)}H${String(high)}`} />
        {from.map((column) => (
          <path key={column} d={`M${String(centre(column))} ${String(bottom)}V${String(y)}`} />
        ))}
        <path d={`M${String(end)} ${String(y)}V${String(bottom + 1)}`} />
      </g>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        d={`M${String(end - 4)} ${String(bottom + 6)}L${String(end)} ${String(bottom + 1)}L${String(end + 4)} ${String(bottom + 6)}`}
      />
      <text x={low + 8} y={y - 3} className="fill-muted text-[11px]">
        {text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text}
      </text>
    </g>
  );
}

interface VersionProps {
  readonly node: PictureNode;
  readonly top: number;
  readonly nodeId: string;
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onPress: () => void;
}

/** Of a version that fit beside an icon; without one there is room for more. */
const LETTERS = 8;

function Version({ node, top, nodeId, isActive, onFocus, onPress }: VersionProps): ReactNode {
  const t = useTranslations('packages');
  const left = centre(node.column) - NODE_WIDTH / 2;
  return (
    <g
      role="button"
      tabIndex={isActive ? 0 : -1}
      data-node={nodeId}
      aria-label={nameOf(node, t)}
      aria-pressed={node.upTo === undefined ? node.isSelected : undefined}
      className="group cursor-pointer outline-none"
      onFocus={() => onFocus(nodeId)}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPress();
      }}
    >
      <title>{nameOf(node, t)}</title>
      <Frame node={node} left={left} top={top} />
      <Label node={node} left={left} top={top} />
    </g>
  );
}

interface PartProps {
  readonly node: PictureNode;
  readonly left: number;
  readonly top: number;
}

/** The box, and around it what shows the focus. */
function Frame({ node, left, top }: PartProps): ReactNode {
  const folded = node.upTo !== undefined;
  return (
    <>
      <rect
        x={left}
        y={top}
        width={NODE_WIDTH}
        height={NODE_HEIGHT}
        rx={folded ? NODE_HEIGHT / 2 : 6}
        strokeWidth={node.isSelected ? 2 : 1}
        strokeDasharray={folded || node.isMissing ? '3 2' : undefined}
        className={cx(
          'transition-colors group-hover:fill-hover',
          node.isSelected ? 'fill-accent-soft stroke-accent' : 'fill-surface stroke-control',
          node.onRoute && !node.isSelected && 'stroke-accent',
        )}
      />
      <rect
        x={left - 3}
        y={top - 3}
        width={NODE_WIDTH + 6}
        height={NODE_HEIGHT + 6}
        rx={9}
        strokeWidth={2}
        className="fill-none stroke-none group-focus-visible:stroke-accent"
      />
    </>
  );
}

function Label({ node, left, top }: PartProps): ReactNode {
  const t = useTranslations('packages');
  const text = node.upTo === undefined ? node.version : t('foldShort', { count: node.names.length });
  const icon = iconOf(node);
  const isLong = text.length > (icon === undefined ? LETTERS + 4 : LETTERS);
  const inset = icon === undefined ? 6 : 24;
  return (
    <>
      {icon === undefined ? null : (
        <svg x={left + 7} y={top + 6} width={14} height={14} className={icon.className} aria-hidden>
          {icon.picture}
        </svg>
      )}
      {/* A long version is cut by the frame, not in the text: the name of the button holds what is read. */}
      <svg x={left + inset} y={top} width={NODE_WIDTH - inset - 6} height={NODE_HEIGHT} overflow="hidden">
        <text
          x={isLong ? '0' : '50%'}
          y={NODE_HEIGHT / 2 + 4}
          textAnchor={isLong ? 'start' : 'middle'}
          className={cx(
            'text-xs',
            node.isMissing ? 'fill-faint' : 'fill-text',
            node.isHead && 'font-semibold',
          )}
        >
          {text}
        </text>
      </svg>
    </>
  );
}

/** One at a time, and none for a fold: that it runs here says more than that it is deprecated, and that more than that it is a head. */
function iconOf(node: PictureNode): { readonly picture: ReactNode; readonly className: string } | undefined {
  if (node.isInstalled) return { picture: <CircleCheck size={14} />, className: 'text-good' };
  if (node.upTo !== undefined) return undefined;
  if (node.isDeprecated) return { picture: <TriangleAlert size={14} />, className: 'text-warn' };
  return node.isHead ? { picture: <Flag size={14} />, className: 'text-accent' } : undefined;
}

function nameOf(node: PictureNode, t: Translate<'packages'>): string {
  const name =
    node.upTo === undefined
      ? node.version
      : t('foldName', { count: node.names.length, from: node.version, to: node.upTo });
  const facts = [
    node.isHead ? t('isHead') : undefined,
    node.isInstalled ? t('isHere') : undefined,
    node.onRoute && !node.isInstalled ? t('isOnWay') : undefined,
    node.isDeprecated ? t('deprecated') : undefined,
    node.isMissing ? t('versionMissing') : undefined,
  ].filter((fact) => fact !== undefined);
  return [name, ...facts].join(', ');
}
