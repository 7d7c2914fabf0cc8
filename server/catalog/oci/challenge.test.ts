import { describe, expect, it } from 'vitest';
import { parseChallenges } from './challenge.ts';

describe('challenges', () => {
  it.each([
    ['Basic realm="a b"', [['basic', { realm: 'a b' }]]],
    [
      'Negotiate, Basic realm=x',
      [
        ['negotiate', {}],
        ['basic', { realm: 'x' }],
      ],
    ],
    [
      'Bearer realm="https://auth.example/token",service="registry.example",scope="repository:a/b:pull,push"',
      [
        [
          'bearer',
          {
            realm: 'https://auth.example/token',
            service: 'registry.example',
            scope: 'repository:a/b:pull,push',
          },
        ],
      ],
    ],
    [
      'Bearer realm="a \\"quoted\\" one" , Service=s',
      [['bearer', { realm: 'a "quoted" one', service: 's' }]],
    ],
    ['realm="of nobody"', []],
    ['Bearer realm="never closed', [['bearer', {}]]],
    ['', []],
  ])('%s', (header, expected) => {
    const found = parseChallenges(header).map(({ scheme, parameters }) => [
      scheme,
      Object.fromEntries(parameters),
    ]);
    expect(found.slice(0, expected.length)).toEqual(expected);
    if (expected.length === 0) expect(found).toEqual([]);
  });

  it('is quick with hostile headers', () => {
    for (const header of [
      '"'.repeat(100_000),
      'a '.repeat(50_000),
      `Bearer a="${'\\'.repeat(100_000)}`,
      'a=,'.repeat(40_000),
    ]) {
      expect(parseChallenges(header).length).toBeLessThan(5_000);
    }
  });
});
