import { describe, expect, it } from 'vitest';
import type { KudoInstance, PlanRunRecord } from '../api/types.ts';
import { anInstance, aPlan, aVersion } from '../../testing/kudo-objects.ts';
import { withBegun } from './history.ts';
import { runBasis, type Seal } from './run-changes.ts';

const NOW = '2026-01-01T00:00:00Z';
const seal: Seal = (text) => `sealed(${String(text.length)})`;

const first = aVersion({
  parameters: [
    { name: 'NODES', default: '3' },
    { name: 'ZONE' },
    { name: 'ROOT_PASSWORD' },
    { name: 'constructor', default: 'x' },
  ],
});
const second = aVersion({
  version: '2.0.0',
  parameters: [{ name: 'NODES', default: '5' }, { name: 'ROOT_PASSWORD' }, { name: 'MODE', default: 'fast' }],
});

function given(parameters: Record<string, string>, more: Partial<KudoInstance> = {}): KudoInstance {
  return anInstance({ parameters }, more);
}

/** One run after another, each by what it goes by. */
function ran(...bases: Parameters<typeof runBasis>[]): PlanRunRecord[] {
  return bases.reduce<PlanRunRecord[]>(
    (runs, basis, index) =>
      withBegun(
        runs,
        { name: 'deploy', uid: `u${String(index)}`, status: 'IN_PROGRESS', phases: aPlan().phases as never },
        NOW,
        () => runBasis(...basis),
      ),
    [],
  );
}

const says = (runs: readonly PlanRunRecord[]): unknown[] =>
  runs.map(({ version, versionBefore, changed }) => [version, versionBefore, changed]);

describe('what changed in a run', () => {
  it('of the first is what differs from the defaults, of the next what differs from the run before', () => {
    const runs = ran(
      [given({ NODES: '3', ZONE: 'a' }), first, seal],
      [given({ NODES: '4' }), first, seal],
      [given({ NODES: '4' }), first, seal],
    );
    expect(says(runs)).toEqual([
      ['web-1.0.0', undefined, []],
      [
        'web-1.0.0',
        undefined,
        [
          { name: 'NODES', was: '3', is: '4' },
          { name: 'ZONE', was: 'a' },
        ],
      ],
      ['web-1.0.0', undefined, [{ name: 'ZONE', is: 'a' }]],
    ]);
  });

  it('of an upgrade is the version before, and each value that another default makes', () => {
    const [run] = ran([given({}), first, seal], [given({}), second, seal]);
    expect([run?.version, run?.versionBefore]).toEqual(['web-2.0.0', 'web-1.0.0']);
    expect(run?.changed).toEqual([
      { name: 'MODE', is: 'fast' },
      { name: 'NODES', was: '3', is: '5' },
      { name: 'constructor', was: 'x' },
    ]);
  });

  it('a password says that it changed, and the record holds none', () => {
    const runs = ran(
      [given({ ROOT_PASSWORD: 'hunter2' }), first, seal],
      [given({ ROOT_PASSWORD: 'correct horse' }), first, seal],
      [given({ ROOT_PASSWORD: 'correct horse' }), first, seal],
      [given({ ROOT_PASSWORD: 'correct horse' }), first, undefined],
      [given({ ROOT_PASSWORD: 'correct horse' }), first, seal],
    );
    // A key that comes or goes is no change of a password.
    expect(runs.map(({ changed }) => changed)).toEqual([
      [],
      [],
      [],
      [{ name: 'ROOT_PASSWORD', hidden: true }],
      [{ name: 'ROOT_PASSWORD', hidden: true }],
    ]);
    expect(JSON.stringify(runs)).not.toMatch(/hunter2|correct horse/);
  });

  it('without a key nothing is known of passwords', () => {
    const runs = ran(
      [given({ ROOT_PASSWORD: 'hunter2' }), first, undefined],
      [given({ ROOT_PASSWORD: 'correct horse' }), first, undefined],
    );
    expect(runs.map(({ changed }) => changed)).toEqual([[], []]);
    expect(JSON.stringify(runs)).not.toMatch(/hunter2|correct horse/);
  });

  it('is not known of what another engine ran, nor after a run that an older controller has kept', () => {
    const planStatus = { deploy: { name: 'deploy', uid: 'other', status: 'COMPLETE' as const, phases: [] } };
    const [run] = ran([given({ NODES: '9' }, { status: { planStatus } }), first, seal]);
    expect([run?.changed, run?.values]).toMatchObject([undefined, { NODES: '9' }]);

    const old: PlanRunRecord = { plan: 'deploy', uid: 'u', status: 'COMPLETE', started: NOW };
    const after = withBegun([old], { name: 'deploy', uid: 'u1', status: 'PENDING', phases: [] }, NOW, () =>
      runBasis(given({ NODES: '9' }), first, seal),
    );
    expect(after[0]).not.toHaveProperty('changed');
    expect(after[1]).toEqual(old);
  });

  it('long values are cut and still told apart, and only the newest run keeps what the next is held against', () => {
    const long = 'x'.repeat(5_000);
    const runs = ran([given({ ZONE: `${long}1` }), first, seal], [given({ ZONE: `${long}2` }), first, seal]);
    const [change] = runs[0]?.changed ?? [];
    expect(change?.was).not.toBe(change?.is);
    expect(change?.is?.length).toBeLessThan(330);
    expect(runs.map(({ values }) => values !== undefined)).toEqual([true, false]);
  });

  it('stays small enough for an object of the cluster: the oldest changes go first', () => {
    const names = Array.from({ length: 250 }, (_, index) => `P${String(index)}`);
    const version = aVersion({ parameters: names.map((name) => ({ name })) });
    const runs = ran(
      ...Array.from({ length: 12 }, (_, run): Parameters<typeof runBasis> => {
        const values = names.map((name) => [name, `${String(run)}${'語'.repeat(500)}`]);
        return [given(Object.fromEntries(values)), version, seal];
      }),
    );
    expect(runs).toHaveLength(10);
    expect(new TextEncoder().encode(JSON.stringify(runs)).length).toBeLessThan(1_000_000);
    expect(runs[0]?.changed).toHaveLength(250);
    expect(runs.at(-1)).not.toHaveProperty('changed');
  });
});
