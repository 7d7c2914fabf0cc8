/** Keys of the editor that differ from CodeMirror's own. */
import { history, historyKeymap, indentLess, indentMore, insertTab } from '@codemirror/commands';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { hideCard } from './cursor-card.ts';
import { fixAtCursor, goToProblem } from './problems.ts';

/** Undo and redo of a text that is edited elsewhere too. */
export interface SharedHistory {
  readonly undo: () => void;
  readonly redo: () => void;
}

/** How long Tab leaves the editor after Escape: time enough for slow hands. */
const LEAVE_MS = 30_000;

/** Editors in which somebody has begun to work since they came in. */
const atWork = new WeakSet<EditorView>();

/** Who only passes by with Tab is let through; a click or a change says that the text is what they came for. */
const passage = [
  EditorView.domEventHandlers({
    blur: (_, view) => {
      atWork.delete(view);
    },
    mousedown: (_, view) => {
      atWork.add(view);
    },
  }),
  EditorView.updateListener.of(({ view, transactions }) => {
    const typed = transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete'));
    if (typed) atWork.add(view);
  }),
];

/**
 * Tab indents once somebody is at work, so there has to be another way out then: Escape, then Tab. A text that cannot be
 * edited is no trap.
 */
const tabKeys: readonly KeyBinding[] = [
  {
    key: 'Tab',
    run: (view) => {
      if (view.state.readOnly || !atWork.has(view)) return false;
      return view.state.selection.ranges.some((range) => !range.empty) ? indentMore(view) : insertTab(view);
    },
    shift: (view) => !view.state.readOnly && atWork.has(view) && indentLess(view),
  },
  {
    key: 'Escape',
    run: (view) => {
      view.setTabFocusMode(LEAVE_MS);
      return hideCard(view);
    },
  },
];

const problemKeys: readonly KeyBinding[] = [
  { key: 'F8', run: (view) => goToProblem(view, 1), shift: (view) => goToProblem(view, -1) },
  { key: 'Mod-.', run: fixAtCursor },
];

export const editorKeys: Extension = [passage, keymap.of([...problemKeys, ...tabKeys])];

/** Undo of the editor's own, or of the text that it shares with the form. */
export function undoKeys(shared: SharedHistory | undefined): Extension {
  if (shared === undefined) return [history(), keymap.of(historyKeymap)];
  const undo = (): boolean => {
    shared.undo();
    return true;
  };
  const redo = (): boolean => {
    shared.redo();
    return true;
  };
  // The form around listens for the same keys: one press undoes one step.
  const once = { preventDefault: true, stopPropagation: true };
  return Prec.high([
    keymap.of([
      { key: 'Mod-z', run: undo, ...once },
      { key: 'Mod-Shift-z', run: redo, ...once },
      { key: 'Mod-y', run: redo, ...once },
    ]),
    // The browser's own menu, and keyboards of phones.
    EditorView.domEventHandlers({
      beforeinput: ({ inputType }, view) => {
        if (view.state.facet(EditorState.readOnly)) return false;
        if (inputType === 'historyUndo') return undo();
        return inputType === 'historyRedo' ? redo() : false;
      },
    }),
  ]);
}

/**
 * Typing over selected text is made here: browsers would keep its colours by a style attribute, which the content
 * security policy blocks and reports.
 */
export const typeOverSelection: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state } = view;
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || state.readOnly) return false;
    if (state.selection.ranges.every((range) => range.empty)) return false;
    event.preventDefault();
    view.dispatch(
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true }),
    );
    return true;
  },
});
