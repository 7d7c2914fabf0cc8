import { describe, expect, it } from 'vitest';
import { goFieldText, decodedValue, goYamlText } from './go-values.ts';
import { entryOf, placeOfPath, UnreadableYaml } from './nodes.ts';
import { readYaml11 } from './read.ts';

const value = (text: string): unknown => decodedValue(readYaml11(text));
const fieldText = (text: string): string => {
  const node = entryOf(readYaml11(text), 'd');
  return node?.kind === 'scalar' ? goFieldText(node.value) : '';
};

/** What sigs.k8s.io/yaml 1.2.0 over yaml.v2 2.3.0 gives for a field of type interface{}. */
const READ: [string, unknown][] = [
  ['010', 8],
  ['0o10', 8],
  ['08', 8],
  ['1:30', '1:30'],
  ['190:20:30', '190:20:30'],
  ['1_000', 1000],
  ['_1', '_1'],
  ['0x1F', 31],
  ['0b101', 5],
  ['-0b11', -3],
  ['1.10', 1.1],
  ['1e3', 1000],
  ['.5', 0.5],
  ['5.', 5],
  ['+1', 1],
  ['2020-01-01', '2020-01-01'],
  ['yes', true],
  ['N', false],
  ['On', true],
  ['off', false],
  ['"yes"', 'yes'],
  ['=', '='],
  ['~', null],
  ['', null],
  ['NaN', 'NaN'],
  ['!!str 5', '5'],
  ['!!int "5"', 5],
  ['!!float 5', 5],
  ['!!binary aGk=', 'hi'],
  ['!foo x', 'x'],
  ['!!timestamp 2020-01-01', '2020-01-01'],
  ['"\\x41"', 'A'],
  ['9007199254740993', 9007199254740992],
  ['{1: a, true: b, 1.5: c}', { '1': 'a', true: 'b', '1.5': 'c' }],
  ['{y: 1}', { true: 1 }],
  ['{j: 1, j: 2}', { j: 2 }],
];
it.each(READ)('KUDO 14: YAML 1.1 reads %s', (text, wanted) => {
  expect(value(`d: ${text}`)).toEqual({ d: wanted });
});

it('KUDO 14: of several documents the first is read', () => {
  expect(value('---\nd: 1\n---\nd: 2')).toEqual({ d: 1 });
  expect(value('')).toBeNull();
  expect(value('# nothing\n')).toBeNull();
});

it.each([
  ['a: &x {k: 1}\nd:\n  <<: *x\n  j: 2', { k: 1, j: 2 }],
  ['d: {j: 2, <<: {j: 3}}', { j: 3 }],
  ['d: {<<: {j: 3}, j: 2}', { j: 2 }],
  ['d: {<<: [{j: 3}, {j: 4, k: 1}]}', { j: 3, k: 1 }],
  ['d: {"<<": 3}', { '<<': 3 }],
])('KUDO 14: merge keys stand where they stand: %s', (text, wanted) => {
  expect(value(text)).toMatchObject({ d: wanted });
});

it.each([
  ['1.10', '1.1'],
  ['1', '1'],
  ['1000000', '1000000'],
  ['1000000.0', '1e+06'],
  ['12345678901234567890123', '1.2345679e+22'],
  ['123456789.5', '1.2345679e+08'],
  ['0.000001', '1e-06'],
  ['0x1F', '31'],
  ['010', '8'],
  ['y', 'true'],
  ['~', ''],
  ['2020-01-01', '2020-01-01'],
])('KUDO 14: %s in a field of text is %s', (text, wanted) => {
  expect(fieldText(`d: ${text}`)).toBe(wanted);
});

it('KUDO 14: what is no YAML names the line', () => {
  const troubles: [string, number, string][] = [
    ['a: 1\nd: [1,}\n', 2, 'Flow sequence'],
    ['a: b\n\tc: d', 2, ''],
    ['a: 1\nd: *nope', 2, "unknown anchor 'nope' referenced"],
    ['a: 1\nd: &a [*a]', 2, "anchor 'a' value contains itself"],
    ['a: 1\nd: {<<: 3}', 2, 'map merge requires map or sequence of maps as the value'],
    ['a: 1\nd: .inf', 2, 'Infinity cannot be stored'],
    ['a: 1\nd: {~: 1}', 2, 'a key of a map'],
    ['a: 1\nd: !!int x', 2, 'cannot decode "x" as a tag:yaml.org,2002:int'],
    ['a: 1\nd: !!binary "~"', 2, 'invalid base64'],
  ];
  for (const [text, line, reason] of troubles) {
    const trouble = troubleOf(text);
    expect(trouble).toMatchObject({ line });
    expect(trouble.message).toContain(reason);
  }
});

function troubleOf(text: string): UnreadableYaml {
  try {
    readYaml11(text);
  } catch (error) {
    if (error instanceof UnreadableYaml) return error;
    throw error;
  }
  throw new Error('it was read');
}

it('KUDO 16: YAML text again, keys in order, whole numbers with all their digits', () => {
  const text = 'b: [1000000, 1.5, x, "yes", ~, true, 12345678901234567]\na: {t: "one\\ntwo\\n", e: ""}\n';
  expect(goYamlText(readYaml11(text))).toBe(
    'a:\n  e: ""\n  t: |\n    one\n    two\nb:\n- 1000000\n- 1.5\n- x\n- "yes"\n- null\n- true\n- 12345678901234567\n',
  );
});

it('places are those of keys and items, or of what is there of a path', () => {
  const root = readYaml11('a:\n  - b: 1\n  - c: 2\n');
  expect(placeOfPath(root, ['a', 1, 'c'])).toEqual({ line: 3, column: 5 });
  expect(placeOfPath(root, ['a', 1, 'nothing', 'there'])).toEqual({ line: 3, column: 5 });
  expect(placeOfPath(root, [])).toEqual({ line: 1, column: 1 });
});

describe('texts that are traps', () => {
  it('refuses what is too large', () => {
    expect(troubleOf(`a: ${'x'.repeat(10_000_000)}`).message).toBe(
      'the text is larger than 1048576 characters',
    );
  });

  it.each([
    ['lists', '['.repeat(200_000)],
    ['maps', '{a: '.repeat(100_000)],
    ['lines', Array.from({ length: 400 }, (_line, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['items', '- '.repeat(200_000)],
    ['keys', '? '.repeat(200_000)],
  ])('refuses %s within each other, at their line', (_name, text) => {
    const trouble = troubleOf(`a: 1\nb:\n  ${text.replaceAll('\n', '\n  ')}`);
    expect(trouble.message).toContain('within each other');
    expect(trouble.line).toBeGreaterThan(2);
  });

  it.each([
    ['one list', `[${'a,'.repeat(250_000)}]`],
    ['lines', '- \n'.repeat(300_000)],
  ])('refuses more parts than there may be in %s', (_name, text) => {
    expect(troubleOf(text).message).toContain('more than 200000 parts');
  });

  it('refuses aliases that stand for too much', () => {
    const levels = Array.from({ length: 20 }, (_level, at) =>
      at === 0 ? 'a0: &a0 [x, x]' : `a${String(at)}: &a${String(at)} [${`*a${String(at - 1)}, `.repeat(9)}]`,
    );
    const trouble = troubleOf(levels.join('\n'));
    expect(trouble.message).toContain('more than 200000 parts');
    expect(trouble.line).toBe(7);
  });
});
