import { describe, expect, it } from 'vitest';
import {
  aBundleOf,
  aChain,
  anOwnCsv,
  aResolverCatalog,
  aSubscriptionTo,
  shortOutcome,
} from '../../testing/resolver.ts';
import { decidePart } from './decide-part.ts';
import { offersOf } from './offers.ts';
import { ownCsvs } from './own-csvs.ts';
import { problemParts } from './parts.ts';
import { problemOf } from './problem.ts';
import type { ResolveNamespaceInput } from './types.ts';

type Input = Partial<ResolveNamespaceInput>;
interface Mode {
  whole?: boolean;
  outOfTime?: () => boolean;
}

/** Of everything as one part: outcomes by Subscription, and the names of what is to be there in the end. */
function decided(
  given: Input,
  { whole = false, outOfTime = () => false }: Mode = {},
): Record<string, unknown> {
  const input = { namespace: 'ns', subscriptions: [], csvs: [], catalogs: [], ...given };
  const own = ownCsvs(input.csvs, input.subscriptions, input.options);
  const problem = problemOf(input, offersOf(input, own), own);
  const { variables, choices } = problem;
  const [part] = problemParts(problem, true);
  if (part === undefined) throw new Error('nobody asks for anything');
  const known = { variables, choices, catalogs: input.catalogs };
  const { outcomes, chosen } = decidePart(part, { known, outOfTime, whole });
  return {
    ...Object.fromEntries([...outcomes].map(([{ name }, outcome]) => [name, shortOutcome(outcome)])),
    chosen: [...chosen].map((index) => variables[index]?.csv).sort(),
  };
}

const base = aChain('base', { '1.0.0': { provides: ['Base'] }, '2.0.0': { provides: ['Base'] } });
const base1 = aBundleOf('base', '1.0.0', { provides: ['Base'] });
const app = aChain('app', { '1.0.0': { packages: ['base >=1.0.0'] } });
const lonely = aChain('lonely', { '1.0.0': { packages: ['missing >0.0.0'] } });
const simple = aChain('simple', { '1.0.0': {} });
const missingWhy = expect.stringMatching(/^ConstraintsNotSatisfiable: .*lonely\.v1\.0\.0 requires .*missing/);

describe('the Subscriptions of a part', () => {
  const rows: { name: string; input: Input; mode?: Mode; want: Record<string, unknown> }[] = [
    {
      name: 'get the newest, with what that needs',
      input: { subscriptions: [aSubscriptionTo('app')], catalogs: [aResolverCatalog([app, base])] },
      want: { app: 'install app.v1.0.0 from stable', chosen: ['app.v1.0.0', 'base.v2.0.0'] },
    },
    {
      name: 'go on without one that cannot be had',
      input: {
        subscriptions: [aSubscriptionTo('lonely'), aSubscriptionTo('simple')],
        catalogs: [aResolverCatalog([lonely, simple])],
      },
      want: { lonely: missingWhy, simple: 'install simple.v1.0.0 from stable', chosen: ['simple.v1.0.0'] },
    },
    {
      name: 'go on without one that was refused before anything was asked',
      input: {
        subscriptions: [aSubscriptionTo('gone'), aSubscriptionTo('simple')],
        catalogs: [aResolverCatalog([simple])],
      },
      want: {
        gone: expect.stringContaining('gone'),
        simple: 'install simple.v1.0.0 from stable',
        chosen: ['simple.v1.0.0'],
      },
    },
    {
      name: 'all wait for one that cannot be had, where the namespace wants it so (OLM 30)',
      input: {
        subscriptions: [aSubscriptionTo('lonely'), aSubscriptionTo('simple')],
        catalogs: [aResolverCatalog([lonely, simple])],
      },
      mode: { whole: true },
      want: { lonely: missingWhy, simple: missingWhy, chosen: [] },
    },
    {
      name: 'all wait for one that was refused, where the namespace wants it so',
      input: {
        subscriptions: [aSubscriptionTo('gone'), aSubscriptionTo('simple')],
        catalogs: [aResolverCatalog([simple])],
      },
      mode: { whole: true },
      want: { gone: expect.stringContaining('gone'), simple: expect.stringContaining('gone'), chosen: [] },
    },
    {
      name: 'are upgraded by the edge that leads there',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1)],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'upgrade base.v2.0.0 for base.v1.0.0 by replaces', chosen: ['base.v2.0.0'] },
    },
    {
      name: 'stay where a newer one would take something away from another',
      input: {
        subscriptions: [
          aSubscriptionTo('base', { installed: 'base.v1.0.0' }),
          aSubscriptionTo('user', { installed: 'user.v1.0.0' }),
        ],
        csvs: [anOwnCsv(base1), anOwnCsv(aBundleOf('user', '1.0.0', { packages: ['base <2.0.0'] }))],
        catalogs: [aResolverCatalog([base, aChain('user', { '1.0.0': { packages: ['base <2.0.0'] } })])],
      },
      want: {
        base: 'stays base.v1.0.0: held',
        user: 'stays user.v1.0.0: at-head',
        chosen: ['base.v1.0.0', 'user.v1.0.0'],
      },
    },
    {
      name: 'keep what they have while a new one fails beside them',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' }), aSubscriptionTo('lonely')],
        csvs: [anOwnCsv(base1)],
        catalogs: [aResolverCatalog([base, lonely])],
      },
      want: {
        base: 'upgrade base.v2.0.0 for base.v1.0.0 by replaces',
        lonely: missingWhy,
        chosen: ['base.v2.0.0'],
      },
    },
  ];
  it.each(rows)('$name', ({ input, mode, want }) => {
    expect(decided(input, mode)).toEqual(want);
  });

  it('are neither had nor refused when the time is over before all is tried', () => {
    // Each has two to choose from.
    const names = Array.from({ length: 100 }, (_, index) => `p${String(index)}`);
    const packages = names.flatMap((name) => [
      aChain(name, { '1.0.0': { packages: [`needed-${name} >=1.0.0`] } }),
      aChain(`needed-${name}`, { '1.0.0': {}, '2.0.0': {} }),
    ]);
    const input: Input = {
      subscriptions: names.map((name) => aSubscriptionTo(name)),
      catalogs: [aResolverCatalog(packages)],
    };
    const { p0: calm } = decided(input);
    expect(calm).toBe('install p0.v1.0.0 from stable');
    const { chosen, ...outcomes } = decided(input, { outOfTime: () => true });
    expect(chosen).toEqual([]);
    for (const outcome of Object.values(outcomes)) expect(outcome).toMatch(/^undecided: /);
  });

  it('of a package given up get nothing of it by way of another, either', () => {
    // `base` is asked for from a channel without versions; what needs it may not bring it behind its back.
    const input: Input = {
      subscriptions: [aSubscriptionTo('app'), aSubscriptionTo('base', { spec: { channel: 'none' } })],
      catalogs: [aResolverCatalog([app, base])],
    };
    expect(decided(input)).toMatchObject({ app: expect.stringContaining('base'), chosen: [] });
  });
});
