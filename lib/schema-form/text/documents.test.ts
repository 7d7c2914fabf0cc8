import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinDocuments, splitDocuments } from './documents.ts';

const rows: {
  name: string;
  text: string;
  want: { before: string; text: string; line: number }[];
  after?: string;
}[] = [
  { name: 'nothing', text: '', want: [] },
  { name: 'comments only', text: '# a\n---\n# b\n', want: [], after: '# a\n---\n# b\n' },
  { name: 'one document', text: 'a: 1\n', want: [{ before: '', text: 'a: 1\n', line: 1 }] },
  { name: 'JSON', text: '{"a": [1,\n 2]}', want: [{ before: '', text: '{"a": [1,\n 2]}', line: 1 }] },
  {
    name: 'comments before and behind marks',
    text: '# licence\n---\n# first\na: 1\n---   # second\nb: 2\n...\n# end\n',
    want: [
      { before: '# licence\n---\n', text: '# first\na: 1\n', line: 3 },
      { before: '---   # second\n', text: 'b: 2\n', line: 6 },
    ],
    after: '...\n# end\n',
  },
  {
    name: 'content on the line of the mark',
    text: '--- {a: 1}\n--- \nb: 2',
    want: [
      { before: '--- ', text: '{a: 1}\n', line: 1 },
      { before: '--- \n', text: 'b: 2', line: 3 },
    ],
  },
  {
    name: 'empty documents between',
    text: 'a: 1\n---\n---\n\n---\nb: 2\n---\n',
    want: [
      { before: '', text: 'a: 1\n', line: 1 },
      { before: '---\n---\n\n---\n', text: 'b: 2\n', line: 6 },
    ],
    after: '---\n',
  },
  {
    name: 'what only looks like a mark',
    text: 'a: |\n  ---\n  x\n----: b\nc: ---\n',
    want: [{ before: '', text: 'a: |\n  ---\n  x\n----: b\nc: ---\n', line: 1 }],
  },
  {
    name: 'carriage returns',
    text: 'a: 1\r\n---\r\nb: 2\r\n',
    want: [
      { before: '', text: 'a: 1\r\n', line: 1 },
      { before: '---\r\n', text: 'b: 2\r\n', line: 3 },
    ],
  },
  {
    name: 'directives',
    text: '%YAML 1.2\n---\na: 1\n...\n%YAML 1.1\n---\nb: 2\n',
    want: [
      { before: '', text: '%YAML 1.2\n---\na: 1\n', line: 1 },
      { before: '...\n', text: '%YAML 1.1\n---\nb: 2\n', line: 5 },
    ],
  },
];

describe('splitDocuments', () => {
  it.each(rows)('$name', ({ text, want, after = '' }) => {
    const split = splitDocuments(text);
    expect(
      split.pieces.map((piece) => ({ before: piece.before, text: piece.text, line: piece.line })),
    ).toEqual(want);
    expect(split.after).toBe(after);
    expect(joinDocuments(split)).toBe(text);
  });

  it('names each document, or says what is wrong with it', () => {
    const { pieces } = splitDocuments(
      'apiVersion: v1\nkind: A\nmetadata: {name: x, namespace: n}\n---\na: [1\n---\n- list\n---\nkind: 3\n',
    );
    expect(pieces).toMatchObject([
      { apiVersion: 'v1', kind: 'A', name: 'x', namespace: 'n' },
      { problem: { line: 2 } },
      { problem: { line: 1, column: 1, problem: { code: 'yamlNoObject' } } },
      { text: 'kind: 3\n' },
    ]);
    expect(pieces[0]?.problem ?? pieces[3]?.problem ?? pieces[3]?.kind).toBeUndefined();
  });

  it('joins an edited document that lost its last line break', () => {
    const split = splitDocuments('a: 1\n---\nb: 2\n');
    const pieces = split.pieces.map((piece) => ({ ...piece, text: piece.text.trim() }));
    expect(joinDocuments({ ...split, pieces })).toBe('a: 1\n---\nb: 2');
  });

  it('joining gives the same bytes back', () => {
    const line = fc.constantFrom(
      '---',
      '...',
      '--- # c',
      '--- a: 1',
      'a: 1',
      '  b: 2',
      '# c',
      '',
      '%YAML 1.2',
      '-',
      '{}',
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 12 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, fc.boolean(), (whole, cut) => {
        const given = cut ? whole.trimEnd() : whole;
        expect(joinDocuments(splitDocuments(given))).toBe(given);
      }),
    );
  });
});
