/** Two texts and what differs between them. Loaded when it is first shown. */
import { defaultKeymap } from '@codemirror/commands';
import {
  type Chunk,
  getChunks,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  unifiedMergeView,
} from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { baseExtensions } from './codemirror.ts';
import type { Translate } from '#messages/types.ts';

export interface DiffOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly original: string;
  readonly label: string;
  /** Names the older text where both stand side by side. */
  readonly originalLabel: string;
  readonly t: Translate<'schema-form'>;
  /** Side by side; else one below the other. */
  readonly split: boolean;
  /** Show what is the same, too. */
  readonly whole: boolean;
  /** A key asked for the next change, or the one before. */
  readonly onMove: (direction: 1 | -1) => void;
}

export interface DiffSummary {
  readonly changes: number;
  readonly added: number;
  readonly removed: number;
}

export interface DiffHandle {
  readonly summary: DiffSummary;
  /** Shows the next change, or the one before, and returns its number from 1 on. */
  readonly move: (direction: 1 | -1) => number;
  readonly destroy: () => void;
}

const theme = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine, .cm-changedLine': {
    backgroundColor: 'var(--good-soft)',
  },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-soft)' },
  '&.cm-merge-b .cm-changedText, &.cm-merge-b.cm-merge-b .cm-changedText': {
    background: 'none',
    color: 'var(--good)',
    textDecoration: 'underline',
    textDecorationThickness: '2px',
    textUnderlineOffset: '3px',
  },
  '&.cm-merge-a.cm-merge-a .cm-changedText, &.cm-merge-b .cm-deletedText, .cm-deletedChunk.cm-deletedChunk .cm-deletedText':
    {
      background: 'none',
      color: 'var(--bad)',
      textDecoration: 'underline',
      textDecorationThickness: '2px',
      textUnderlineOffset: '3px',
    },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--bad) !important' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--good) !important' },
  '.cm-collapsedLines': {
    background: 'var(--sunken) !important',
    color: 'var(--muted) !important',
    fontSize: '0.75rem',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
});

const FOLDED = { margin: 3, minSize: 4 };

export function createDiff(options: DiffOptions): DiffHandle {
  return options.split ? sideBySide(options) : unified(options);
}

function common({ t, onMove }: DiffOptions, label: string): Extension {
  const move = (direction: 1 | -1) => (): boolean => {
    onMove(direction);
    return true;
  };
  return [
    baseExtensions(t),
    theme,
    search(),
    EditorState.readOnly.of(true),
    keymap.of([
      { key: 'F7', run: move(1), shift: move(-1) },
      { key: 'Alt-ArrowDown', run: move(1) },
      { key: 'Alt-ArrowUp', run: move(-1) },
      ...searchKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      'aria-multiline': 'true',
      tabindex: '0',
    }),
  ];
}

function unified(options: DiffOptions): DiffHandle {
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        common(options, options.label),
        unifiedMergeView({
          original: options.original,
          mergeControls: false,
          ...(options.whole ? {} : { collapseUnchanged: FOLDED }),
        }),
      ],
    }),
  });
  return handleOf(view, EditorState.create({ doc: options.original }), () => view.destroy());
}

function sideBySide(options: DiffOptions): DiffHandle {
  const merge = new MergeView({
    parent: options.parent,
    a: { doc: options.original, extensions: common(options, options.originalLabel) },
    b: { doc: options.text, extensions: common(options, options.label) },
    ...(options.whole ? {} : { collapseUnchanged: FOLDED }),
  });
  return handleOf(merge.b, merge.a.state, () => merge.destroy());
}

function handleOf(view: EditorView, original: EditorState, destroy: () => void): DiffHandle {
  const chunks = getChunks(view.state)?.chunks ?? [];
  return {
    summary: summaryOf(chunks, view.state, original),
    move: (direction) => {
      (direction === 1 ? goToNextChunk : goToPreviousChunk)(view);
      const { head } = view.state.selection.main;
      const at = chunks.findIndex(
        (chunk) => chunk.fromB <= head && head <= Math.max(chunk.fromB, chunk.endB),
      );
      return at + 1;
    },
    destroy,
  };
}

function summaryOf(chunks: readonly Chunk[], after: EditorState, before: EditorState): DiffSummary {
  return {
    changes: chunks.length,
    added: lines(chunks, after, (chunk) => [chunk.fromB, chunk.toB]),
    removed: lines(chunks, before, (chunk) => [chunk.fromA, chunk.toA]),
  };
}

function lines(
  chunks: readonly Chunk[],
  { doc }: EditorState,
  rangeOf: (chunk: Chunk) => readonly [number, number],
): number {
  return chunks.reduce((count, chunk) => {
    const [from, to] = rangeOf(chunk);
    if (from === to) return count;
    return count + doc.lineAt(Math.min(to - 1, doc.length)).number - doc.lineAt(from).number + 1;
  }, 0);
}
