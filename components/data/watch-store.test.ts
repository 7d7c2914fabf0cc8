import { describe, expect, it } from 'vitest';
import type { WatchMessage } from '#lib/k8s/watch-stream.ts';
import { applyMessages, applyProblem, emptyWatch, markStale } from './watch-store.ts';
import type { WatchData } from './watch-store.ts';

const pod = (
  name: string,
  note = '',
): { apiVersion: string; kind: string; metadata: { name: string; namespace: string }; note: string } => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'ns' },
  note,
});

function after(...messages: WatchMessage[]): WatchData {
  return applyMessages(emptyWatch, messages);
}

const snapshot = (...names: string[]): WatchMessage => ({
  id: 'w',
  type: 'snapshot',
  items: names.map((name) => pod(name)),
  resourceVersion: 'p1',
});

describe('applyMessages', () => {
  it('takes a snapshot in order of names', () => {
    const data = after(snapshot('b', 'a'));
    expect(data).toMatchObject({ phase: 'ready', stale: false, position: 'p1' });
    expect(data.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  });

  it('applies additions, changes and deletions', () => {
    const data = after(snapshot('a', 'b'), {
      id: 'w',
      type: 'event',
      resourceVersion: 'p2',
      events: [
        { type: 'ADDED', object: pod('c') },
        { type: 'MODIFIED', object: pod('a', 'new') },
        { type: 'DELETED', object: pod('b') },
      ],
    });
    expect(data.items).toEqual([pod('a', 'new'), pod('c')]);
    expect(data.position).toBe('p2');
  });

  it('replaces everything by a later snapshot', () => {
    expect(after(snapshot('a'), snapshot('b')).items).toEqual([pod('b')]);
  });

  it('shows a list that comes in pieces when it is complete, and drops the pieces of another', () => {
    const part = (index: number, ...names: string[]): WatchMessage => ({
      id: 'w',
      type: 'part',
      index,
      items: names.map((name) => pod(name)),
    });
    const last = (parts: number): WatchMessage => ({
      id: 'w',
      type: 'snapshot',
      parts,
      items: [pod('d')],
      resourceVersion: 'p3',
    });
    const names = (data: WatchData): unknown[] => data.items.map(({ metadata }) => metadata.name);
    const underWay = after(snapshot('old'), part(0, 'gone'), part(0, 'a'), part(1, 'b', 'c'));
    expect(names(underWay)).toEqual(['old']);
    expect(names(applyMessages(underWay, [last(2)]))).toEqual(['a', 'b', 'c', 'd']);
    expect(names(applyMessages(underWay, [snapshot('x')]))).toEqual(['x']);
    expect(applyMessages(underWay, [last(2)])).not.toHaveProperty('parts');
  });

  it('keeps the columns of a table through its changes', () => {
    const columns = [{ name: 'Age', type: 'date', format: '', description: '', priority: 0 }];
    const data = after(
      { id: 'w', type: 'snapshot', items: [pod('a')], resourceVersion: 'p1', columns },
      { id: 'w', type: 'event', events: [{ type: 'ADDED', object: pod('b') }], resourceVersion: 'p2' },
    );
    expect(data.columns).toBe(columns);
  });

  it('keeps stale content until the list is live again', () => {
    const stale = after(snapshot('a'), { id: 'w', type: 'stale' });
    expect(stale).toMatchObject({ phase: 'ready', stale: true });
    expect(applyMessages(stale, [{ id: 'w', type: 'live' }])).toMatchObject({ phase: 'ready', stale: false });
  });

  it('waits for the snapshot when it is live before', () => {
    expect(after({ id: 'w', type: 'live' })).toBe(emptyWatch);
  });

  it('hides objects that may not be seen any more', () => {
    const data = after(snapshot('a'), { id: 'w', type: 'error', kind: 'forbidden', message: 'no' });
    expect(data).toMatchObject({ phase: 'error', items: [], problem: { kind: 'forbidden', message: 'no' } });
    expect(data.position).toBeUndefined();
  });

  it('keeps objects while the cluster cannot answer, and forgets the problem after', () => {
    const data = after(snapshot('a'), { id: 'w', type: 'error', kind: 'unavailable', message: 'down' });
    expect(data).toMatchObject({ phase: 'ready', stale: true, problem: { kind: 'unavailable' } });
    const healed = applyMessages(data, [{ id: 'w', type: 'live' }]);
    expect(healed.stale).toBe(false);
    expect(healed).not.toHaveProperty('problem');
  });

  it('keeps objects while credentials have expired, until it turns out that a right is gone', () => {
    const expired: WatchMessage = { id: 'w', type: 'error', kind: 'unauthorized', message: 'sign in' };
    const data = after(snapshot('a'), expired);
    expect(data).toMatchObject({ phase: 'ready', items: [pod('a')], stale: true });
    expect(data.problem).toEqual({ kind: 'unauthorized', message: 'sign in' });
    const refused = applyMessages(data, [{ id: 'w', type: 'error', kind: 'forbidden', message: 'no' }]);
    expect(refused).toMatchObject({ phase: 'error', items: [] });
    // Nobody gets to see by them what was never on the screen.
    expect(after(expired)).toMatchObject({ phase: 'error', items: [] });
  });

  it('is an error without content when the first list fails', () => {
    expect(applyProblem(emptyWatch, { kind: 'unavailable', message: 'down' })).toMatchObject({
      phase: 'error',
      items: [],
    });
  });

  it('marks only content as stale', () => {
    expect(markStale(emptyWatch)).toBe(emptyWatch);
    expect(markStale(after(snapshot('a'))).stale).toBe(true);
  });
});
