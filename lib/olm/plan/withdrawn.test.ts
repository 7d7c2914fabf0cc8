import { expect, it } from 'vitest';
import { withdrawnCsvs } from './withdrawn.ts';

const made = [
  { name: 'app.v1', uid: 'a', subscription: 'app' },
  { name: 'base.v1', uid: 'b', subscription: 'base' },
];

it.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['nobody asks for them', [], [], ['a', 'b']],
  ['one is asked for', ['app'], [], ['b']],
  ['another plan brings one', [], ['base.v1'], ['a']],
  ['somebody asks for something else', ['other'], ['other.v1'], ['a', 'b']],
])('of a plan that is gone, where %s', (_, subscriptions, coming, withdrawn) => {
  const facts = { made, subscriptions: new Set(subscriptions), coming: new Set(coming) };
  expect(withdrawnCsvs(facts).map(({ uid }) => uid)).toEqual(withdrawn);
});
