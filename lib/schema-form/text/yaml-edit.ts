/**
 * Edits of YAML text that change the lines of one path and nothing else: comments, order, quoting, anchors and odd
 * spellings elsewhere stay as written. Each edit proposes text changes, from the smallest to the coarsest; the first
 * one that, read again, gives exactly the value wanted is taken. So a proposal may be naive, never wrong.
 */
import { applyToValue, type YamlEdit } from './edits.ts';
import { getIn, type Path, sameValue } from '../schema/path.ts';
import { applyTextChange, changeBetween, type TextChange } from './text-change.ts';
import { proposals } from './yaml-proposals.ts';
import type { ParsedYaml } from './yaml-library.ts';
import { readYaml } from './yaml-read.ts';
import { rereadYaml, type YamlSource } from './yaml-reread.ts';
import { valueYaml } from './yaml-text.ts';
import type { YamlNode } from './yaml-tree.ts';

/** The text after the edit, as it was read again. */
export interface EditedYaml extends YamlSource {
  /** From the text before; absent when the edit changes nothing. */
  readonly change?: TextChange;
}

/** The text after the edit. The same text when the edit changes nothing. */
export function editYaml(text: string, parsed: ParsedYaml, given: YamlEdit): EditedYaml {
  const edit = given.kind === 'set' && given.value === undefined ? unset(given.path) : given;
  const want = applyToValue(parsed.value, edit);
  if (sameValue(parsed.value, want)) return { text, parsed };
  const source = { text, parsed };
  const direct = firstFitting(source, edit, want) ?? aroundPath(source, edit, want);
  if (direct !== undefined) return direct;
  const { text: next, parsed: reading } = withoutAliases(source, edit, want) ?? rewrite(want);
  return { text: next, parsed: reading, change: changeBetween(text, next) };
}

/** No text says that there is nothing, except by leaving it out. */
function unset(path: Path): YamlEdit {
  return { kind: 'delete', path };
}

function firstFitting(source: YamlSource, edit: YamlEdit, want: unknown): EditedYaml | undefined {
  for (const change of inLineBreaksOf(source.text, proposals(source, edit))) {
    const { text, reading } = rereadYaml(source, change);
    if (reading.ok && sameValue(reading.parsed.value, want)) return { text, parsed: reading.parsed, change };
  }
  return undefined;
}

/** Lines end as those around them do. */
function* inLineBreaksOf(text: string, changes: Iterable<TextChange>): Generator<TextChange> {
  const end = text.indexOf('\n');
  const withReturns = end > 0 && text[end - 1] === '\r';
  for (const change of changes) {
    if (withReturns && change.insert.includes('\n'))
      yield { ...change, insert: change.insert.replaceAll(/\r?\n/g, '\r\n') };
    yield change;
  }
}

/** What holds the path is written anew, as little of it as will do: its comments are lost, all others are kept. */
function aroundPath(source: YamlSource, edit: YamlEdit, want: unknown): EditedYaml | undefined {
  for (let length = edit.path.length; length > 0; length -= 1) {
    const path = edit.path.slice(0, length);
    const value = getIn(want, path);
    if (value === undefined || getIn(source.parsed.value, path) === undefined) continue;
    const edited = firstFitting(source, { kind: 'set', path, value }, want);
    if (edited !== undefined) return edited;
  }
  return undefined;
}

/** Last resort, for shapes no proposal fits: correct, but comments are lost. */
function rewrite(want: unknown): YamlSource {
  const text = `${valueYaml(want, { indent: 0, flow: false })}\n`;
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(`cannot write this value as YAML: ${JSON.stringify(reading.problem)}`);
  return { text, parsed: reading.parsed };
}

/** Aliases that would show the edit of one place in another are replaced by what they stand for, no others if possible. */
function withoutAliases(source: YamlSource, edit: YamlEdit, want: unknown): YamlSource | undefined {
  const { root, at } = source.parsed.tree;
  const aliases = root === undefined ? [] : aliasChanges(root, at);
  const nameOf = ({ from, to }: TextChange): string => source.text.slice(from, to);
  const names = [...new Set(aliases.map(nameOf))].slice(0, 8);
  const groups = [...names.map((name) => aliases.filter((alias) => nameOf(alias) === name)), aliases];
  for (const group of groups) {
    const expanded = expandAliases(source, group);
    const edited = expanded === undefined ? undefined : firstFitting(expanded, edit, want);
    if (edited !== undefined) return edited;
  }
  return undefined;
}

function expandAliases(source: YamlSource, changes: readonly TextChange[]): YamlSource | undefined {
  if (changes.length === 0) return undefined;
  const text = changes.reduceRight(applyTextChange, source.text);
  const reading = readYaml(text);
  return reading.ok && sameValue(reading.parsed.value, source.parsed.value)
    ? { text, parsed: reading.parsed }
    : undefined;
}

function aliasChanges(node: YamlNode, at: number): TextChange[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'alias') {
    const insert = valueYaml(node.value(), { indent: 0, flow: true });
    return [{ from: at, to: at + node.length, insert }];
  }
  return node.entries.flatMap((entry, index) =>
    aliasChanges(entry.value, at + (node.starts[index] ?? 0) + entry.valueAt),
  );
}
