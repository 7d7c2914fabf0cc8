import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { stringify } from 'yaml';
import { z } from 'zod';
import { sampleValue } from '#lib/testing/sample-values.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { objectSchema, structuralSchemas } from '#lib/testing/structural-schemas.ts';
import {
  changeText,
  documentOf,
  editDocument,
  type FormDocument,
  openDocument,
  renderYaml,
} from './document.ts';
import { applyToValue, type YamlEdit } from './edits.ts';
import { type History, noHistory, redoStep, remember, undoStep } from './history.ts';
import { isDictionary, isList, type Path, pathKey, sameValue } from '../schema/path.ts';
import { fieldOf } from '../schema/schema.ts';
import { readByLibrary } from './yaml-library.ts';
import { contentEnd, locate } from './yaml-locate.ts';
import { lineEnd, lineStart, nextLine } from './yaml-text.ts';

const file = fileURLToPath(new URL('../../../../shared/data/forms-visible.jsonl.gz', import.meta.url));
const present = existsSync(file);
if (!present) console.warn(`SKIPPED: examples of real operators are not here (${file})`);

const RealForm = z.object({ kind: z.string(), examples: z.array(z.unknown()) });
const examples = present
  ? gunzipSync(readFileSync(file))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => RealForm.parse(JSON.parse(line)).examples)
  : [];

/** The same object in the spellings of different people and programs. */
const styles: { name: string; write: (value: unknown) => string }[] = [
  { name: 'as the form writes it', write: renderYaml },
  { name: 'as JSON', write: (value) => JSON.stringify(value, null, 2) },
  { name: 'as JSON on one line', write: (value) => JSON.stringify(value) },
  {
    name: 'with deep indentation, flat lists and folded text',
    write: (value) => stringify(value, { indent: 4, indentSeq: false, lineWidth: 40, blockQuote: 'folded' }),
  },
  {
    name: 'in single quotes',
    write: (value) => stringify(value, { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' }),
  },
  { name: 'with carriage returns', write: (value) => renderYaml(value).replaceAll('\n', '\r\n') },
  { name: 'without a line break at the end', write: (value) => renderYaml(value).trimEnd() },
  { name: 'between marks', write: (value) => `# licence\n---\n${renderYaml(value)}...\n` },
  { name: 'with comments', write: (value) => withComments(renderYaml(value)) },
];

/** Comments and blank lines above the lines that entries begin on. */
function withComments(text: string): string {
  const document = openDocument(text);
  const lines = new Set<number>();
  for (const path of pathsOf(document.value)) {
    lines.add(lineStart(text, locate(document.parsed.tree, path).indicator ?? 0));
  }
  const starts = [...lines].sort((left, right) => right - left);
  return starts.reduce((commented, start, index) => {
    const indent = /^ */.exec(text.slice(start))?.[0] ?? '';
    const line = [`${indent}# note ${index}\n`, '\n', '', '# margin\n'][index % 4] ?? '';
    return commented.slice(0, start) + line + commented.slice(start);
  }, text);
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  const below = isList(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : isDictionary(value)
      ? Object.keys(value).flatMap((name) => pathsOf(value[name], [...path, name]))
      : [];
  return path.length === 0 ? below : [path, ...below];
}

const values: unknown[] = [
  ...[
    'changed',
    '',
    '8080',
    'yes',
    '1.10',
    'a: b # c',
    'x, [y]',
    ' padded ',
    '"quoted" \'twice\'',
    'é\u0085',
    'tab\t.',
  ],
  ...['two\nlines', 'two\nlines\n', 'blank\n\n\nend\n\n', 8080, 1.5, 12345678901234567890n, true, null],
  ...[{}, [], { a: 'b', c: [1, { d: 'e' }] }, ['x', ['y']]],
];

/** The edit makes just this value, and lines outside those of `within` stay as they are. */
function checkEdit(document: FormDocument, edit: YamlEdit, within: Path): void {
  const edited = editDocument(document, edit);
  const told = `${JSON.stringify(edit, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))}\n${document.text}`;
  expect(sameValue(edited.value, applyToValue(document.value, edit)), told).toBe(true);
  const located = locate(document.parsed.tree, within);
  const from = lineStart(document.text, located.indicator ?? located.at);
  const to = nextLine(document.text, contentEnd(located));
  const before = document.text.slice(0, lineEnd(document.text, Math.max(0, from - 2)));
  expect(edited.text.startsWith(from === 0 ? '' : before), told).toBe(true);
  expect(edited.text.endsWith(document.text.slice(to)), told).toBe(true);
}

/** What goes when the entry goes: with the last one its holder becomes empty; a comma or a dash is shared with a neighbour. */
function linesOfRemoval({ text, parsed }: FormDocument, path: Path): Path {
  const { parent, indicator, at } = locate(parsed.tree, path);
  const start = indicator ?? at;
  const alone = parent?.collection.entries.length === 1;
  const shared = parent?.collection.flow === true || text.slice(lineStart(text, start), start).trim() !== '';
  return alone || shared ? path.slice(0, -1) : path;
}

function checkAll(text: string, turn: number): number {
  const document = openDocument(text);
  const paths = pathsOf(document.value);
  paths.forEach((path, index) => {
    const { node } = locate(document.parsed.tree, path);
    const last = path.at(-1);
    const holder = path.slice(0, -1);
    const value = values[(turn + index) % values.length];
    if (node?.kind === 'scalar' || index % 5 === 0) {
      checkEdit(document, { kind: 'set', path, value }, path);
      checkEdit(document, { kind: 'delete', path }, linesOfRemoval(document, path));
    }
    if (typeof last === 'number') {
      checkEdit(document, { kind: 'insert', path, value }, holder);
      checkEdit(document, { kind: 'move', path: holder, from: last, to: 0 }, holder);
    } else if (index % 3 === 0) {
      checkEdit(document, { kind: 'rename', path, key: `new.key/${index}` }, path);
      checkEdit(document, { kind: 'set', path: [...holder, 'added'], value }, holder);
    }
  });
  return paths.length;
}

describe.skipIf(!present)('examples of real operators', () => {
  it.each(styles)(
    '$name: opening changes no byte, an edit of any part only its lines',
    ({ write }) => {
      let checked = 0;
      for (const [turn, example] of examples.entries()) {
        const text = write(example);
        const document = openDocument(text);
        expect(document.text).toBe(text);
        expect(document.value).toEqual(example);
        expect(readByLibrary(text)).toMatchObject({ ok: true, parsed: { value: example } });
        checked += checkAll(text, turn);
      }
      expect(checked).toBeGreaterThan(800);
    },
    60_000,
  );
});

interface Session {
  readonly document: FormDocument;
  readonly history: History;
}

function after({ document, history }: Session, edit: YamlEdit): Session {
  const edited = editDocument(document, edit);
  const { step } = edited;
  if (edited === document || step === undefined) return { document, history };
  const made = { ...step, path: edit.path, group: pathKey(edit.path) };
  return { document: edited, history: remember(history, made) };
}

function moved({ document, history }: Session, back: boolean): Session | undefined {
  const move = back ? undoStep(history) : redoStep(history);
  return move === undefined
    ? undefined
    : { document: changeText(document, move.change), history: move.history };
}

const sample = fc
  .tuple(
    fc.record({ a: structuralSchemas(3), b: structuralSchemas(2) }),
    fc.integer(),
    fc.constantFrom(...styles),
  )
  .map(([fields, seed, style]) => {
    const random = randomFrom(seed);
    const schema = fieldOf(objectSchema(fields));
    return { value: sampleValue(schema, { random, wrong: 0.1, depth: 4 }), style };
  })
  .filter(({ value }) => isDictionary(value) && Object.keys(value).length > 0);

describe('a form over any structural schema', () => {
  it('document → form → document is the identity', () => {
    fc.assert(
      fc.property(sample, ({ value }) => {
        const document = documentOf(value);
        expect(document.text).toBe(renderYaml(value));
        expect(sameValue(document.value, value)).toBe(true);
        expect(sameValue(openDocument(document.text).value, value)).toBe(true);
        expect(renderYaml(openDocument(document.text).value)).toBe(document.text);
      }),
    );
  }, 60_000);

  it('undoing every edit gives the same bytes, redoing them the last', () => {
    const pick = fc.record({ at: fc.nat(), kind: fc.nat(5), value: fc.constantFrom(...values) });
    fc.assert(
      fc.property(sample, fc.array(pick, { maxLength: 12 }), ({ value, style }, picks) => {
        const text = style.write(JSON.parse(JSON.stringify(value, exact)));
        let session: Session = { document: openDocument(text), history: noHistory };
        for (const one of picks) session = after(session, editAt(session.document.value, one));
        const last = session.document;
        for (let back = moved(session, true); back !== undefined; back = moved(session, true)) session = back;
        expect(session.document.text).toBe(text);
        for (let on = moved(session, false); on !== undefined; on = moved(session, false)) session = on;
        expect(session.document.text).toBe(last.text);
        expect(sameValue(session.document.value, last.value)).toBe(true);
      }),
      { numRuns: effort(75, 1500) },
    );
  }, 60_000);
});

/** JSON knows no bigint. */
function exact(_: string, part: unknown): unknown {
  return typeof part === 'bigint' ? Number(part) : part;
}

function editAt(root: unknown, pick: { at: number; kind: number; value: unknown }): YamlEdit {
  const paths = pathsOf(root);
  const path = paths[pick.at % Math.max(1, paths.length)] ?? ['first'];
  const last = path.at(-1);
  if (pick.kind === 0) return { kind: 'delete', path };
  if (pick.kind === 1) return { kind: 'set', path: [...path, 'new.key', 'below'], value: pick.value };
  if (typeof last === 'number' && pick.kind === 2) return { kind: 'insert', path, value: pick.value };
  if (typeof last === 'number' && pick.kind === 3)
    return { kind: 'move', path: path.slice(0, -1), from: last, to: 0 };
  if (typeof last === 'string' && pick.kind === 2) return { kind: 'rename', path, key: `${last}2` };
  return { kind: 'set', path, value: pick.value };
}
