import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import type { WorkQueue } from '#server/kube/types.ts';
import { feedCopies } from './feed-copies.ts';

const csv = anInstallableCsv('a.v1');
const copy = anInstallableCsv('a.v1', {
  metadata: { namespace: 'team-b', labels: { [COPIED_FROM_LABEL]: 'team-a' } },
});
const config = (disableCopiedCSVs: boolean, generation = 1): KubeObject => ({
  ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name: 'cluster', generation } },
  spec: { features: { disableCopiedCSVs } },
});
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-b' } };

/** Which keys an object wakes after those that were there before. */
function woken(
  before: readonly Parameters<PlainWorld['put']>[],
  ...change: Parameters<PlainWorld['put']>
): string[] {
  const { world, put } = plainWorld();
  const keys = new Set<string>();
  const queue = (name: string): Pick<WorkQueue, 'add'> => ({ add: (key) => void keys.add(`${name} ${key}`) });
  for (const [cache, ...objects] of before) put(cache, ...objects);
  feedCopies(world, { csvCopies: queue('copies'), olmConfigs: queue('config') });
  keys.clear();
  put(...change);
  return [...keys].sort();
}

it.each<{
  what: string;
  before: Parameters<PlainWorld['put']>[];
  change: Parameters<PlainWorld['put']>;
  want: string[];
}>([
  { what: 'a CSV', before: [], change: ['clusterServiceVersions', csv], want: ['copies team-a/a.v1'] },
  {
    what: 'a copy: what it is a copy of',
    before: [['clusterServiceVersions', csv]],
    change: ['clusterServiceVersions', copy],
    want: ['copies team-a/a.v1'],
  },
  {
    what: 'the OLMConfig: all that are no copies',
    before: [['clusterServiceVersions', csv, copy]],
    change: ['olmConfigs', config(false)],
    want: ['config cluster', 'copies team-a/a.v1'],
  },
  {
    what: 'what the OLMConfig is told: itself',
    before: [
      ['clusterServiceVersions', csv],
      ['olmConfigs', config(false)],
    ],
    change: ['olmConfigs', config(false)],
    want: ['config cluster'],
  },
  {
    what: 'a namespace where copies are made',
    before: [
      ['clusterServiceVersions', csv],
      ['olmConfigs', config(false)],
    ],
    change: ['namespaces', namespace],
    want: ['config cluster', 'copies team-a/a.v1'],
  },
  {
    what: 'a namespace where none are made: nobody',
    before: [
      ['clusterServiceVersions', csv],
      ['olmConfigs', config(true)],
    ],
    change: ['namespaces', namespace],
    want: [],
  },
])('copies are concerned by $what', ({ before, change, want }) => {
  expect(woken(before, ...change)).toEqual(want);
});
