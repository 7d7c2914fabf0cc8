import { describe, expect, it } from 'vitest';
import { rendered } from '../testing/rendered.ts';

describe('toYaml', () => {
  it.each([
    ['plain texts', { a: 'x y', b: 'a:b', c: 'http://h' }, 'a: x y\nb: a:b\nc: http://h\n'],
    [
      'what YAML 1.1 would read otherwise',
      ['yes', 'n', '1', '1e3', '0o7', '~', '', '1:30', '2020-01-01', '<<', '=', '0b1'],
      '- "yes"\n- "n"\n- "1"\n- "1e3"\n- "0o7"\n- "~"\n- ""\n- "1:30"\n- "2020-01-01"\n- "<<"\n- =\n- "0b1"\n',
    ],
    [
      'marks',
      ['- a', 'a: b', 'a #b', "it's", '"q"', '@x', ' a', 'a ', '%', '[]', '*', '?', '? a'],
      "- '- a'\n- 'a: b'\n- 'a #b'\n- it's\n- '\"q\"'\n- '@x'\n- ' a'\n- 'a '\n- '%'\n- '[]'\n- '*'\n- '?'\n- '? a'\n",
    ],
    [
      'lines',
      { a: 'x\ny\n', b: 'x\ny', c: '\n', d: ' x\ny\n\n' },
      'a: |\n  x\n  y\nb: |-\n  x\n  y\nc: |2+\n\nd: |2+\n   x\n  y\n\n',
    ],
    [
      'what cannot be seen',
      ['\t', 'é', '𝄞', '\u00a0', 'a \n'],
      '- "\\t"\n- é\n- "\\U0001D11E"\n- \u00a0\n- "a \\n"\n',
    ],
    [
      'numbers and nothing',
      [1, 2.5, 1e21, 1e6, -0.5, null, true],
      '- 1\n- 2.5\n- 1e+21\n- 1e+06\n- -0.5\n- null\n- true\n',
    ],
    [
      'lists and maps in each other',
      { l: [[1, [2]], { a: 1, b: [] }], m: {}, n: { o: [1] } },
      'l:\n- - 1\n  - - 2\n- a: 1\n  b: []\nm: {}\n"n":\n  o:\n  - 1\n',
    ],
    [
      'keys in their order',
      { a10: 1, a2: 1, B: 1, b: 1, _x: 1, '1': 1 },
      '_x: 1\n"1": 1\nB: 1\na2: 1\na10: 1\nb: 1\n',
    ],
    [
      'long and broken keys',
      { ['k'.repeat(129)]: 1, 'a\nb': [1] },
      `? |-\n  a\n  b\n: - 1\n? ${'k'.repeat(129)}\n: 1\n`,
    ],
  ])('writes %s', (_what, value, wanted) => {
    expect(rendered('{{ toYaml .v }}', { v: value as never })).toBe(wanted);
  });
});
