/** Folding by level: what stands deeper than it is closed. */
import { foldEffect, unfoldAll } from '@codemirror/language';
import type { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Entry } from '#lib/schema-form/editor/entries.ts';
import { outlineFor } from './editor-state.ts';

type Fold = StateEffect<{ from: number; to: number }>;

/** Level 1 leaves the topmost keys only; 0 opens everything. */
export function foldToLevel(view: EditorView, level: number): void {
  unfoldAll(view);
  if (level <= 0) return;
  const effects: Fold[] = [];
  for (const root of outlineFor(view.state.doc).documents) collect(view, root, level, effects);
  view.dispatch({ effects });
}

function collect(view: EditorView, entry: Entry, level: number, effects: Fold[]): void {
  if (level > 0) {
    for (const child of entry.children) collect(view, child, level - 1, effects);
    return;
  }
  if (entry.flow) return;
  const from = view.state.doc.lineAt(entry.from).to;
  if (entry.to > from) effects.push(foldEffect.of({ from, to: entry.to }));
}
