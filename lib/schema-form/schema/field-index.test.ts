import { describe, expect, it } from 'vitest';
import { descriptorTree, noDescriptors } from './descriptors.ts';
import { FieldIndex, formatPattern, pathOfPattern } from './field-index.ts';
import { fieldOf } from './schema.ts';

const field = fieldOf({
  type: 'object',
  properties: {
    replicas: { type: 'integer', description: 'How many pods there are.' },
    minReplicas: { type: 'integer' },
    pod: {
      type: 'object',
      properties: {
        containers: {
          type: 'array',
          items: { type: 'object', properties: { image: { type: 'string' }, name: { type: 'string' } } },
        },
        labels: { type: 'object', additionalProperties: { type: 'object', properties: { deep: {} } } },
      },
    },
    seconds: { type: 'integer', description: 'Conditions wait for so long.' },
    readySecondsUntilStart: { type: 'integer' },
    size: { type: 'integer' },
  },
});
const descriptors = descriptorTree([{ path: 'size', displayName: 'Pod count' }]);

function find(query: string): string[] {
  const index = new FieldIndex({ field, descriptors, path: ['spec'] });
  return index.find(query).map(({ pattern }) => formatPattern(pattern));
}

describe('the search for fields', () => {
  it.each([
    ['whole names before beginnings', 'replicas', ['spec.replicas', 'spec.minReplicas']],
    ['titles of descriptors, then descriptions', 'pod', ['spec.pod', 'spec.size', 'spec.replicas']],
    ['fields of items', 'image', ['spec.pod.containers[].image']],
    ['fields of entries', 'deep', ['spec.pod.labels[].deep']],
    ['one word for where', 'containers name', ['spec.pod.containers[].name']],
    ['a path', 'pod.containers.image', ['spec.pod.containers[].image']],
    ['words within a name', 'until', ['spec.readySecondsUntilStart']],
    ['the middle of a name', 'con', ['spec.pod.containers', 'spec.seconds', 'spec.readySecondsUntilStart']],
    ['capitals do not count', 'REPLICAS', ['spec.replicas', 'spec.minReplicas']],
    ['nothing', 'zebra', []],
    ['no words', '  ', []],
  ])('%s', (_, query, want) => {
    expect(find(query).slice(0, Math.max(want.length, 1))).toEqual(want);
  });

  it('finds a field by its path as errors have it', () => {
    expect(find('spec.pod.labels')[0]).toBe('spec.pod.labels');
    expect(find('spec.size')).toEqual(['spec.size']);
  });

  it('grows bit by bit', () => {
    const index = new FieldIndex({ field, descriptors: noDescriptors, path: [] });
    let slices = 1;
    while (!index.grow(1)) slices += 1;
    expect(slices).toBeGreaterThan(5);
    expect(index.find('image')).toEqual([{ pattern: ['pod', 'containers', null, 'image'], title: 'Image' }]);
  });
});

describe('where a found field is', () => {
  const pattern = ['spec', 'pod', 'containers', null, 'image'];

  it.each([
    [
      'in the first item',
      { spec: { pod: { containers: [{}, {}] } } },
      ['spec', 'pod', 'containers', 0, 'image'],
    ],
    ['at the list, when it has none', { spec: { pod: { containers: [] } } }, ['spec', 'pod', 'containers']],
    ['at the list, when there is none', {}, ['spec', 'pod', 'containers']],
  ])('%s', (_, object, want) => {
    expect(pathOfPattern(pattern, object)).toEqual(want);
  });

  it('in the first entry of a map', () => {
    expect(pathOfPattern(['a', null, 'b'], { a: { 'x/y': {} } })).toEqual(['a', 'x/y', 'b']);
  });
});
