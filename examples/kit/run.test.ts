import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { concernedBy } from './run.ts';

const pod = (owner: string | undefined, uid = '1'): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'Pod' },
  metadata: { name: 'pod', uid, labels: owner === undefined ? {} : { owner } },
});

it('an object goes on to concern whom it concerned before, until it is gone', () => {
  const told: string[] = [];
  const handle = concernedBy(
    ({ metadata: { labels = {} } }) => (labels['owner'] === undefined ? [] : [labels['owner']]),
    (key) => told.push(key),
  );
  const toldBy = (event: Parameters<typeof handle>[0]): string[] => {
    told.length = 0;
    handle(event);
    return [...told];
  };
  expect(toldBy({ type: 'added', object: pod('a') })).toEqual(['a']);
  expect(toldBy({ type: 'modified', object: pod(undefined), previous: pod('a') })).toEqual(['a']);
  expect(toldBy({ type: 'modified', object: pod(undefined), previous: pod(undefined) })).toEqual(['a']);
  expect(toldBy({ type: 'modified', object: pod('b'), previous: pod(undefined) })).toEqual(['b', 'a']);
  expect(toldBy({ type: 'added', object: pod(undefined, '2') })).toEqual([]);
  expect(toldBy({ type: 'deleted', object: pod(undefined) })).toEqual(['b', 'a']);
  expect(toldBy({ type: 'added', object: pod('c') })).toEqual(['c']);
});
