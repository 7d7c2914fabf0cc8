/** What helps while writing: loaded once the text is on the screen. */
import { completionKeymap } from '@codemirror/autocomplete';
import {
  gotoLine,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { schemaCompletion } from './complete.ts';
import type { Translate } from '#messages/types.ts';
import { hoverCards, showFieldCard } from './hover.ts';

export function assistance(t: Translate<'schema-form'>): Extension {
  return [
    schemaCompletion(t),
    hoverCards(t),
    search(),
    highlightSelectionMatches(),
    keymap.of([
      { key: 'Ctrl-Shift-Space', run: (view) => showFieldCard(view, t) },
      ...completionKeymap,
      ...searchKeymap,
    ]),
  ];
}

export const commands = {
  find: openSearchPanel,
  goToLine: gotoLine,
  showField: (view: EditorView, t: Translate<'schema-form'>): boolean => showFieldCard(view, t),
};
