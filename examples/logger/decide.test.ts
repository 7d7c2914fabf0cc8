import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { decideLogger, decideOrphans } from './decide.ts';
import type { LoggerAction, LoggerDecision } from './decide.ts';
import { Logger, LoggerSpec } from './logger.ts';
import { podFor, UID_LABEL } from './pod.ts';

const NOW = '2026-01-02T03:04:05Z';
const LATER = '2026-01-02T04:00:00Z';
const BUILD = { version: '1.0.0', image: 'example.invalid/logger:1' };
const BUILD_2 = { version: '2.0.0', image: 'example.invalid/logger:2' };
const READY = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

interface Given {
  spec?: Record<string, unknown>;
  generation?: number;
  status?: unknown;
  name?: string;
}

function aLogger({ spec = {}, generation = 1, status, name = 'hello' }: Given = {}): unknown {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Logger',
    metadata: { name, namespace: 'ns', uid: 'u1', generation },
    spec: { name: 'hello', timeInterval: 3, replicas: 2, ...spec },
    ...optional({ status }),
  };
}

/** As it is once it runs. */
function aPod(index: number, { spec = {}, name }: Given = {}, build = BUILD): KubeObject {
  const logger = Logger.parse(aLogger({ spec, ...optional({ name }) }));
  const pod = podFor(logger, LoggerSpec.parse(logger.spec), index, build);
  return { ...pod, metadata: { ...pod.metadata, uid: `p${String(index)}` }, status: READY };
}

/** With other metadata. */
function but(pod: KubeObject, metadata: Partial<KubeObject['metadata']>): KubeObject {
  return { ...pod, metadata: { ...pod.metadata, ...metadata } };
}

function decide(given: Given, pods: readonly KubeObject[], now = NOW, build = BUILD): LoggerDecision {
  return decideLogger({ logger: aLogger(given), pods, build }, now);
}

/** `+hello-0`, `-hello-1 surplus`. */
function briefly(actions: readonly LoggerAction[]): string[] {
  return actions.map((action) =>
    action.kind === 'create'
      ? `+${action.pod.metadata.name}`
      : `-${action.pod.metadata.name} ${action.because}`,
  );
}

const [zero, one, two] = [aPod(0), aPod(1), aPod(2)];
const foreign = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hello-0', namespace: 'ns', uid: 'f' } };
const owner = { apiVersion: 'example.com/v1', kind: 'Logger', controller: true };
const ofNamesake = but(zero, { ownerReferences: [{ ...owner, name: 'hello', uid: 'u0' }] });
const leaving = (at: string): KubeObject => but(zero, { deletionTimestamp: at });

function edited(change: Record<string, unknown>): KubeObject {
  const container = Object(zero['spec']).containers[0];
  return { ...zero, spec: { ...Object(zero['spec']), containers: [{ ...container, ...change }] } };
}

describe('its loggers', () => {
  it.each<{ name: string; given?: Given; pods: readonly KubeObject[]; actions: string[] }>([
    { name: 'are made', pods: [], actions: ['+hello-0', '+hello-1'] },
    { name: 'are left alone when they are as they should be', pods: [zero, one], actions: [] },
    { name: 'are none where none is asked for', given: { spec: { replicas: 0 } }, pods: [], actions: [] },
    { name: 'come back where one died', pods: [one], actions: ['+hello-0'] },
    {
      name: 'grow',
      given: { spec: { replicas: 4 } },
      pods: [zero, one],
      actions: ['+hello-2', '+hello-3'],
    },
    {
      name: 'shrink from the end',
      given: { spec: { replicas: 1 } },
      pods: [two, zero, one],
      actions: ['-hello-2 surplus', '-hello-1 surplus'],
    },
    {
      name: 'are replaced for another name',
      given: { spec: { name: 'bye' } },
      pods: [zero, one],
      actions: ['-hello-0 wrong', '-hello-1 wrong'],
    },
    {
      name: 'are replaced for another interval',
      given: { spec: { timeInterval: 4 } },
      pods: [zero, one],
      actions: ['-hello-0 wrong', '-hello-1 wrong'],
    },
    {
      name: 'know nothing of a prefix in version 1',
      given: { spec: { prefix: 'INFO' } },
      pods: [zero, one],
      actions: [],
    },
    {
      name: 'are replaced where one was given another image',
      pods: [edited({ image: 'elsewhere' }), one],
      actions: ['-hello-0 wrong'],
    },
    {
      name: 'are replaced where one lost a label',
      pods: [but(zero, { labels: { [UID_LABEL]: 'u1' } }), one],
      actions: ['-hello-0 wrong'],
    },
    {
      name: 'are replaced where one lost its program',
      pods: [but(zero, { annotations: {} }), one],
      actions: ['-hello-0 wrong'],
    },
    {
      name: 'are replaced where one lost its owner',
      pods: [but(zero, { ownerReferences: [] }), one],
      actions: ['-hello-0 wrong'],
    },
    {
      name: 'are replaced where one was evicted',
      pods: [{ ...zero, status: { phase: 'Failed' } }, one],
      actions: ['-hello-0 wrong'],
    },
    {
      name: 'may have more than was asked for: what the API server and webhooks add',
      pods: [
        but(edited({ terminationMessagePath: '/dev/termination-log' }), {
          labels: { ...zero.metadata.labels, mesh: 'on' },
        }),
        one,
      ],
      actions: [],
    },
    {
      name: 'wait for one that is leaving, since it has the name',
      pods: [leaving('2026-01-02T03:04:35Z'), one],
      actions: [],
    },
    {
      name: 'do not wait for one that was to be gone a minute ago',
      pods: [leaving('2026-01-02T03:03:05Z'), one],
      actions: ['+hello-2'],
    },
    { name: 'leave out a name that somebody else has', pods: [foreign], actions: ['+hello-1', '+hello-2'] },
    {
      name: 'are not those of a Logger that had this name before',
      pods: [ofNamesake],
      actions: ['+hello-1', '+hello-2'],
    },
    {
      name: 'are not touched for a spec that makes no sense',
      given: { spec: { timeInterval: 0, replicas: 1 } },
      pods: [zero, one],
      actions: [],
    },
  ])('$name', ({ given = {}, pods, actions }) => {
    expect(briefly(decide(given, pods).actions)).toEqual(actions);
  });

  it('are replaced by version 2 of the operator, which gives them the prefix', () => {
    const given = { spec: { prefix: 'INFO' } };
    expect(briefly(decide(given, [zero, one], NOW, BUILD_2).actions)).toEqual([
      '-hello-0 wrong',
      '-hello-1 wrong',
    ]);
    const made = [aPod(0, given, BUILD_2), aPod(1, given, BUILD_2)];
    expect(Object(made[0]).spec.containers[0].env).toContainEqual({ name: 'LOGGER_PREFIX', value: 'INFO' });
    expect(decide(given, made, NOW, BUILD_2).actions).toEqual([]);
    expect(decide({ spec: { prefix: 'DEBUG' } }, made, NOW, BUILD_2).actions).toHaveLength(2);
  });

  it('are looked at again when one that is leaving counts as lost', () => {
    expect(decide({}, [leaving('2026-01-02T03:04:35Z'), one]).lookAgainMs).toBe(90_000);
    expect(decide({}, [zero, one]).lookAgainMs).toBeUndefined();
  });

  it('are looked at again soon when one was wrong: without its owner it goes without our being told', () => {
    const stray = { ...zero, metadata: { ...zero.metadata, ownerReferences: [] } };
    expect(decide({}, [stray, one])).toMatchObject({
      actions: [{ kind: 'delete', because: 'wrong' }],
      lookAgainMs: 1_000,
    });
  });

  it('have names that a host can have, and no two Loggers the same', () => {
    const names = ['a'.repeat(253), `${'a'.repeat(252)}b`, `${'a.'.repeat(30)}c`].map(
      (name) => aPod(0, { name }).metadata.name,
    );
    for (const name of names) expect(name).toMatch(/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/);
    expect(new Set(names).size).toBe(3);
  });

  it('come to be as many as asked for, from whatever there is, and then stay', () => {
    const some = fc.uniqueArray(fc.nat(9));
    fc.assert(
      fc.property(fc.nat(6), some, some, some, (replicas, own, wrong, others) => {
        const given = { spec: { replicas } };
        let pods = [
          ...own.map((index) => aPod(index, given)),
          ...wrong.map((index) => but(aPod(index, given), { annotations: {} })),
          ...others.map((index) => ({
            ...foreign,
            metadata: { ...foreign.metadata, name: `hello-${String(index)}` },
          })),
        ].filter(
          (pod, index, all) => all.findIndex((first) => first.metadata.name === pod.metadata.name) === index,
        );
        const strangers = pods.filter(({ metadata }) => metadata.uid === 'f');
        for (let round = 0; round < 3; round += 1) {
          const { actions } = decide(given, pods);
          const gone = actions.filter(({ kind }) => kind === 'delete').map(({ pod }) => pod);
          const made = actions.filter(({ kind }) => kind === 'create').map(({ pod }) => pod);
          pods = [...pods.filter((pod) => !gone.includes(pod)), ...made];
        }
        expect(decide(given, pods).actions).toEqual([]);
        expect(pods.filter((pod) => !strangers.includes(pod))).toHaveLength(replicas);
        expect(pods).toEqual(expect.arrayContaining(strangers));
      }),
    );
  });
});

it('leaves no pod behind where there is no Logger, and touches none of others', () => {
  const ref = { namespace: 'ns', name: 'hello' };
  const ofOther = aPod(0, { name: 'bye' });
  expect(briefly(decideOrphans(ref, [zero, ofNamesake, ofOther, foreign, leaving(LATER)]))).toEqual([
    '-hello-0 orphan',
    '-hello-0 orphan',
  ]);
});

describe('its status', () => {
  const available = decide({}, [zero, one]);

  it('says that all loggers run', () => {
    expect(available).toEqual({
      actions: [],
      status: {
        ...{ observedGeneration: 1, state: 'Available', replicas: 2, readyReplicas: 2 },
        conditions: [
          {
            ...{ type: 'Available', status: 'True', reason: 'LoggersRun', message: '2 of 2 running.' },
            ...{ observedGeneration: 1, lastTransitionTime: NOW },
          },
        ],
      },
      news: { type: 'Normal', reason: 'LoggersRun', message: '2 of 2 running.' },
    });
  });

  it.each<{ name: string; given?: Given; pods: readonly KubeObject[]; trouble?: string; want: unknown[] }>([
    { name: 'none was made', pods: [], want: ['Unavailable', 0, 0, 'LoggersStarting', '0 of 2 running.'] },
    {
      name: 'one is not ready',
      pods: [zero, { ...one, status: { phase: 'Pending' } }],
      want: ['Unavailable', 2, 1, 'LoggersStarting', '1 of 2 running.'],
    },
    {
      name: 'one is not as asked for',
      pods: [but(zero, { annotations: {} }), one],
      want: ['Unavailable', 2, 1, 'LoggersStarting', '1 of 2 running.'],
    },
    {
      name: 'one is leaving',
      pods: [leaving(LATER), one],
      want: ['Unavailable', 1, 1, 'LoggersStarting', '1 of 2 running.'],
    },
    {
      name: 'the API server takes no pod',
      pods: [zero],
      trouble: 'exceeded quota',
      want: ['Unavailable', 1, 1, 'PodsNotCreated', '1 of 2 running: exceeded quota'],
    },
    {
      name: 'there are more than asked for, which are on their way out',
      pods: [zero, one, two],
      want: ['Available', 3, 2, 'LoggersRun', '2 of 2 running.'],
    },
    {
      name: 'none is asked for',
      given: { spec: { replicas: 0 } },
      pods: [],
      want: ['Available', 0, 0, 'LoggersRun', 'No logger is asked for.'],
    },
    {
      name: 'the spec makes no sense',
      given: { spec: { replicas: -1 } },
      pods: [zero],
      want: [
        ...['Unavailable', 1, 1, 'InvalidSpec'],
        expect.stringMatching(/^spec\.replicas: .+\. Its loggers stay as they are\.$/),
      ],
    },
  ])('says so when $name', ({ given = {}, pods, trouble, want }) => {
    const facts = { logger: aLogger(given), pods, build: BUILD, ...optional({ trouble }) };
    const { status } = decideLogger(facts, NOW);
    const [condition] = status?.conditions ?? [];
    expect([status?.state, status?.replicas, status?.readyReplicas]).toEqual(want.slice(0, 3));
    expect([condition?.reason, condition?.message]).toEqual(want.slice(3));
  });

  it('is written once, whatever others write beside it', () => {
    const note = { type: 'Liked', status: 'True' };
    const conditions = [note, ...(available.status?.conditions ?? [])];
    const status = { ...available.status, note: 'mine', conditions };
    expect(decide({ status }, [zero, one], LATER)).toEqual({ actions: [] });
  });

  it('keeps the time of what stays true, and tells nothing new', () => {
    const { status, news } = decide({ status: available.status, generation: 2 }, [zero, one], LATER);
    expect(status).toMatchObject({ observedGeneration: 2, conditions: [{ lastTransitionTime: NOW }] });
    expect(news).toBeUndefined();
  });

  it('tells of trouble as of something to look after', () => {
    const facts = { logger: aLogger({ status: available.status }), pods: [one], build: BUILD };
    expect(decideLogger({ ...facts, trouble: 'exceeded quota' }, LATER).news).toEqual({
      ...{ type: 'Warning', reason: 'PodsNotCreated', message: '1 of 2 running: exceeded quota' },
    });
  });

  it('is written anew when it was damaged', () => {
    expect(decide({ status: { conditions: 'none' } }, [zero, one]).status).toBeDefined();
  });
});
