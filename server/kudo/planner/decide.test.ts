/** Plans that take long to look at, in real threads; beside them the event loop of this process goes on. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { InstanceDecision } from '#lib/kudo/plan/decision.ts';
import { placeKey } from '#lib/kudo/tasks/world.ts';
import { rememberedYaml } from '#lib/kudo/yaml/remembered.ts';
import { isDeep } from '#local/testing/effort.ts';
import { CONFIG_MAPS, emptyView, factsOf, versionOf, watched } from '../testing/decision-scene.ts';
import { HOSTILE_VERSIONS, type HostileSpec } from '../testing/hostile-versions.ts';
import { decidePlans, type DecisionDesk } from './decide.ts';
import type { PlannerAnswer } from './messages.ts';
import { Planner } from './planner.ts';

const planners: Planner[] = [];
afterEach(async () => {
  await Promise.all(planners.splice(0).map((planner) => planner.close()));
});

function aDesk(): DecisionDesk {
  const planner = new Planner();
  planners.push(planner);
  return { planner, heavy: new WeakSet(), templates: new WeakMap(), readYaml: rememberedYaml() };
}

const statusOf = (decision: InstanceDecision | 'busy'): unknown =>
  decision === 'busy' ? decision : decision.status?.planStatus?.['deploy']?.status;

const MAP = (name: string): string => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
/** Two thousand objects, which are allowed. */
const LARGE: HostileSpec = {
  templates: { 'a.yaml': `{{ range $i, $e := until 2000 }}${MAP('m{{ $i }}')}{{ end }}` },
};

describe('a plan that takes long to look at', () => {
  it('is looked at in a thread, and keeps nobody here waiting', async () => {
    const { outcome, longest, took } = await watched(
      decidePlans(aDesk(), factsOf(versionOf(LARGE)), emptyView()),
    );
    expect(outcome).toMatchObject({ again: undefined });
    expect(outcome === 'busy' ? [] : outcome.actions).toHaveLength(2_000);
    // Whatever the machine does besides: a part of it, where it was all of it.
    expect(longest).toBeLessThan(took / 3);
  });

  it('comes to what it would come to here', async () => {
    const version = versionOf(LARGE);
    const beside = await decidePlans(aDesk(), factsOf(version), emptyView());
    const small = versionOf({ templates: { 'a.yaml': `${MAP('m0')}${MAP('m1')}` } });
    const here = await decidePlans(aDesk(), factsOf(small), emptyView());
    if (beside === 'busy' || here === 'busy') throw new Error('nobody is busy');
    expect(beside.actions.slice(0, 2)).toEqual(here.actions);
    expect(statusOf(beside)).toBe(statusOf(here));
  });

  it('is one at a time in a namespace, and the next one is told to come again', async () => {
    const desk = aDesk();
    const first = decidePlans(desk, factsOf(versionOf(LARGE)), emptyView());
    await setImmediate();
    expect(await decidePlans(desk, factsOf(versionOf(LARGE), 'other'), emptyView())).toBe('busy');
    expect(statusOf(await first)).toBe('IN_PROGRESS');
    expect(statusOf(await decidePlans(desk, factsOf(versionOf(LARGE), 'other'), emptyView()))).toBe(
      'IN_PROGRESS',
    );
  });

  it('finds what is asked for, kinds that come later too', async () => {
    const asked: number[] = [];
    const there = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'ns', name: 'm7', annotations: { a: 'b' } },
    };
    const view = emptyView({
      told: () => ({ types: [], refusals: [], outputs: [] }),
      answer: (question): Promise<PlannerAnswer> => {
        if (question.kind !== 'places') throw new Error('places are asked for');
        asked.push(question.places.length);
        const found = question.places.map(
          (at) => [placeKey(at), at.name === 'm7' ? there : undefined] as const,
        );
        return Promise.resolve({ kind: 'places', found, types: [['v1/ConfigMap', CONFIG_MAPS]] });
      },
    });
    const decision = await decidePlans(aDesk(), factsOf(versionOf(LARGE)), view);
    expect(asked).toEqual([0, 2_000]);
    // One that others have made ends the plan (KUDO 62).
    expect(statusOf(decision)).toBe('FATAL_ERROR');
    expect(JSON.stringify(decision)).toContain('LastAppliedConfigAnnotation is not set on ConfigMap ns/m7');
  });

  it('is given up with whoever asked for it, and what cannot be answered is passed on', async () => {
    const stop = new AbortController();
    const view = emptyView({
      signal: stop.signal,
      answer: () => new Promise(() => stop.abort(new Error('enough'))),
    });
    await expect(decidePlans(aDesk(), factsOf(versionOf(LARGE)), view)).rejects.toThrow('enough');
    const broken = emptyView({ answer: () => Promise.reject(new Error('no answer')) });
    await expect(decidePlans(aDesk(), factsOf(versionOf(LARGE)), broken)).rejects.toThrow('no answer');
  });
});

/** All of them stand in the test of the controller itself. */
const ROWS = HOSTILE_VERSIONS.filter((_row, index) => isDeep || index % 4 === 1);

describe('an OperatorVersion that means harm', () => {
  it.each(ROWS)('with %s keeps nobody waiting, and comes to an end', async (_what, spec) => {
    const desk = aDesk();
    const facts = factsOf(versionOf(spec));
    const { outcome, longest, took } = await watched(decidePlans(desk, facts, emptyView()));
    expect(outcome).not.toBe('busy');
    // What ends at once has no time in which others could go on.
    if (took > 200) expect(longest).toBeLessThan(took / 2);
  });
});
