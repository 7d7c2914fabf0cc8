import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { applyToValue, type YamlEdit } from './edits.ts';
import { applyTextChange, changeBetween } from './text-change.ts';
import { editYaml } from './yaml-edit.ts';
import { readYaml } from './yaml-read.ts';
import { renderYaml } from './document.ts';
import { isDictionary, isList, type Path } from '../schema/path.ts';
import { told } from '../../testing/problems.ts';

function edit(text: string, change: YamlEdit): string {
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(told(reading.problem.problem));
  return editYaml(text, reading.parsed, change).text;
}

const rows: { name: string; text: string; change: YamlEdit; want: string }[] = [
  {
    name: 'keeps comments, order and quoting when one scalar changes',
    text: `# top\nb: 'x' # why\na: "y"\nn: 1.10\n`,
    change: { kind: 'set', path: ['b'], value: 'z' },
    want: `# top\nb: 'z' # why\na: "y"\nn: 1.10\n`,
  },
  {
    name: 'adds a missing branch after its siblings',
    text: `spec:\n  size: 1 # small\n\nstatus: {}\n`,
    change: { kind: 'set', path: ['spec', 'tls', 'enabled'], value: true },
    want: `spec:\n  size: 1 # small\n  tls:\n    enabled: true\n\nstatus: {}\n`,
  },
  {
    name: 'fills an empty map in block style',
    text: `spec: {}\nkind: A\n`,
    change: { kind: 'set', path: ['spec', 'a'], value: 'b' },
    want: `spec:\n  a: b\nkind: A\n`,
  },
  {
    name: 'fills a key without a value',
    text: `spec:\n  a:\n  b: 1\n`,
    change: { kind: 'set', path: ['spec', 'a'], value: 'x' },
    want: `spec:\n  a: x\n  b: 1\n`,
  },
  {
    name: 'keeps a flow map in its place',
    text: `a: {b: 1, c: [1, 2]}\n`,
    change: { kind: 'set', path: ['a', 'c', 2], value: 3 },
    want: `a: {b: 1, c: [1, 2, 3]}\n`,
  },
  {
    name: 'removes a key with its lines only',
    text: `a: 1\n# about b\nb:\n  c: 1\n  d: 2\n# about e\ne: 3\n`,
    change: { kind: 'delete', path: ['b'] },
    want: `a: 1\n# about b\n# about e\ne: 3\n`,
  },
  {
    name: 'leaves an empty map where the last key goes',
    text: `a:\n  b: 1\nc: 2\n`,
    change: { kind: 'delete', path: ['a', 'b'] },
    want: `a: {}\nc: 2\n`,
  },
  {
    name: 'removes the last key of a text without a final line break',
    text: `a: 1\nb: 2`,
    change: { kind: 'delete', path: ['b'] },
    want: `a: 1\n`,
  },
  {
    name: 'removes the first key of an item',
    text: `l:\n  - a: 1\n    b: 2\n  - c: 3\n`,
    change: { kind: 'delete', path: ['l', 0, 'a'] },
    want: `l:\n  - b: 2\n  - c: 3\n`,
  },
  {
    name: 'inserts an item in the middle',
    text: `l:\n- a\n# second\n- b\n`,
    change: { kind: 'insert', path: ['l', 1], value: { x: 1, z: 2 } },
    want: `l:\n- a\n# second\n- x: 1\n  z: 2\n- b\n`,
  },
  {
    name: 'starts a list that is missing',
    text: `spec:\n  a: 1\n`,
    change: { kind: 'insert', path: ['spec', 'l', 0], value: 'x' },
    want: `spec:\n  a: 1\n  l:\n    - x\n`,
  },
  {
    name: 'moves an item with its comment on the line',
    text: `l:\n  - a # one\n  - b: 1\n    c: 2\n  - d\n`,
    change: { kind: 'move', path: ['l'], from: 1, to: 0 },
    want: `l:\n  - b: 1\n    c: 2\n  - a # one\n  - d\n`,
  },
  {
    name: 'renames a key where it stands',
    text: `labels:\n  a.b/c: x # why\n  d: y\n`,
    change: { kind: 'rename', path: ['labels', 'a.b/c'], key: 'e.f/g' },
    want: `labels:\n  e.f/g: x # why\n  d: y\n`,
  },
  {
    name: 'writes many lines as a block',
    text: `a: x\nb: y\n`,
    change: { kind: 'set', path: ['a'], value: 'one\ntwo\n' },
    want: `a: |\n  one\n  two\nb: y\n`,
  },
  {
    name: 'replaces a block by a line',
    text: `a: |\n  one\n  two\nb: y\n`,
    change: { kind: 'set', path: ['a'], value: 'x' },
    want: `a: x\nb: y\n`,
  },
  {
    name: 'keys with dots and slashes are one key',
    text: `metadata:\n  name: x\n`,
    change: { kind: 'set', path: ['metadata', 'labels', 'app.kubernetes.io/name'], value: 'web' },
    want: `metadata:\n  name: x\n  labels:\n    app.kubernetes.io/name: web\n`,
  },
  {
    name: 'an edit through an alias does not change what it stands for',
    text: `a: &x\n  b: 1\nc: *x\n`,
    change: { kind: 'set', path: ['c', 'b'], value: 2 },
    want: `a: &x\n  b: 1\nc:\n  b: 2\n`,
  },
  {
    name: 'an anchored value may change without its aliases',
    text: `a: &x 1\nb: *x # same\n`,
    change: { kind: 'set', path: ['a'], value: 2 },
    want: `a: &x 2\nb: 1 # same\n`,
  },
  {
    name: '__proto__ is a key',
    text: `a: 1\n`,
    change: { kind: 'set', path: ['__proto__', 'x'], value: 1 },
    want: `a: 1\n__proto__:\n  x: 1\n`,
  },
  {
    name: 'words that kubectl takes for booleans are quoted',
    text: `a: x\n`,
    change: { kind: 'set', path: ['a'], value: 'yes' },
    want: `a: "yes"\n`,
  },
  {
    name: 'writes the first key of an empty text',
    text: `# nothing yet\n`,
    change: { kind: 'set', path: ['kind'], value: 'A' },
    want: `# nothing yet\nkind: A\n`,
  },
];

describe('editYaml', () => {
  it.each(rows)('$name', ({ text, change, want }) => {
    expect(edit(text, change)).toBe(want);
  });
});

const key = fc.constantFrom('a', 'b', 'c-d', 'app.kubernetes.io/name', '__proto__', 'on', '1', 'x y', '');
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(
    null,
    '',
    'yes',
    '1.10',
    '# x',
    'a: b',
    '- x',
    'two\nlines',
    'two\nlines\n',
    ' padded ',
    '0x1f',
    '~',
  ),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));
const object = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 5 });

function pathsOf(value: unknown, path: Path = []): Path[] {
  const below = isList(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : isDictionary(value)
      ? Object.keys(value).flatMap((name) => pathsOf(value[name], [...path, name]))
      : [];
  return path.length === 0 ? below : [path, ...below];
}

const changeOf = (value: unknown): fc.Arbitrary<YamlEdit> => {
  const paths = pathsOf(value);
  const somePath = fc.constantFrom<Path>(...paths);
  return fc.oneof(
    fc.record({ kind: fc.constant('set' as const), path: somePath, value: tree }),
    fc.record({ kind: fc.constant('delete' as const), path: somePath }),
    fc.record({
      kind: fc.constant('set' as const),
      path: somePath.map((path) => [...path, 'new.key']),
      value: tree,
    }),
    fc.record({
      kind: fc.constant('insert' as const),
      path: somePath.map((path) => [...path, 0]),
      value: tree,
    }),
  );
};

describe('editYaml, for any object and edit', () => {
  it('an edit changes one path and nothing else', () => {
    const cases = object.chain((value) => fc.record({ value: fc.constant(value), change: changeOf(value) }));
    fc.assert(
      fc.property(cases, fc.boolean(), ({ value, change }, flow) => {
        const text = flow ? JSON.stringify(value) : renderYaml(value);
        const reading = readYaml(text);
        if (!reading.ok) throw new Error(`${told(reading.problem.problem)} in ${text}`);
        expect(reading.parsed.value).toEqual(value);
        const edited = editYaml(text, reading.parsed, change);
        expect(edited.parsed.value).toEqual(applyToValue(value, change));
        expect(readYaml(edited.text)).toMatchObject({ ok: true });
      }),
      { numRuns: effort(200, 2000) },
    );
  });

  it('lines of other keys stay as they are, comments included', () => {
    const cases = object.chain((value) =>
      fc.record({ value: fc.constant(value), at: fc.constantFrom(...Object.keys(value)), next: scalar }),
    );
    fc.assert(
      fc.property(cases, ({ value, at, next }) => {
        const blocks = Object.entries(value).map(([name, entry]) => ({
          name,
          text: `# about ${JSON.stringify(name)}\n${renderYaml(Object.fromEntries([[name, entry]]))}`,
        }));
        const text = blocks.map((block) => block.text).join('');
        const edited = edit(text, { kind: 'set', path: [at], value: next });
        for (const block of blocks) {
          if (block.name !== at) expect(edited).toContain(block.text);
          else expect(edited).toContain(`# about ${JSON.stringify(at)}\n`);
        }
      }),
      { numRuns: effort(150, 1500) },
    );
  });

  it('changeBetween gives the smallest replacement', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(applyTextChange(before, changeBetween(before, after))).toBe(after);
      }),
    );
  });
});
