/** The card of a field: under the pointer, and by a key at the cursor. */
import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { entryAt } from '#lib/schema-form/editor/cursor.ts';
import { entryPath } from '#lib/schema-form/editor/entries.ts';
import { factsAt, type FieldFacts } from '#lib/schema-form/editor/facts.ts';
import { showCard } from './cursor-card.ts';
import { outlineFor, subjectFacet } from './editor-state.ts';
import type { Translate } from '#messages/types.ts';
import { fieldCard, factsAsText } from './field-card.ts';

interface Found {
  readonly facts: FieldFacts;
  readonly from: number;
  readonly to: number;
}

function found(view: EditorView, offset: number, onKey: boolean): Found | undefined {
  const subject = view.state.facet(subjectFacet);
  if (subject === undefined) return undefined;
  const entry = entryAt(outlineFor(view.state.doc), offset);
  const { from, keyTo: to } = entry;
  if (onKey && (offset < from || offset > to)) return undefined;
  const facts = factsAt(subject, entryPath(entry));
  return facts === undefined ? undefined : { facts, from, to };
}

export function hoverCards(t: Translate<'schema-form'>): Extension {
  return hoverTooltip((view, offset) => {
    const at = found(view, offset, true);
    if (at === undefined) return null;
    return { pos: at.from, end: at.to, above: true, create: () => ({ dom: fieldCard(at.facts, t) }) };
  });
}

/** Shows and speaks what is known of the field at the cursor. */
export function showFieldCard(view: EditorView, t: Translate<'schema-form'>): boolean {
  const { head } = view.state.selection.main;
  const at = found(view, head, false);
  if (at === undefined) return false;
  view.dispatch({
    effects: [
      EditorView.announce.of(factsAsText(at.facts, t)),
      showCard(Math.min(Math.max(at.from, view.state.doc.lineAt(head).from), head), () =>
        fieldCard(at.facts, t),
      ),
    ],
  });
  return true;
}
