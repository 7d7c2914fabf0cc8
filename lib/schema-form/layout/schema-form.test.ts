import { describe, expect, it } from 'vitest';
import { parseFieldPath } from '../validate/api-paths.ts';
import { parseDescriptorPath } from '../schema/descriptor-path.ts';
import { descriptorTree, noDescriptors, stepDescriptors } from '../schema/descriptors.ts';
import {
  clearField,
  documentOf,
  editDocument,
  openDocument,
  replaceText,
  setField,
} from '../text/document.ts';
import { errorTree, errorsAt } from '../validate/error-tree.ts';
import { layoutObject } from './layout.ts';
import { nameProblem } from '../validate/metadata-rules.ts';
import { validateObject } from '../validate/object-rules.ts';
import { formatPath, shareStructure } from '../schema/path.ts';
import { fieldOf, type FieldKind } from '../schema/schema.ts';
import { startersFrom } from '../schema/starters.ts';
import { itemTitle, titleOf } from '../schema/titles.ts';

const kinds: { given: unknown; want: FieldKind }[] = [
  { given: null, want: 'any' },
  { given: true, want: 'any' },
  { given: {}, want: 'any' },
  { given: { type: 'string, quote' }, want: 'string' },
  { given: { type: ['string', 'null'] }, want: 'string' },
  { given: { type: 7 }, want: 'any' },
  {
    given: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
    want: 'intOrString',
  },
  { given: { anyOf: [{ type: 'integer' }, { type: 'string' }] }, want: 'intOrString' },
  { given: { type: 'object' }, want: 'object' },
  { given: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, want: 'any' },
  { given: { type: 'object', 'x-kubernetes-embedded-resource': true }, want: 'any' },
  { given: { type: 'object', additionalProperties: { type: 'string' } }, want: 'map' },
  { given: { additionalProperties: { type: 'string' } }, want: 'map' },
  { given: { properties: { a: {} } }, want: 'object' },
  { given: { type: 'array' }, want: 'any' },
  { given: { type: 'array', items: {} }, want: 'array' },
  { given: { items: { type: 'string' } }, want: 'array' },
];

describe('fieldOf', () => {
  it.each(kinds)('$want for $given', ({ given, want }) => {
    expect(fieldOf(given).kind).toBe(want);
  });
});

describe('titles', () => {
  it.each([
    ['minReadySeconds', 'Min Ready Seconds'],
    ['podCIDRs', 'Pod CIDRs'],
    ['apiVersion', 'API Version'],
    ['tls', 'TLS'],
    ['constructor', 'Constructor'],
    ['usersAnonymousEnabled', 'Users Anonymous Enabled'],
    ['$ref', '$ref'],
  ])('%s → %s', (name, want) => {
    expect(titleOf(name)).toBe(want);
  });
  it.each([
    ['Extra Volumes', 'extra volume'],
    ['Policies', 'policy'],
    ['Ingress', 'ingress'],
    ['Pod CIDRs', 'pod CIDR'],
  ])('one of %s is %s', (title, want) => {
    expect(itemTitle(title)).toBe(want);
  });
});

describe('descriptors', () => {
  it('reads paths through lists and quoted keys', () => {
    expect(parseDescriptorPath('a[0].b["c.d"].e')).toEqual(['a', '*', 'b', 'c.d', 'e']);
  });

  it('tolerates joined, shortened and unknown hints', () => {
    const tree = descriptorTree([
      {
        path: 'size',
        displayName: ' Size ',
        'x-descriptors': [
          'urn:alm:descriptor:com.tectonic.ui:podCount,urn:alm:descriptor:io.kubernetes:custom',
          7,
        ],
      },
      {
        path: 'l[0].mode',
        'x-descriptors': [
          'tectonic.ui:select:a',
          'ui:ui:select:b',
          'urn:alm:descriptor:com.tectonic.ui:advanced',
        ],
      },
      {
        path: 'key',
        'x-descriptors': [
          'urn:alm:descriptor:io.kubernetes:Secret',
          'urn:alm:descriptor:com.tectonic.ui:fieldDependency:tls.mode:a:b',
        ],
      },
      { path: 7 },
      null,
    ]);
    expect(tree.children.get('size')?.own).toMatchObject({ displayName: 'Size', widget: 'podCount' });
    const mode = stepDescriptors(stepDescriptors(stepDescriptors(tree, 'l'), 3), 'mode');
    expect(mode.own).toMatchObject({ widget: 'select', options: ['a', 'b'], advanced: true });
    expect(tree.children.get('key')?.own).toMatchObject({
      resource: { kind: 'Secret' },
      dependsOn: [{ path: ['tls', 'mode'], values: ['a:b'] }],
    });
    expect(descriptorTree('nonsense')).toEqual(noDescriptors);
  });
});

describe('layoutObject', () => {
  const field = fieldOf({
    type: 'object',
    required: ['name'],
    properties: {
      rare: { type: 'string' },
      size: { type: 'integer' },
      name: { type: 'string' },
      anonymous: { type: 'boolean' },
      secret: { type: 'string' },
      tlsKey: { type: 'string' },
      set: { type: 'string' },
    },
  });
  const descriptors = descriptorTree([
    { path: 'size', displayName: 'Pods' },
    {
      path: 'anonymous',
      displayName: 'Anonymous',
      'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:advanced'],
    },
    { path: 'secret', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:hidden'] },
    { path: 'tlsKey', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:fieldDependency:set:yes'] },
  ]);
  const names = (value: unknown): string[][] => {
    const layout = layoutObject({ field, descriptors, value, spec: value });
    return [layout.primary, layout.more, layout.advanced].map((list) => list.map((entry) => entry.name));
  };

  it('puts required fields first, then described and populated ones, the rest behind', () => {
    expect(names({ set: 'x' })).toEqual([['name', 'size', 'set'], ['rare'], ['anonymous']]);
  });

  it('shows hidden, dependent and unknown fields that carry a value', () => {
    expect(names({ secret: 's', other: 1 })).toEqual([
      ['name', 'size', 'secret', 'other'],
      ['rare', 'set'],
      ['anonymous'],
    ]);
    expect(names({ set: 'yes' })[0]).toContain('tlsKey');
  });
});

describe('document', () => {
  it('keeps broken text, says the line and what it said last', () => {
    const broken = replaceText(openDocument('a: 1\n'), 'a: 2\nb: [1,\nc: 3\n');
    expect(broken.text).toBe('a: 2\nb: [1,\nc: 3\n');
    expect(broken.problem?.line).toBe(3);
    expect(broken.value).toEqual({ a: 1 });
    expect(setField(broken, ['a'], 5).text).toBe(broken.text);
    expect(replaceText(broken, 'a: 2\n')).toMatchObject({ value: { a: 2 } });
    expect(replaceText(broken, 'a: 2\n').problem).toBeUndefined();
  });

  it('refuses what is no object, more than one, and alias bombs', () => {
    expect(openDocument('- a\n').problem?.problem).toEqual({ code: 'yamlNoObject' });
    expect(openDocument('a: 1\n---\nb: 2\n').problem?.problem).toMatchObject({ code: 'yamlDocuments' });
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
    );
    const bomb = `l0: &l0 [x]\n${levels.join('\n')}\n`;
    expect(openDocument(bomb).problem?.problem).toEqual({ code: 'yamlAliases' });
    for (const deep of [
      '- '.repeat(50_000),
      `a: ${'['.repeat(400)}${']'.repeat(400)}`,
      '{"a":'.repeat(30_000),
    ])
      expect(openDocument(deep).problem?.problem).toMatchObject({ code: 'yamlTooDeep' });
  });

  it('takes back the parents it made, and only those', () => {
    const start = documentOf({ spec: { kept: {} } });
    const set = setField(start, ['spec', 'server', 'ingress', 'enabled'], true);
    expect(set.value).toEqual({ spec: { kept: {}, server: { ingress: { enabled: true } } } });
    expect(clearField(set, ['spec', 'server', 'ingress', 'enabled']).text).toBe(start.text);
    const inKept = setField(start, ['spec', 'kept', 'a'], 1);
    expect(clearField(inKept, ['spec', 'kept', 'a']).value).toEqual({ spec: { kept: {} } });
  });

  it('shares what did not change', () => {
    const start = documentOf({ a: { b: [1] }, c: { d: 1 } });
    const edited = setField(start, ['c', 'd'], 2);
    expect((edited.value as { a: unknown }).a).toBe((start.value as { a: unknown }).a);
    expect(shareStructure({ a: 1, b: 2 }, { b: 2, a: 1 })).not.toBe(undefined);
  });

  it('keeps integers beyond exact numbers', () => {
    const start = openDocument('big: 9007199254740993\nversion: 1.10\n');
    expect(start.value).toEqual({ big: 9007199254740993n, version: 1.1 });
    expect(editDocument(start, { kind: 'set', path: ['x'], value: 1 }).text).toBe(
      'big: 9007199254740993\nversion: 1.10\nx: 1\n',
    );
  });
});

describe('errors of the API server', () => {
  const object = { spec: { a: [{ b: 1 }], m: { 'k.x/y': 1, '0': 2 }, number: 11 } };
  it.each([
    ['spec.number', ['spec', 'number']],
    ['spec.a[0].b', ['spec', 'a', 0, 'b']],
    ['spec.m[k.x/y]', ['spec', 'm', 'k.x/y']],
    ['spec.m.k.x/y', ['spec', 'm', 'k.x/y']],
    ['spec.m[0]', ['spec', 'm', '0']],
    ['<nil>', []],
  ])('%s', (field, want) => {
    expect(parseFieldPath(field, object)).toEqual(want);
  });

  it('tree keeps branches that did not change', () => {
    const first = errorTree([
      { path: ['a', 0], problem: { said: 'x' }, rule: 'r' },
      { path: ['b'], problem: { said: 'y' }, rule: 'r' },
    ]);
    const second = errorTree([{ path: ['a', 0], problem: { said: 'x' }, rule: 'r' }], first);
    expect(errorsAt(second, 'a')).toBe(errorsAt(first, 'a'));
    expect(second.count).toBe(1);
  });
});

describe('names', () => {
  it.each([
    ['', 'required'],
    ['Lisbon', 'lowerCase'],
    ['my ticket', 'noSpaces'],
    ['-a', 'name'],
    ['lisbon-1.x', undefined],
  ])('%j', (name, want) => {
    expect(nameProblem(name)).toEqual(want === undefined ? undefined : { code: want });
  });
});

describe('validateObject', () => {
  const schema = fieldOf({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['number'],
        properties: { number: { type: 'integer', maximum: 10 } },
      },
      status: { type: 'object', properties: { phase: { type: 'string' } } },
    },
  });
  const type = { group: 'flights.com', version: 'v1', kind: 'FlightTicket' };
  it('accepts what the API server accepts, any value in status that has a field there', () => {
    const object = {
      apiVersion: 'flights.com/v1',
      kind: 'FlightTicket',
      metadata: { name: 'a' },
      spec: { number: 1 },
      status: { phase: 1 },
    };
    expect(validateObject(schema, type, object)).toEqual([]);
    const unknown = validateObject(schema, type, { ...object, status: { x: 1 } });
    expect(unknown.map((error) => formatPath(error.path))).toEqual(['status.x']);
  });
  it('says each thing once', () => {
    const object = {
      apiVersion: 'flights.com/v2',
      kind: 'Ticket',
      metadata: { name: 'A', labels: { 'a b': 'c' } },
      spec: { number: 11 },
    };
    expect(validateObject(schema, type, object).map((error) => formatPath(error.path))).toEqual([
      'apiVersion',
      'kind',
      'metadata.name',
      'metadata.labels["a b"]',
      'spec.number',
    ]);
  });
});

describe('startersFrom', () => {
  const type = { group: 'g', version: 'v1', kind: 'A' };
  it('takes examples of the kind, those of the version first, and adds nothing', () => {
    const examples = [
      { kind: 'A', apiVersion: 'g/v2', metadata: { name: 'new' } },
      { spec: { x: null }, kind: 'A', metadata: { name: 'old' }, apiVersion: 'g/v1' },
      { kind: 'B', apiVersion: 'g/v1' },
      null,
    ];
    const starters = startersFrom(JSON.stringify(examples), type);
    expect(starters.map((starter) => starter.title)).toEqual(['old', 'new']);
    expect(starters[0]?.object).toEqual(examples[1]);
    expect(Object.keys(starters[0]?.object ?? {})).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(startersFrom('{not json', type)).toEqual([]);
  });
});
