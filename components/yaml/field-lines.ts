/** Gently marks the lines of the field that has the focus in the form beside. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { TextRange } from '#lib/schema-form/editor/lines.ts';

const mark = StateEffect.define<TextRange | undefined>();
const line = Decoration.line({ class: 'cm-fieldLine' });
/** Of a large section the first lines tell which it is. */
const LINE_LIMIT = 200;

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let after = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      const { doc } = transaction.state;
      const range = effect.value;
      if (range === undefined) after = Decoration.none;
      else {
        const first = doc.lineAt(Math.min(range.from, doc.length)).number;
        const last = doc.lineAt(Math.min(range.to, doc.length)).number;
        const count = Math.min(last - first + 1, LINE_LIMIT);
        after = Decoration.set(
          Array.from({ length: count }, (_, index) => line.range(doc.line(first + index).from)),
        );
      }
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const fieldLines: Extension = marked;

/** Marks them, and scrolls the editor, never the page, to the first of them. The focus stays where it is. */
export function markLines(view: EditorView, range: TextRange | undefined): void {
  view.dispatch({ effects: mark.of(range) });
  if (range !== undefined) scrollWithin(view, Math.min(range.from, view.state.doc.length));
}

function scrollWithin(view: EditorView, offset: number): void {
  const { scrollDOM } = view;
  const block = view.lineBlockAt(offset);
  const { scrollTop, clientHeight } = scrollDOM;
  if (block.top >= scrollTop && block.bottom <= scrollTop + clientHeight) return;
  scrollDOM.scrollTop = Math.max(0, block.top - clientHeight / 3);
}
