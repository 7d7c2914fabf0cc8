/** Whatever order events come in, and wherever the operator dies: in the end there are as many loggers as asked for. */
import { expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { playOut } from '../kit/testing/orders.ts';
import type { Play, Store } from '../kit/testing/orders.ts';
import { decideLogger } from './decide.ts';
import type { LoggerAction } from './decide.ts';

const NOW = '2026-01-02T03:04:05Z';
const BUILD = { version: '1.0.0', image: 'example.invalid/logger:1' };
const READY = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
const SEEDS = 10_000;

let serial = 0;

function aLogger(replicas: number, name: string): KubeObject {
  return {
    ...{ apiVersion: 'example.com/v1', kind: 'Logger' },
    metadata: { name: 'hello', namespace: 'ns', uid: 'u1', generation: 1 },
    spec: { name, timeInterval: 3, replicas },
  };
}

function podsIn(store: Store): KubeObject[] {
  return [...store.values()].filter(({ kind }) => kind === 'Pod');
}

const play: Play<LoggerAction> = {
  start: (random) => new Map([['logger', aLogger(random.below(5), 'hello')]]),
  decide: (known, now) => {
    const look = (store: Store): readonly LoggerAction[] =>
      decideLogger({ logger: store.get('logger'), pods: podsIn(known), build: BUILD }, NOW).actions;
    // As the operator does: it asks for the Logger as it is now before it acts.
    return look(known).length === 0 ? [] : look(new Map([...known, ['logger', now.get('logger')!]]));
  },
  act: (store, { kind, pod }) => [
    () => {
      const key = `pod/${pod.metadata.name}`;
      if (kind === 'create') {
        serial += 1;
        if (!store.has(key))
          store.set(key, { ...pod, metadata: { ...pod.metadata, uid: `p${String(serial)}` } });
      } else if (store.get(key)?.metadata.uid === pod.metadata.uid) store.delete(key);
    },
  ],
  disturb: (store, random) => {
    const key = random.pick([...store.keys()].filter((one) => one !== 'logger')) ?? '';
    const pod = store.get(key);
    const what = random.below(4);
    if (what === 0) store.set('logger', aLogger(random.below(6), random.pick(['hello', 'bye']) ?? ''));
    else if (pod === undefined) return;
    else if (what === 1) store.delete(key);
    else if (what === 2) store.set(key, { ...pod, metadata: { ...pod.metadata, annotations: {} } });
    else store.set(key, { ...pod, status: random.below(2) === 0 ? READY : { phase: 'Failed' } });
  },
  settle: (store) => {
    for (const [key, object] of store)
      if (object.kind === 'Pod' && object['status'] === undefined)
        store.set(key, { ...object, status: READY });
  },
};

it(`comes to rest with what is asked for, in ${String(SEEDS)} orders with crashes`, () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const store = playOut(play, seed);
    const wanted = at(store.get('logger'), 'spec', 'replicas');
    const name = at(store.get('logger'), 'spec', 'name');
    const pods = podsIn(store);
    expect(pods.length, `seed ${String(seed)}`).toBe(wanted);
    for (const pod of pods)
      expect(JSON.stringify(pod['spec'])).toContain(`"LOGGER_NAME","value":"${String(name)}"`);
  }
});
