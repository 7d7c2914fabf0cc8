/** Marks in the text, and the ways from one to the next. */
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { problemCard } from './cards.ts';
import { showCard } from './cursor-card.ts';
import type { YamlMark } from './yaml-mark.ts';

const setMarks = StateEffect.define<readonly YamlMark[]>();
const NONE: readonly YamlMark[] = [];

/** As given for the text of that moment; CodeMirror moves what it draws of them itself. */
const marksField = StateField.define<readonly YamlMark[]>({
  create: () => NONE,
  update(before, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    if (!transaction.docChanged || before.length === 0) return before;
    const { changes } = transaction;
    return before.map((mark) => ({
      ...mark,
      from: changes.mapPos(mark.from, 1),
      to: changes.mapPos(mark.to, 1),
    }));
  },
});

export const problems: Extension = [marksField, lintGutter()];

export function showMarks(view: EditorView, marks: readonly YamlMark[]): void {
  const end = view.state.doc.length;
  const clipped = marks
    .map((mark) => ({ ...mark, from: Math.min(mark.from, end), to: Math.min(mark.to, end) }))
    .sort((left, right) => left.from - right.from);
  const { effects } = setDiagnostics(view.state, clipped.map(diagnosticOf));
  view.dispatch({ effects: [setMarks.of(clipped), ...listOf(effects)] });
}

function listOf<Item>(value: Item | readonly Item[] | undefined): readonly Item[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Item[]) : [value as Item];
}

function diagnosticOf(mark: YamlMark): Diagnostic {
  return {
    from: mark.from,
    to: mark.to,
    severity: mark.severity ?? 'error',
    message: mark.message,
    renderMessage: (view) => problemCard([mark], view),
  };
}

export function marksInView(view: EditorView): readonly YamlMark[] {
  return view.state.field(marksField, false) ?? NONE;
}

/** Those whose lines the offset is on. */
function marksAt(view: EditorView, offset: number): YamlMark[] {
  const line = view.state.doc.lineAt(offset);
  return marksInView(view).filter((mark) => mark.from <= line.to && mark.to >= line.from);
}

/** Puts the cursor at the next mark, or the one before; round the end of the text. */
export function goToProblem(view: EditorView, direction: 1 | -1): boolean {
  const marks = marksInView(view);
  const { head } = view.state.selection.main;
  const next =
    direction === 1
      ? (marks.find(({ from }) => from > head) ?? marks[0])
      : (marks.findLast(({ from }) => from < head) ?? marks.at(-1));
  if (next === undefined) return false;
  goToMark(view, next);
  return true;
}

export function goToMark(view: EditorView, mark: YamlMark): void {
  view.dispatch({
    selection: { anchor: mark.from },
    effects: [
      EditorView.scrollIntoView(mark.from, { y: 'nearest', yMargin: 60 }),
      EditorView.announce.of(mark.message),
      showCard(mark.from, (of) => problemCard(marksAt(of, mark.from), of)),
    ],
    userEvent: 'select',
  });
  view.focus();
}

/** Makes the likeliest fix of the problem at the cursor, where there is just one problem with one. */
export function fixAtCursor(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const here = marksAt(view, head).filter((mark) => (mark.fixes ?? []).length > 0);
  const [only] = here;
  if (only === undefined) return false;
  if (here.length === 1 && only.fixes?.length === 1) only.fixes[0]?.run();
  else view.dispatch({ effects: showCard(head, (of) => problemCard(here, of, true)) });
  return true;
}
