import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { applyTextChange, type TextChange } from './text-change.ts';
import { readByLibrary, type YamlReading } from './yaml-library.ts';
import { readLines } from './yaml-lines.ts';
import { readYaml } from './yaml-read.ts';
import { rereadYaml } from './yaml-reread.ts';
import type { YamlNode } from './yaml-tree.ts';

/** Everything that a reading tells, in a form that can be compared. */
function told(reading: YamlReading): unknown {
  if (!reading.ok) return reading.problem;
  const { tree, value } = reading.parsed;
  return { value, at: tree.at, tied: tree.tied, root: tree.root === undefined ? null : plain(tree.root) };
}

function plain(node: YamlNode): unknown {
  if (node.kind === 'alias') return { ...node, value: node.value() };
  if (node.kind === 'scalar') return node;
  return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: plain(entry.value) })) };
}

function check(text: string, change: TextChange): boolean {
  const before = readYaml(text);
  if (!before.ok) return false;
  const kept = told(before);
  const reread = rereadYaml({ text, parsed: before.parsed }, change);
  expect(reread.text).toBe(applyTextChange(text, change));
  expect(told(reread.reading)).toEqual(told(readByLibrary(reread.text)));
  expect(told(before)).toEqual(kept);
  return true;
}

/** Lines that a text is put together from, with `_` for its indentation. */
const PARTS = [
  '_a: 1',
  '_b: text of words # why',
  '_c: "two\n_  lines"',
  "_d: 'it''s'",
  '_e:',
  '_e:\n_  x: 1\n_  y:\n_    z: 2',
  '_f:\n_- 1\n_- two',
  '_g:\n_  - a: 1\n_    b: 2\n_\n_  - c: 3\n_  # end',
  '_h:\n_  - - p\n_    - q\n_  - r',
  '_i: |\n_  line\n\n_   more\n',
  '_j: >-\n_  folded\n_  text',
  '_k: |+\n_  kept\n\n',
  '_l: {a: 1, b: [2, "x"]}',
  '_m: [1,\n_  2,\n_  3 ]',
  '_n: plain over\n_  two lines',
  '# at the margin',
  '_# in its place',
  '',
  '_"q u": x\n_? o\n_: p',
  '_r: ~\r\n_s: 1\r',
  '_t: {}\n_u: []\n_v: ""\n_w: null',
  '_? [1]\n_: x',
  '_an: &x 1\n_al: *x',
  '_tag: !!str 1',
];

const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom('', '', '  ', '    ')), {
        minLength: 1,
        maxLength,
      }),
      fc.constantFrom('\n', '\n', ''),
      fc.constantFrom('', '', '', '---\n', '# top\n', '\uFEFF'),
    )
    .map(([parts, end, start]) => {
      let depth = '';
      const lines = parts.map(([part, indent], index) => {
        // Deeper only below a key that has nothing yet.
        const open = parts[index - 1]?.[0] === '_e:';
        if (indent.length <= depth.length || open) depth = indent;
        const unique = part.replace(/^_([a-z]+):/, `_$1${index}:`);
        return unique.replaceAll('_', depth);
      });
      return start + lines.join('\n') + end;
    });

const text = textOf(9);
/** One odd part keeps `readLines` from answering: of few parts it does so often. */
const shortText = textOf(2);

const PIECES = [
  ...[
    '\n',
    '\n  ',
    '\n    ',
    ' ',
    '  ',
    '- ',
    '-',
    ': ',
    ':',
    'a',
    'key: v',
    '\nkey: v',
    '#',
    ' # c',
    '\n# c\n',
  ],
  ...['"', "'", '|', '|+\n', '>', '{', '}', '[', ']', ',', '&x', '*x', '!!str ', '? ', '\t', '\r\n', '\r'],
  ...[
    '\n---\n',
    '\n...\n',
    '%',
    '\uFEFF',
    '1',
    'null',
    '',
    '\n  - x\n',
    '\n  k: |\n    t\n',
    '\n\n',
    'a: 1\n',
  ],
];

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.nat({ max: 3 }), fc.nat({ max: 40 })),
  insert: fc.oneof(
    fc.constantFrom(...PIECES),
    fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES)).map((two) => two.join('')),
  ),
});

function place(given: { at: number; length: number; insert: string }, of: string): TextChange {
  const from = Math.round(given.at * of.length);
  return { from, to: Math.min(of.length, from + given.length), insert: given.insert };
}

/** Enough to meet each pair of parts and changes now and then. */
const numRuns = effort(700, 7000);

describe('rereadYaml', () => {
  it('says after any change what reading the whole text says, and leaves the old reading as it was', () => {
    let read = 0;
    fc.assert(
      fc.property(text, change, (given, edit) => {
        if (check(given, place(edit, given))) read += 1;
      }),
      { numRuns },
    );
    expect(read).toBeGreaterThan(numRuns / 2);
  }, 60_000);
});

describe('readLines', () => {
  it('says what the package says, or nothing', () => {
    let answered = 0;
    fc.assert(
      fc.property(fc.oneof(text, shortText), change, (given, edit) => {
        const changed = applyTextChange(given, place(edit, given));
        for (const one of [given, changed]) {
          const parsed = readLines(one);
          if (parsed === undefined) continue;
          answered += 1;
          expect(told({ ok: true, parsed })).toEqual(told(readByLibrary(one)));
        }
      }),
      { numRuns },
    );
    expect(answered).toBeGreaterThan(numRuns / 4);
  }, 60_000);
});
