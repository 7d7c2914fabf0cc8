import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DescriptorHints, parseHints } from './descriptor-hints.ts';
import { parseDescriptorPath, resolveSteps } from './descriptor-path.ts';
import { descriptorTree, stepDescriptors } from './descriptors.ts';
import { layoutObject } from '../layout/layout.ts';
import { fieldOf } from './schema.ts';

const UI = 'urn:alm:descriptor:com.tectonic.ui:';
const K8S = 'urn:alm:descriptor:io.kubernetes:';
const plain: DescriptorHints = { options: [], dependsOn: [], advanced: false, hidden: false };

const spellings: { hints: unknown; want: Partial<DescriptorHints> }[] = [
  { hints: [`${UI}text`], want: { widget: 'text' } },
  { hints: ['urn:alm:descriptor:text'], want: { widget: 'text' } },
  { hints: ['urn:alm:descriptor:com.tectonic.ui:string'], want: { widget: 'text' } },
  { hints: ['urn:alm:descriptor:io.kubernetes:text'], want: { widget: 'text' } },
  { hints: ['urn:alm:descriptor:tectonic.ui:number'], want: { widget: 'number' } },
  { hints: ['tectonic.ui:text'], want: { widget: 'text' } },
  { hints: ['com.tectonic.ui:checkbox'], want: { widget: 'checkbox' } },
  { hints: [`${UI}ui:booleanSwitch`], want: { widget: 'switch' } },
  { hints: ['ui:ui:password'], want: { widget: 'password' } },
  { hints: [`${UI}podCount,${K8S}custom`], want: { widget: 'podCount' } },
  { hints: [`${UI}imagePullPolicy , ${UI}advanced`], want: { widget: 'imagePullPolicy', advanced: true } },
  { hints: [`${UI}resourceRequirement`], want: { widget: 'resourceRequirements' } },
  { hints: [`${UI}resourceRequirements`], want: { widget: 'resourceRequirements' } },
  { hints: [`${UI}updateStrategy`], want: { widget: 'updateStrategy' } },
  { hints: [`${UI}nodeAffinity`], want: { widget: 'nodeAffinity' } },
  { hints: [`${UI}podAffinity`], want: { widget: 'podAffinity' } },
  { hints: [`${UI}podAntiAffinity`], want: { widget: 'podAntiAffinity' } },
  { hints: [`${UI}namespaceSelector`], want: { widget: 'namespaceSelector' } },
  { hints: [`${UI}endpointList`], want: { widget: 'endpointList' } },
  { hints: [`${UI}label`], want: { widget: 'label' } },
  { hints: [`${UI}hidden`], want: { hidden: true } },
  {
    hints: [`${UI}slider`, `${UI}sliderStart:1`, `${UI}sliderEnd:9`],
    want: { widget: 'slider', from: 1, to: 9 },
  },
  { hints: [`${UI}sliderStart:many`], want: { widget: 'slider' } },
  {
    hints: [`${UI}select:a`, `${UI}select:b,c`, `${UI}select:a`],
    want: { widget: 'select', options: ['a', 'b,c'] },
  },
  { hints: [`${UI}text`, `${UI}select:a`], want: { widget: 'select', options: ['a'] } },
  { hints: [`${UI}fieldGroup:Outer:Inner`], want: { group: ['Outer', 'Inner'] } },
  { hints: [`${UI}arrayFieldGroup:Items`], want: { itemGroup: ['Items'] } },
  { hints: [`${K8S}Secret`], want: { resource: { kind: 'Secret' } } },
  { hints: ['io.kubernetes:Secret'], want: { resource: { kind: 'Secret' } } },
  { hints: [`${K8S}core:v1:Secret`], want: { resource: { kind: 'Secret', group: '', version: 'v1' } } },
  { hints: [`${K8S}v1:Secret`], want: { resource: { kind: 'Secret', version: 'v1' } } },
  {
    hints: [`${K8S}infinispan.org:v1:Infinispan?app in (a,b),tier=x`],
    want: {
      resource: {
        kind: 'Infinispan',
        group: 'infinispan.org',
        version: 'v1',
        selector: 'app in (a,b),tier=x',
      },
    },
  },
  { hints: [`${K8S}ConfigMapKeySelector`], want: { resource: { kind: 'ConfigMap' } } },
  { hints: [`${K8S}SecretReference`], want: { resource: { kind: 'Secret' } } },
  { hints: [`${K8S}Probe`], want: { widget: 'probe' } },
  { hints: [`${K8S}custom`], want: {} },
  { hints: ['urn:alm:descriptor:aws:s3:path', 'urn:alm:descriptor:etcd:endpoint', ''], want: {} },
  {
    hints: [`${UI}selector:core:v1:Secret`],
    want: { selects: { kind: 'Secret', group: '', version: 'v1' } },
  },
  {
    hints: [`${UI}fieldDependency:a.b:x`, `${UI}fieldDependency:a.b:y`, `${UI}fieldDependency:c:p:q`],
    want: {
      dependsOn: [
        { path: ['a', 'b'], values: ['x', 'y'] },
        { path: ['c'], values: ['p:q'] },
      ],
    },
  },
  { hints: [`${UI}fieldDependency:a`, `${UI}fieldDependency::a`, `${UI}fieldDependency`], want: {} },
  { hints: ['constructor', '__proto__', `${UI}toString:x`], want: {} },
  { hints: [7, null, {}], want: {} },
  { hints: 'text', want: {} },
];

describe('hints of descriptors', () => {
  it.each(spellings)('$hints', ({ hints, want }) => {
    expect(parseHints(hints)).toEqual({ ...plain, ...want });
  });
});

it('of several groups take the one that the path names', () => {
  const hints = [`${UI}fieldGroup:Grafana`, `${UI}fieldGroup:Server`];
  expect(parseHints(hints, ['server', 'host']).group).toEqual(['Server']);
  expect(parseHints(hints, ['other']).group).toEqual(['Grafana']);
});

describe('paths of descriptors', () => {
  it.each([
    ['a.b', ['a', 'b']],
    ['a[0].b', ['a', '*', 'b']],
    ['a[].b', ['a', '*', 'b']],
    ['a[*].b', ['a', '*', 'b']],
    ['a.*.b', ['a', '*', 'b']],
    ["a['c.d'].e", ['a', 'c.d', 'e']],
    ['a["x/y"]', ['a', 'x/y']],
    [' a . b ', ['a', 'b']],
    ['.a..b.', ['a', 'b']],
    ['a[b', ['a', 'b']],
    ['', []],
    ['[[[[', []],
    ['a.'.repeat(500), []],
  ])('%s', (path, want) => {
    expect(parseDescriptorPath(path)).toEqual(want);
  });

  it('reach items by any index, written or open', () => {
    for (const path of ['l[0].x', 'l[*].x', 'l[].x', 'l.*.x', 'l.0.x']) {
      const tree = descriptorTree([{ path, displayName: 'X' }]);
      const item = stepDescriptors(stepDescriptors(tree, 'l'), 4);
      expect(stepDescriptors(item, 'x').own?.displayName).toBe('X');
    }
  });

  it('may name spec', () => {
    const tree = descriptorTree([{ path: 'spec.size', displayName: 'Size' }]);
    expect(stepDescriptors(tree, 'size').own?.displayName).toBe('Size');
  });

  it('of controls are found in the same item', () => {
    expect(resolveSteps(['l', '*', 'mode'], ['l', 3])).toEqual(['l', 3, 'mode']);
    expect(resolveSteps(['l', '*', 'm', '*', 'x'], ['l', 3, 'm', 1])).toEqual(['l', 3, 'm', 1, 'x']);
    expect(resolveSteps(['other', '*', 'mode'], ['l', 3])).toEqual(['other', 0, 'mode']);
    expect(resolveSteps(['mode'], ['l', 3])).toEqual(['mode']);
  });
});

describe('hostile descriptors', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(UI, K8S, 'select:', 'fieldDependency:', ':', '?', '[', ']', '"', ',', '*', '__proto__'),
  );
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(''));
  const descriptors = fc.array(
    fc.record(
      {
        path: fc.oneof(text, fc.anything()),
        displayName: fc.anything(),
        description: fc.anything(),
        'x-descriptors': fc.oneof(fc.array(fc.oneof(text, fc.anything())), fc.anything()),
      },
      { requiredKeys: [] },
    ),
  );
  const field = fieldOf({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'integer' } } } },
  });

  it('never throw and never hide what has a value', () => {
    fc.assert(
      fc.property(descriptors, (list) => {
        const tree = descriptorTree(list);
        const value = { a: 'x', b: { c: 1 }, unknown: true };
        const layout = layoutObject({ field, descriptors: tree, value, spec: value, path: ['spec'] });
        const shown = [...layout.primary, ...layout.more, ...layout.advanced].map((entry) => entry.name);
        expect(shown.sort()).toEqual(['a', 'b', 'unknown']);
      }),
    );
  });
});
