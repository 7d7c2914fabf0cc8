import { expect, it } from 'vitest';
import { allStarters } from './starters.ts';

const type = { group: 'a.com', version: 'v1', kind: 'Thing' };
const thing = (name: string, version = 'v1'): object => ({
  apiVersion: `a.com/${version}`,
  kind: 'Thing',
  metadata: { name },
});
const titles = (examples: unknown, initial: unknown): string[] =>
  allStarters(examples, initial, type).map(({ title, recommended }) => `${title}${recommended ? ' *' : ''}`);

it.each<[string, unknown, unknown, string[]]>([
  [
    'examples in order, other versions last',
    [thing('old', 'v1beta1'), thing('a'), thing('b')],
    undefined,
    ['a', 'b', 'old'],
  ],
  ['the initial resource first', [thing('a')], JSON.stringify(thing('first')), ['first *', 'a']],
  ['it once, when it is an example too', [thing('a'), thing('b')], JSON.stringify(thing('b')), ['b *', 'a']],
  ['no initial resource of another kind', [thing('a')], '{"apiVersion":"a.com/v1","kind":"Other"}', ['a']],
  ['nothing of what cannot be read', '{', '[', []],
])('offers %s', (_name, examples, initial, want) => {
  expect(titles(examples, initial)).toEqual(want);
});
