import { describe, expect, it } from 'vitest';
import { fieldOf } from '../schema/schema.ts';
import { applyCompletion, type Completions, completionsAt } from './completions.ts';
import { textOutline } from './outline.ts';
import type { EditorSubject } from './subject.ts';

const subject: EditorSubject = {
  type: { group: 'shop.example', version: 'v1', kind: 'Shop' },
  schema: fieldOf({
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        required: ['size', 'owner', 'mode'],
        properties: {
          paused: { type: 'boolean', default: false },
          size: { type: 'integer', description: 'How many. More text. And more.' },
          owner: {
            type: 'object',
            required: ['name', 'kind'],
            properties: {
              name: { type: 'string' },
              kind: { type: 'string', enum: ['Person'] },
              note: { type: 'string' },
            },
          },
          mode: { type: 'string', enum: ['Fast', 'Slow', 'on'], default: 'Slow' },
          doors: {
            type: 'array',
            maxItems: 2,
            items: { type: 'object', required: ['port'], properties: { port: { type: 'integer' } } },
          },
          words: { type: 'array', items: { type: 'string', enum: ['a b', 'c'] } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          pods: {
            type: 'object',
            properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
          },
          limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
          source: {
            type: 'object',
            properties: { url: { type: 'string' }, tag: { type: 'string' }, path: { type: 'string' } },
            oneOf: [{ required: ['url', 'tag'] }, { required: ['path'] }],
          },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    },
  }),
};

function at(marked: string): { text: string; found: Completions | undefined } {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, found: completionsAt(textOutline(text), offset, subject) };
}

function labels(marked: string): string[] | undefined {
  return at(marked).found?.options.map(({ label }) => label);
}

/** The text once the completion is chosen, with a bar at the cursor. */
function chosen(marked: string, label: string): string {
  const { text, found } = at(marked);
  const option = found?.options.find((one) => one.label === label);
  if (found === undefined || option === undefined) return `no ${label}: ${JSON.stringify(labels(marked))}`;
  const done = applyCompletion(text, found, option);
  return `${done.text.slice(0, done.cursor)}|${done.text.slice(done.cursor)}`;
}

describe('what is offered', () => {
  it.each([
    ['|', ['apiVersion', 'kind', 'metadata', 'spec']],
    ['apiVersion: shop.example/v1\n|', ['kind', 'metadata', 'spec']],
    ['apiVersion: |', ['shop.example/v1']],
    ['kind: S|', ['Shop']],
    ['metadata:\n  |', ['name', 'namespace', 'generateName', 'labels', 'annotations', 'finalizers']],
    ['spec:\n  paused: |', ['false', 'true']],
    ['spec:\n  mode: |', ['Slow', 'Fast', 'on']],
    ['spec:\n  mode: "F|', ['Slow', 'Fast', 'on']],
    ['spec:\n  size: |', undefined],
    ['spec:\n  mode: Fast # |', undefined],
    ['spec:\n  owner:\n    note: x\n    |', ['name', 'kind']],
    ['spec:\n  owner: |', ['name', 'kind', 'note']],
    ['spec:\n  owner: { note: x, | }', ['name', 'kind']],
    ['spec:\n  doors:\n    |', ['- port']],
    ['spec:\n  doors:\n    - |', ['port']],
    ['spec:\n  doors:\n    - port: 1\n    |', ['- port']],
    ['spec:\n  doors:\n    - port: 1\n    - port: 2\n    |', undefined],
    ['spec:\n  doors:\n  - port: 1\n  |', ['owner', 'size', 'paused', 'mode', 'words', '- port']],
    ['spec:\n  words:\n    - |', ['a b', 'c']],
    ['spec:\n  words: [|]', ['a b', 'c']],
    ['spec:\n  doors: [|]', ['{ }']],
    ['spec:\n  source:\n    |', ['url + tag', 'url', 'tag', 'path']],
    ['spec:\n  source:\n    url: x\n    |', ['tag', 'path']],
    ['spec:\n  source:\n    path: x\n    |', ['url', 'tag']],
    ['spec:\n  source:\n    path: x\n    tag: y\n    |', undefined],
    ['spec:\n  limits:\n    cpu: 1\n    |', ['memory', 'ephemeral-storage', 'storage']],
    ['spec:\n  labels:\n    app: x\n  pods:\n    labels:\n      |', ['app']],
    ['spec:\n  free:\n    |', undefined],
    ['spec:\n  size|: 1', ['owner', 'paused', 'mode', 'doors']],
    ['unknown:\n  |', undefined],
    ['spec:\n  |\n   broken: [', undefined],
  ])('%j', (marked, expected) => {
    const got = labels(marked);
    if (expected === undefined || got === undefined) expect(got).toEqual(expected);
    else expect(got).toEqual(expect.arrayContaining(expected));
  });

  it('puts what is required first, then keeps the order of the schema', () => {
    expect(labels('spec:\n  |')?.slice(0, 4)).toEqual(['size', 'owner', 'paused', 'mode']);
    const { found } = at('spec:\n  |');
    expect(found?.options.filter(({ required }) => required).map(({ label }) => label)).toEqual([
      'size',
      'owner',
    ]);
    expect(found?.options[0]).toMatchObject({ kind: 'property', help: 'How many.' });
  });

  it('marks the default', () => {
    expect(at('spec:\n  mode: |').found?.options.map(({ isDefault }) => isDefault)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('offers nothing twice', () => {
    expect(labels('spec:\n  source:\n    path: x\n    |')).not.toContain('path');
    expect(labels('spec:\n  size: 1\n  |\n  mode: Fast')).not.toEqual(expect.arrayContaining(['size']));
    expect(labels('spec:\n  size: 1\n  |\n  mode: Fast')).not.toEqual(expect.arrayContaining(['mode']));
  });
});

describe('what is inserted', () => {
  it.each([
    ['spec:\n  |', 'size', 'spec:\n  size: |'],
    ['spec:\n  si|\n', 'size', 'spec:\n  size: |\n'],
    ['|', 'kind', 'kind: Shop|'],
    ['|', 'apiVersion', 'apiVersion: shop.example/v1|'],
    ['|', 'spec', 'spec:\n  size: |\n  owner:\n    name: \n    kind: Person'],
    ['spec:\n  |', 'owner', 'spec:\n  owner:\n    name: |\n    kind: Person'],
    ['spec:\n  owner: |', 'note', 'spec:\n  owner:\n    note: |'],
    ['spec:\n  owner:|', 'note', 'spec:\n  owner:\n    note: |'],
    ['spec:\n  |', 'doors', 'spec:\n  doors:\n    - port: |'],
    ['spec:\n  |', 'words', 'spec:\n  words:\n    - |'],
    ['spec:\n  doors: |', '- port', 'spec:\n  doors:\n    - port: |'],
    ['spec:\n  doors:\n    |', '- port', 'spec:\n  doors:\n    - port: |'],
    ['spec:\n  doors:\n    -|', 'port', 'spec:\n  doors:\n    - port: |'],
    ['spec:\n  doors:\n    - po|', 'port', 'spec:\n  doors:\n    - port: |'],
    ['spec:\n  words:\n    - |', 'a b', 'spec:\n  words:\n    - "a b"|'],
    ['spec:\n  |', 'labels', 'spec:\n  labels:\n    |'],
    ['spec:\n  |', 'pods', 'spec:\n  pods:\n    |'],
    ['spec:\n  |', 'free', 'spec:\n  free: |'],
    ['spec:\n  mode:|', 'Fast', 'spec:\n  mode: Fast|'],
    ['spec:\n  mode: F| # why', 'Fast', 'spec:\n  mode: Fast| # why'],
    ['spec:\n  mode: |', 'on', 'spec:\n  mode: "on"|'],
    ['spec:\n  mode: "F|', 'Fast', 'spec:\n  mode: "Fast"|'],
    ["spec:\n  mode: '|Slow'", 'Fast', "spec:\n  mode: 'Fast|'"],
    ['spec:\n  source:\n    |', 'url + tag', 'spec:\n  source:\n    url: |\n    tag: '],
    ['spec: { | }', 'owner', 'spec: { owner: { name: |, kind: Person } }'],
    ['spec: { | }', 'doors', 'spec: { doors: [{ port: | }] }'],
    ['spec: { doors: [|] }', '{ }', 'spec: { doors: [{ port: | }] }'],
    ['spec:\n  size|: 1', 'doors', 'spec:\n  doors|: 1'],
    ['spec:\n  limits:\n    |', 'memory', 'spec:\n  limits:\n    memory: |'],
  ])('%j + %s', (marked, label, expected) => {
    expect(chosen(marked, label)).toBe(expected);
  });
});
