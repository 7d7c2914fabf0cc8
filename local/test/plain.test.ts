import { expect, it } from 'vitest';
import { plain } from './plain.ts';

const rows = [
  { name: 'colours', given: '\u001b[1m\u001b[31mred\u001b[39m\u001b[0m', want: 'red' },
  { name: 'a line that is drawn again', given: '\r\u001b[K  10 s', want: '  10 s' },
  { name: 'a link', given: '\u001b]8;;http://x\u0007text\u001b]8;;\u0007', want: 'text' },
  { name: 'a bell and a zero', given: 'a\u0007b\u0000c', want: 'abc' },
  { name: 'lines, tabs and other letters', given: 'ä\tb\r\nc – ✓\n', want: 'ä\tb\nc – ✓\n' },
];

it.each(rows)('$name', ({ given, want }) => {
  expect(plain(given)).toBe(want);
});
