import { describe, expect, it } from 'vitest';
import { aCrd } from '#lib/testing/install-facts.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import { untilEstablished } from './established.ts';

const NAMES = ['a.example.com', 'b.example.com'];
const LIMIT_MS = 1_000;

function waiting(
  { world, clock }: PlainWorld,
  names = NAMES,
): { missing: () => readonly string[] | undefined } {
  let missing: readonly string[] | undefined;
  void untilEstablished(world.caches.customResourceDefinitions, names, clock, LIMIT_MS).then((left) => {
    missing = left;
  });
  return { missing: () => missing };
}

describe('waiting for definitions', () => {
  it('is over at once when all are served', async () => {
    const plain = plainWorld();
    plain.put('customResourceDefinitions', ...NAMES.map((name) => aCrd(name)));
    const { missing } = waiting(plain);
    await plain.clock.advance(0);
    expect(missing()).toEqual([]);
    expect(plain.clock.timers()).toBe(0);
  });

  it('is over when the last of them is served, and leaves nothing behind', async () => {
    const plain = plainWorld();
    plain.put('customResourceDefinitions', aCrd('a.example.com'), aCrd('b.example.com', false));
    const { missing } = waiting(plain);
    plain.put('customResourceDefinitions', aCrd('c.example.com'));
    await plain.clock.advance(LIMIT_MS - 1);
    expect(missing()).toBeUndefined();
    plain.put('customResourceDefinitions', aCrd('b.example.com'));
    await plain.clock.advance(0);
    expect(missing()).toEqual([]);
    expect(plain.clock.timers()).toBe(0);
  });

  it('is over when it has lasted long enough, and tells which are missing', async () => {
    const plain = plainWorld();
    plain.put('customResourceDefinitions', aCrd('a.example.com'), aCrd('b.example.com', false));
    const { missing } = waiting(plain);
    await plain.clock.advance(LIMIT_MS);
    expect(missing()).toEqual(['b.example.com']);
  });
});
