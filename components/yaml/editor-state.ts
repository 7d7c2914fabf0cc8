/** What the parts of the editor share. */
import { Facet, type Text } from '@codemirror/state';
import { type Outline, textOutline } from '#lib/schema-form/editor/outline.ts';
import type { EditorSubject } from '#lib/schema-form/editor/subject.ts';

/** The schema of what is written; undefined when nothing is known of it. */
export const subjectFacet = Facet.define<EditorSubject, EditorSubject | undefined>({
  combine: (given) => given[0],
});

const outlines = new WeakMap<Text, Outline>();

/** Read once per text, however many ask. */
export function outlineFor(text: Text): Outline {
  const known = outlines.get(text);
  if (known !== undefined) return known;
  const made = textOutline(text.toString());
  outlines.set(text, made);
  return made;
}
