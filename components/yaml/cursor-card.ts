/** A card at the cursor, opened by a key: gone as soon as the cursor or the text moves. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';

type Draw = (view: EditorView) => HTMLElement;

const card = StateEffect.define<{ readonly at: number; readonly draw: Draw } | undefined>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(before, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(card)) continue;
      return effect.value === undefined ? null : tooltipOf(effect.value.at, effect.value.draw);
    }
    return transaction.docChanged || transaction.selection !== undefined ? null : before;
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipOf(pos: number, draw: Draw): Tooltip {
  return { pos, above: false, arrow: false, create: (view) => ({ dom: draw(view) }) };
}

export const cursorCard: Extension = shown;

export function showCard(at: number, draw: Draw): StateEffect<unknown> {
  return card.of({ at, draw });
}

/** False when none was open. */
export function hideCard(view: EditorView): boolean {
  if ((view.state.field(shown, false) ?? null) === null) return false;
  view.dispatch({ effects: card.of(undefined) });
  return true;
}
