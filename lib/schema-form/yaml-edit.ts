/**
 * Edits of YAML text that change the lines of one path and nothing else: comments, order, quoting, anchors and odd
 * spellings elsewhere stay as written. Each edit proposes text changes, from the smallest to the coarsest; the first
 * one that, read again, gives exactly the value wanted is taken. So a proposal may be naive, never wrong.
 */
import { visit } from 'yaml';
import { applyToValue, type TextChange, type YamlEdit } from './edits.ts';
import { sameValue } from './path.ts';
import { proposals } from './yaml-proposals.ts';
import { type ParsedYaml, readYaml } from './yaml-read.ts';
import { render } from './yaml-text.ts';

export interface EditedYaml {
  readonly text: string;
  readonly parsed: ParsedYaml;
}

/** The text after the edit. The same text when the edit changes nothing. */
export function editYaml(text: string, parsed: ParsedYaml, edit: YamlEdit): EditedYaml {
  const want = applyToValue(parsed.value, edit);
  if (sameValue(parsed.value, want) && edit.kind !== 'rename') return { text, parsed };
  const source = { text, parsed };
  const direct = firstFitting(source, edit, want);
  if (direct !== undefined) return direct;
  const expanded = expandAliases(source);
  const second = expanded === undefined ? undefined : firstFitting(expanded, edit, want);
  return second ?? rewrite(want);
}

function firstFitting(source: EditedYaml, edit: YamlEdit, want: unknown): EditedYaml | undefined {
  for (const change of proposals(source, edit)) {
    const text = applyChange(source.text, change);
    const reading = readYaml(text);
    if (reading.ok && sameValue(reading.parsed.value, want)) return { text, parsed: reading.parsed };
  }
  return undefined;
}

export function applyChange(text: string, change: TextChange): string {
  return text.slice(0, change.from) + change.insert + text.slice(change.to);
}

/** The one change that makes `after` of `before`, as small as a common prefix and suffix allow. */
export function changeBetween(before: string, after: string): TextChange {
  const limit = Math.min(before.length, after.length);
  let from = 0;
  while (from < limit && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let tail = 0;
  while (
    tail < limit - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** Last resort, for shapes no proposal fits (explicit keys, an alias as a parent): correct, but comments are lost. */
function rewrite(want: unknown): EditedYaml {
  const text = render(want, { indent: 0, flow: false });
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(`cannot write this value as YAML: ${JSON.stringify(reading.problem)}`);
  return { text, parsed: reading.parsed };
}

/** Each alias replaced by the data it stands for, so that an edit of one place does not show in another. */
function expandAliases(source: EditedYaml): EditedYaml | undefined {
  const changes: TextChange[] = [];
  visit(source.parsed.ast, {
    Alias(_, node, ancestors) {
      const path = ancestors.length;
      const value = node.resolve(source.parsed.ast);
      if (node.range === undefined || node.range === null || value === undefined || path === 0) return;
      const plain: unknown = value.toJS(source.parsed.ast, { maxAliasCount: 100 });
      changes.push({
        from: node.range[0],
        to: node.range[1],
        insert: render(plain, { indent: 0, flow: true }),
      });
    },
  });
  if (changes.length === 0) return undefined;
  const text = changes.reduceRight(applyChange, source.text);
  const reading = readYaml(text);
  return reading.ok && sameValue(reading.parsed.value, source.parsed.value)
    ? { text, parsed: reading.parsed }
    : undefined;
}
