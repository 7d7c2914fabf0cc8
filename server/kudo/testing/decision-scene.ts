/** Decisions without a cluster: an instance whose plan has begun, and a view in which there is nothing yet. */
import { setImmediate } from 'node:timers/promises';
import { anInstance } from '#lib/testing/kudo-objects.ts';
import { readOperatorVersion } from '#lib/kudo/api/parse.ts';
import type { KudoInstance, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { placeKey } from '#lib/kudo/tasks/world.ts';
import type { DecisionFacts } from '../decision.ts';
import type { DecisionView } from '../planner/decide.ts';
import type { PlannerAnswer } from '../planner/messages.ts';
import { hostileVersion, type HostileSpec } from './hostile-versions.ts';

/** As it is read from the cluster. */
export function versionOf(spec: HostileSpec): KudoOperatorVersion {
  const read = readOperatorVersion(hostileVersion('ns', '1', spec));
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
}

function begun(version: KudoOperatorVersion, name = 'inst'): KudoInstance {
  const plans = Object.fromEntries(
    Object.entries(version.spec.plans).map(([plan, { phases }]) => [
      plan,
      {
        ...{ name: plan, uid: 'u1', status: 'PENDING' as const },
        phases: phases.map((phase) => ({
          ...{ name: phase.name, status: 'PENDING' as const },
          steps: phase.steps.map((step) => ({ name: step.name, status: 'PENDING' as const })),
        })),
      },
    ]),
  );
  const instance = anInstance({ planExecution: { planName: 'deploy', uid: 'u1' } });
  return { ...instance, metadata: { ...instance.metadata, name }, status: { planStatus: plans } };
}

/** Of an instance whose plan `deploy` has begun. */
export const factsOf = (version: KudoOperatorVersion, name?: string): DecisionFacts => ({
  ...{ instance: begun(version, name), version, now: '2026-01-01T00:00:00Z', uid: 'u2' },
  ...{ workloads: [], dependencyProblem: undefined, sealKey: undefined },
});

/** The one type that is served. */
export const CONFIG_MAPS = { group: '', plural: 'configmaps', namespaced: true };

/** A cluster that has nothing, and serves ConfigMaps alone. */
export function emptyView(more: Partial<DecisionView> = {}): DecisionView {
  const types = [['v1/ConfigMap', CONFIG_MAPS]] as const;
  return {
    sight: {
      find: () => undefined,
      scopeOf: (apiVersion, kind) => (`${apiVersion}/${kind}` === 'v1/ConfigMap' ? 'namespaced' : undefined),
      refusal: () => undefined,
      output: () => undefined,
    },
    learn: () => Promise.resolve(false),
    answer: (question): Promise<PlannerAnswer> =>
      question.kind === 'places'
        ? Promise.resolve({
            kind: 'places',
            found: question.places.map((at) => [placeKey(at), undefined]),
            types,
          })
        : Promise.resolve({ kind: 'versions', versions: [] }),
    told: () => ({ types, refusals: [], outputs: [] }),
    signal: new AbortController().signal,
    ...more,
  };
}

/** How long others waited at most while it ran, and how long that was, in ms. */
export async function watched<T>(work: Promise<T>): Promise<{ outcome: T; longest: number; took: number }> {
  const begin = performance.now();
  let [longest, last, isDone] = [0, begin, false];
  const end = work.finally(() => (isDone = true));
  while (!isDone) {
    await setImmediate();
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return { outcome: await end, longest, took: performance.now() - begin };
}
