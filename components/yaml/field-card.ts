/** What the schema says of a field, for hover, completions and the card at the cursor. */
import type { Bounds, FieldFacts } from '#lib/schema-form/editor/facts.ts';
import { formatPath } from '#lib/schema-form/schema/path.ts';
import { element } from './cards.ts';
import type { Translate } from '#messages/types.ts';

/** Values of an enum that are listed; there are some with hundreds. */
const OPTION_LIMIT = 20;

export function fieldCard(facts: FieldFacts, t: Translate<'schema-form'>): HTMLElement {
  const dom = element('div', 'cm-card');
  // A long one is scrolled, by keys too.
  dom.tabIndex = 0;
  dom.append(
    element('div', 'cm-card-title', facts.title),
    element('div', 'cm-card-path', formatPath(facts.path)),
  );
  if (facts.deprecated) dom.append(element('div', 'cm-card-warn', t('editor.deprecated')));
  const lines = factLines(facts, t);
  if (lines.length > 0)
    dom.append(element('ul', 'cm-card-facts', ...lines.map((line) => element('li', '', line))));
  if (facts.description !== undefined) dom.append(element('p', 'cm-card-text', facts.description));
  return dom;
}

/** For screen readers: the card as one text. */
export function factsAsText(facts: FieldFacts, t: Translate<'schema-form'>): string {
  return [facts.title, ...factLines(facts, t), facts.description ?? '']
    .filter((part) => part !== '')
    .join('. ');
}

function factLines(facts: FieldFacts, t: Translate<'schema-form'>): string[] {
  const { options, listType, listKeys, defaultText, pattern } = facts;
  return [
    kindLine(facts, t),
    ...given(defaultText, (value) => t('editor.default', { value })),
    ...given(options, (all) => t('editor.options', { options: shortened(all) })),
    ...boundsLines(facts, t),
    ...given(pattern, (text) => t('editor.pattern', { pattern: text })),
    ...given(listType, (type) => t('editor.listType', { type, keys: listKeys.join(', ') })),
    ...facts.rules.map((rule) => t('editor.rule', { rule })),
  ];
}

function kindLine({ kind, format, required, nullable }: FieldFacts, t: Translate<'schema-form'>): string {
  const parts = [t(`editor.kinds.${kind}`)];
  if (format !== undefined) parts.push(format);
  if (required) parts.push(t('editor.required'));
  if (nullable) parts.push(t('editor.nullable'));
  return parts.join(' · ');
}

function given<Value>(value: Value | undefined, line: (value: Value) => string): string[] {
  return value === undefined ? [] : [line(value)];
}

function shortened(options: readonly string[]): string {
  const rest = options.length > OPTION_LIMIT ? ', …' : '';
  return `${options.slice(0, OPTION_LIMIT).join(', ')}${rest}`;
}

function boundsLines({ range, length, size }: FieldFacts, t: Translate<'schema-form'>): string[] {
  return [
    ...given(range, (bounds) => t('editor.range', { range: boundsText(bounds) })),
    ...given(length, (bounds) => t('editor.length', { range: boundsText(bounds) })),
    ...given(size, (bounds) => t('editor.size', { range: boundsText(bounds) })),
  ];
}

/** `1–9`, `≥ 1`, `≤ 9`: the same in every language. */
function boundsText({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return `${String(min)}–${String(max)}`;
  return min === undefined ? `≤ ${String(max)}` : `≥ ${String(min)}`;
}
