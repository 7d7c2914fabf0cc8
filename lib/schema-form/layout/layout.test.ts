import { describe, expect, it } from 'vitest';
import { describedField } from '../schema/described.ts';
import { descriptorTree, stepDescriptors } from '../schema/descriptors.ts';
import { layoutObject, type ObjectLayout } from './layout.ts';
import { getIn, type Path } from '../schema/path.ts';
import { type FieldSchema, fieldOf } from '../schema/schema.ts';
import { branchValue, unionOf } from '../schema/union.ts';

const UI = 'urn:alm:descriptor:com.tectonic.ui:';

interface Given {
  readonly schema: unknown;
  readonly descriptors?: readonly { path: string; displayName?: string; hints?: readonly string[] }[];
  readonly value?: unknown;
  readonly path?: Path;
  readonly branch?: string;
}

/** Lays out the object at `path` of a spec with this schema. */
function layout({ schema, descriptors = [], value, path = ['spec'], branch }: Given): ObjectLayout {
  let tree = descriptorTree(
    descriptors.map(({ path: at, displayName, hints = [] }) => ({
      path: at,
      displayName,
      'x-descriptors': hints,
    })),
  );
  for (const step of path.slice(1)) tree = stepDescriptors(tree, step);
  const at = getIn({ spec: value }, path);
  return layoutObject({ field: fieldOf(schema), descriptors: tree, value: at, spec: value, path, branch });
}

const names = (entries: ObjectLayout['primary']): string[] => entries.map((entry) => entry.name);
const texts = (...keys: string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
});

describe('groups', () => {
  const described = (path: string, group: string): { path: string; hints: string[] } => ({
    path,
    hints: [`${UI}fieldGroup:${group}`],
  });

  it('stand together after fields without one', () => {
    const { primary } = layout({
      schema: texts('a', 'b', 'c', 'd', 'e'),
      descriptors: [described('a', 'One'), described('b', 'Two'), described('c', 'One'), { path: 'd' }],
      value: { e: 'x' },
    });
    expect(primary.map((entry) => [entry.name, entry.group])).toEqual([
      ['d', undefined],
      ['e', undefined],
      ['a', 'One'],
      ['c', 'One'],
      ['b', 'Two'],
    ]);
  });

  it('are taken from below where all agree, and say nothing twice', () => {
    const schema = {
      type: 'object',
      properties: { server: texts('host', 'port'), other: texts('x'), name: { type: 'string' } },
    };
    const { primary } = layout({
      schema,
      descriptors: [
        described('server.host', 'Server'),
        described('server.port', 'Server'),
        described('other.x', 'Extra:Inner'),
        described('name', 'Extra:Inner'),
      ],
    });
    expect(primary.map((entry) => [entry.name, entry.group])).toEqual([
      ['server', undefined],
      ['other', 'Extra · Inner'],
      ['name', 'Extra · Inner'],
    ]);
  });

  it('named like their section are no groups', () => {
    const { primary } = layout({
      schema: texts('host', 'port'),
      descriptors: [described('server.host', 'Server'), described('server.port', 'Ports')],
      path: ['spec', 'server'],
    });
    expect(primary.map((entry) => entry.group)).toEqual([undefined, 'Ports']);
  });
});

describe('dependencies', () => {
  const item = texts('mode', 'key');
  const depends = [
    { path: 'list[0].key', hints: [`${UI}fieldDependency:list[0].mode:tls`, `${UI}fieldDependency:on:true`] },
  ];

  it('through lists look at the same item, and all must hold', () => {
    const shown = (value: object, index: number): string[] =>
      names(layout({ schema: item, descriptors: depends, value, path: ['spec', 'list', index] }).primary);
    const list = [{ mode: 'plain' }, { mode: 'tls' }];
    expect(shown({ list, on: true }, 0)).toEqual(['mode']);
    expect(shown({ list, on: true }, 1)).toEqual(['key', 'mode']);
    expect(shown({ list, on: false }, 1)).toEqual(['mode']);
  });

  it('that do not hold leave a value visible, with the reason', () => {
    const { primary } = layout({
      schema: item,
      descriptors: depends,
      value: { list: [{ mode: 'plain', key: 'x' }], on: true },
      path: ['spec', 'list', 0],
    });
    expect(primary.find((entry) => entry.name === 'key')?.unmet).toEqual({
      path: ['list', '*', 'mode'],
      values: ['tls'],
    });
  });

  it('by an option of a neighbour bring its own part up', () => {
    const schema = {
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['RollingUpdate', 'Recreate'] },
        rollingUpdate: texts('maxSurge'),
        other: { type: 'string' },
      },
    };
    expect(names(layout({ schema, value: { type: 'RollingUpdate' } }).primary)).toEqual([
      'type',
      'rollingUpdate',
    ]);
    expect(names(layout({ schema, value: { type: 'Recreate' } }).primary)).toEqual(['type']);
    expect(names(layout({ schema, value: { type: 'Recreate', rollingUpdate: {} } }).primary)).toContain(
      'rollingUpdate',
    );
  });
});

describe('order', () => {
  it('of a pod begins with its containers', () => {
    const keys = ['affinity', 'containers', 'dnsConfig', 'initContainers', 'restartPolicy', 'volumes'];
    const { more } = layout({ schema: texts(...keys) });
    expect(names(more)).toEqual([
      'containers',
      'initContainers',
      'volumes',
      'restartPolicy',
      'affinity',
      'dnsConfig',
    ]);
  });
});

describe('unions', () => {
  const group = texts('x');
  const object = (extra: object, ...keys: string[]): FieldSchema =>
    fieldOf({ type: 'object', properties: Object.fromEntries(keys.map((key) => [key, group])), ...extra });
  const requiring = (...keys: string[]): object => ({ oneOf: keys.map((key) => ({ required: [key] })) });

  it.each([
    ['each branch requires one', object(requiring('a', 'b'), 'a', 'b', 'c'), ['a', 'b']],
    [
      'none is a branch too',
      object({ oneOf: [{ required: ['a'] }, { required: ['b'] }, {}] }, 'a', 'b'),
      ['a', 'b'],
    ],
    [
      'one branch lists them',
      object({ oneOf: [{ properties: { a: {}, b: {} } }] }, 'a', 'b', 'c'),
      ['a', 'b'],
    ],
    ['one property at most', object({ maxProperties: 1 }, 'a', 'b'), ['a', 'b']],
    [
      'a rule forbids both',
      object({ 'x-kubernetes-validations': [{ rule: '!(has(self.a) && has(self.b))' }] }, 'a', 'b', 'c'),
      ['a', 'b'],
    ],
    [
      'a rule counts them',
      object(
        {
          'x-kubernetes-validations': [
            { rule: '[has(self.a), has(self.b), has(self.c)].filter(x, x).size() == 1' },
          ],
        },
        ...['a', 'b', 'c', 'd'],
      ),
      ['a', 'b', 'c'],
    ],
    ['words say so', object({ description: 'Only one provider may be set.' }, 'a', 'b'), ['a', 'b']],
    ['issuers', object({}, 'acme', 'ca', 'selfSigned', 'vault'), ['acme', 'ca', 'selfSigned', 'vault']],
    [
      'solvers',
      object({ description: 'Exactly one must be set.' }, 'dns01', 'http01', 'selector'),
      ['dns01', 'http01'],
    ],
    ['required ones are no branches', object({ maxProperties: 1, required: ['a'] }, 'a', 'b'), undefined],
    ['anything else', object({}, 'a', 'b'), undefined],
    [
      'branches of several',
      object({ oneOf: [{ required: ['a', 'b'] }, { required: ['c'] }] }, 'a', 'b', 'c'),
      undefined,
    ],
    ['nonsense', object({ oneOf: [null, 7, { required: 'a' }] }, 'a', 'b'), undefined],
  ])('%s', (_, field, want) => {
    expect(unionOf(field)?.branches).toEqual(want);
  });

  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, secret: group, configMap: group, emptyDir: { type: 'object' } },
    ...requiring('secret', 'configMap', 'emptyDir'),
  };

  it('show the branch in use, or the one chosen, and whatever else the object has', () => {
    const shown = (given: Partial<Given>): [string[], string | undefined] => {
      const { primary, more, union } = layout({ schema, ...given });
      return [names([...primary, ...more]), union?.chosen];
    };
    expect(shown({ value: { secret: {} } })).toEqual([['secret', 'name'], 'secret']);
    expect(shown({ branch: 'emptyDir' })).toEqual([['emptyDir', 'name'], 'emptyDir']);
    expect(shown({ value: { secret: {} }, branch: 'emptyDir' })).toEqual([['secret', 'name'], 'secret']);
    expect(shown({ value: { secret: {}, configMap: {} } })).toEqual([
      ['secret', 'configMap', 'name'],
      undefined,
    ]);
    expect(shown({ branch: 'name' })).toEqual([['name'], undefined]);
  });

  it('carry over what two branches have in common', () => {
    const field = fieldOf({
      type: 'object',
      properties: {
        secret: {
          type: 'object',
          properties: { items: texts('a'), optional: { type: 'boolean' }, mode: { type: 'string' } },
        },
        configMap: {
          type: 'object',
          properties: { items: texts('a'), optional: { type: 'boolean' }, mode: { type: 'integer' } },
        },
        url: { type: 'string' },
      },
    });
    const old = { items: { a: 'x' }, optional: true, mode: '1', unknown: 1 };
    expect(branchValue(field, { to: 'configMap', from: 'secret', old })).toEqual({
      items: { a: 'x' },
      optional: true,
    });
    expect(branchValue(field, { to: 'configMap', from: undefined, old: undefined })).toEqual({});
    expect(branchValue(field, { to: 'url', from: 'secret', old })).toBeUndefined();
  });
});

describe('fields without a schema', () => {
  const tree = descriptorTree([
    { path: 'size', 'x-descriptors': [`${UI}podCount`] },
    { path: 'tls.enabled', 'x-descriptors': [`${UI}booleanSwitch`] },
    { path: 'hosts[0].name', 'x-descriptors': [`${UI}text`] },
    { path: 'other' },
  ]);

  it('are those that descriptors know of', () => {
    const field = describedField(fieldOf(undefined), tree, undefined);
    const kinds = layoutObject({ field, descriptors: tree, value: {}, spec: {} }).primary.map((entry) => [
      entry.name,
      entry.field.kind,
    ]);
    expect(kinds).toEqual([
      ['size', 'integer'],
      ['tls', 'object'],
      ['hosts', 'array'],
      ['other', 'any'],
    ]);
  });

  it('follow the value where it is something else, and the schema where there is one', () => {
    const known = fieldOf({ type: 'object' });
    expect(describedField(known, tree, {})).toBe(known);
    expect(describedField(fieldOf(undefined), tree, 'text').kind).toBe('any');
    expect(describedField(fieldOf(undefined), descriptorTree([]), {}).kind).toBe('any');
  });
});
