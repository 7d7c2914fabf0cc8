import { expect, test } from 'vitest';
import { parseEnvLines } from './env-lines.ts';

test.each<[string, string, [string, string][], number[]]>([
  ['a pair', 'A=1', [['A', '1']], []],
  ['blank lines and comments', '\n# note\nA=1\n\n', [['A', '1']], []],
  [
    'windows line ends',
    'A=1\r\nB=2\r\n',
    [
      ['A', '1'],
      ['B', '2'],
    ],
    [],
  ],
  ['export', 'export A=1', [['A', '1']], []],
  ['an empty value', 'A=', [['A', '']], []],
  ['equals in the value', 'URL=http://a?b=c', [['URL', 'http://a?b=c']], []],
  ['double quotes', 'A="x y"', [['A', 'x y']], []],
  ['escapes in double quotes', String.raw`A="x\n\"y\\"`, [['A', 'x\n"y\\']], []],
  ['single quotes take everything as it is', String.raw`A='x\n'`, [['A', String.raw`x\n`]], []],
  ['a quote on one side only', 'A="x', [['A', '"x']], []],
  ['the last of the same name', 'A=1\nA=2', [['A', '2']], []],
  ['lines that are none', 'A\n=1\nB=2', [['B', '2']], [1, 2]],
  ['odd names', '__proto__=x', [['__proto__', 'x']], []],
  ['nothing', '', [], []],
])('%s', (_, text, pairs, odd) => {
  const read = parseEnvLines(text);
  expect(read.lines.map(({ name, value }) => [name, value])).toEqual(pairs);
  expect(read.odd).toEqual(odd);
});
