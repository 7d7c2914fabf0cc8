import { expect, it } from 'vitest';
import { aVersion } from '../../testing/kudo-objects.ts';
import { NEEDED_OPERATORS_ANNOTATION } from '../api/labels.ts';
import type { KudoOperatorVersion } from '../api/types.ts';
import { neededViews, type NeedSight, type OfferedOperator, type OperatorThere } from './needed-view.ts';

const needing = (text: string): KudoOperatorVersion => {
  const version = aVersion({});
  return {
    ...version,
    metadata: { ...version.metadata, annotations: { [NEEDED_OPERATORS_ANNOTATION]: text } },
  };
};
const tile = (name: string, ...channels: string[]): OfferedOperator => ({ package: name, channels });
const there = (name: string, more: Partial<OperatorThere> = {}): OperatorThere => ({
  ...{ package: name, namespace: 'ops', name, channel: 'stable', state: 'installed' },
  ...more,
});
const sight = (more: Partial<NeedSight<OfferedOperator>> = {}): NeedSight<OfferedOperator> => ({
  ...{ there: [], complete: true, tiles: [] },
  ...more,
});

it('each need is one row, also where an operator inside has it, too', () => {
  const views = neededViews([needing('etcd, cert@stable'), aVersion({}), needing('cert@stable')], sight());
  expect(views.map(({ need }) => need)).toEqual([
    { package: 'etcd' },
    { package: 'cert', channel: 'stable' },
  ]);
});

it('what cannot be read is no need', () => {
  expect(neededViews([needing('a@b@c')], sight())).toEqual([]);
});

it.each<[string, Partial<NeedSight<OfferedOperator>>, string]>([
  ['installed', { there: [there('cert')] }, 'installed'],
  ['about to be', { there: [there('cert', { state: 'installing' })] }, 'installing'],
  ['not there', { there: [there('other')] }, 'missing'],
  ['not to be seen', { complete: false }, 'unknown'],
  ['seen in part', { complete: false, there: [there('cert')] }, 'installed'],
])('%s', (_what, seen, state) => {
  expect(neededViews([needing('cert@stable')], sight(seen))).toMatchObject([{ state }]);
});

it('of several installations, the one that fits is meant', () => {
  const [view] = neededViews(
    [needing('cert@stable')],
    sight({
      there: [
        there('cert', { namespace: 'a', channel: 'edge' }),
        there('cert', { namespace: 'b', state: 'installing' }),
        there('cert', { namespace: 'c' }),
      ],
    }),
  );
  expect(view?.at?.namespace).toBe('c');
});

it('offers of the channel that is asked for come alone; where none has it, all, and it is said', () => {
  const tiles = [
    tile('cert', 'stable'),
    tile('cert', 'edge', 'stable'),
    tile('cert', 'old'),
    { ...tile('cert', 'stable'), format: 'kudo' as const },
    tile('other', 'stable'),
  ];
  const offers = (text: string): [number, boolean] | undefined => {
    const [view] = neededViews([needing(text)], sight({ tiles }));
    return view && [view.offers.length, view.lacksChannel];
  };
  expect(offers('cert@stable')).toEqual([2, false]);
  expect(offers('cert')).toEqual([3, false]);
  expect(offers('cert@never')).toEqual([3, true]);
  expect(offers('unheard-of@stable')).toEqual([0, false]);
});
