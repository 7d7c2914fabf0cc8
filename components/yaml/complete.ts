/** Completion by the schema. */
import {
  autocompletion,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  applyCompletion,
  type Completion,
  type Completions,
  completionsAt,
} from '#lib/schema-form/editor/completions.ts';
import { element } from './cards.ts';
import { outlineFor, subjectFacet } from './editor-state.ts';
import type { Translate } from '#messages/types.ts';

export function schemaCompletion(t: Translate<'schema-form'>): Extension {
  return autocompletion({
    override: [(context) => sourceAt(context, t)],
    icons: false,
    maxRenderedOptions: 200,
  });
}

function sourceAt(
  { state, pos, explicit }: CompletionContext,
  t: Translate<'schema-form'>,
): CompletionResult | null {
  const subject = state.facet(subjectFacet);
  if (subject === undefined || state.readOnly) return null;
  const found = completionsAt(outlineFor(state.doc), pos, subject);
  if (found === undefined) return null;
  // While somebody indents, a list of all fields would be in the way; values after a colon are few.
  const isValue = found.options.every(({ kind }) => kind === 'value');
  if (!explicit && found.from === pos && !isValue) return null;
  return {
    from: found.from,
    to: found.to,
    options: found.options.map((completion, index) => optionOf({ completion, index, found, t })),
    validFor: /^[\w./-]*$/,
  };
}

interface Offered {
  readonly completion: Completion;
  readonly index: number;
  readonly found: Completions;
  readonly t: Translate<'schema-form'>;
}

function optionOf({ completion, index, found, t }: Offered): Option {
  const { label, help } = completion;
  return {
    label,
    detail: detailOf(completion, t),
    // The schema's order, required fields first, where what was typed fits several as well.
    sortText: String(index).padStart(6, '0'),
    ...(help === undefined ? {} : { info: () => element('div', 'cm-card', help) }),
    apply: (view, option, from, to) => insert(view, { option, completion, found: { ...found, from, to } }),
  };
}

function detailOf({ field, required, isDefault, kind }: Completion, t: Translate<'schema-form'>): string {
  const parts: string[] = [];
  if (field !== undefined && kind !== 'value') parts.push(t(`editor.kinds.${field.kind}`));
  if (kind === 'branch') parts.push(t('editor.together'));
  if (required) parts.push(t('editor.required'));
  if (isDefault) parts.push(t('editor.isDefault'));
  return parts.join(' · ');
}

interface Picked {
  readonly option: Option;
  readonly completion: Completion;
  readonly found: Completions;
}

/** Puts it in; with several holes, Tab goes from one to the next. What the first hole may hold is offered at once. */
function insert(view: EditorView, { option, completion, found }: Picked): void {
  const text = view.state.doc.toString();
  const from = found.trimBefore ? lastText(text, found.from) : found.from;
  if (completion.insert.length > 2) {
    const line = view.state.doc.lineAt(from).text;
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    snippet(templateOf(completion.insert, indent))(view, option, from, found.to);
  } else {
    const { cursor } = applyCompletion(text, found, completion);
    view.dispatch({
      changes: { from, to: found.to, insert: completion.insert.join('') },
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: 'input.complete',
      annotations: pickedCompletion.of(option),
    });
  }
  if (completion.insert.length > 1) startCompletion(view);
}

function lastText(text: string, from: number): number {
  let at = from;
  while (at > 0 && text[at - 1] === ' ') at -= 1;
  return at;
}

/** CodeMirror indents further lines like the line it inserts at, and takes `${…}` and `#{…}` for holes. */
function templateOf(pieces: readonly string[], indent: string): string {
  return pieces
    .map((piece) => piece.replaceAll(`\n${indent}`, '\n').replaceAll(/([#$])\{/g, '$1\\{'))
    .join('${}');
}
