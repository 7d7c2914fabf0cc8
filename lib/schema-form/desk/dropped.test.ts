import { describe, expect, it } from 'vitest';
import { discoveryUrl } from '../../k8s/api-path.ts';
import { parseApiVersion } from '../../k8s/object.ts';
import { documentsIn, isOfType, resourceOfKind } from './dropped.ts';

const texts = (text: string): string[] => documentsIn(text).map((document) => document.text);

describe('documentsIn', () => {
  it.each<[string, string, string[]]>([
    ['one document as it is', 'a: 1 # note\n', ['a: 1 # note\n']],
    ['several', 'a: 1\n---\n# b\nb: 2\n', ['a: 1\n', '# b\nb: 2\n']],
    ['a marker at the beginning', '---\na: 1\n', ['a: 1\n']],
    ['directives and comments before it', '%YAML 1.2\n# c\n---\na: 1\n', ['%YAML 1.2\n# c\n---\na: 1\n']],
    ['ends of documents', 'a: 1\n...\n---\nb: 2\n...\n', ['a: 1\n', 'b: 2\n']],
    ['no empty ones', '---\n# only a comment\n---\n\n---\na: 1\n', ['# only a comment\na: 1\n']],
    ['dashes that are no marker', 'a: |\n  ---\n  x\nb: ---c\n', ['a: |\n  ---\n  x\nb: ---c\n']],
    ['content beside the marker', '--- {a: 1}\n---\nb: 2\n', ['{a: 1}\n', 'b: 2\n']],
    ['line ends of Windows', '\uFEFFa: 1\r\n---\r\nb: 2\r\n', ['a: 1\n', 'b: 2\n']],
    [
      'JSON as YAML, with all digits',
      '{"a": 9007199254740993, "b": ["x"]}',
      ['a: 9007199254740993\nb:\n  - x\n'],
    ],
    ['a list of JSON', '[{"a": 1}, {"b": 2}]', ['a: 1\n', 'b: 2\n']],
    ['a list of objects', 'kind: List\nitems:\n  - a: 1\n  - b: 2\n', ['a: 1\n', 'b: 2\n']],
    ['what cannot be read, for somebody to mend', 'a: [1\n---\nb: 2\n', ['a: [1\n', 'b: 2\n']],
    ['nothing', ' \n', []],
  ])('gives %s', (_name, text, want) => {
    expect(texts(text)).toEqual(want);
  });

  it('says what each is', () => {
    expect(documentsIn('apiVersion: a/v1\nkind: A\n---\nkind: 1\n')).toEqual([
      { text: 'apiVersion: a/v1\nkind: A\n', apiVersion: 'a/v1', kind: 'A' },
      { text: 'kind: 1\n', apiVersion: '', kind: '' },
    ]);
  });
});

const type = { group: 'a.com', version: 'v1', plural: 'as', kind: 'A', namespaced: true };

it.each([
  ['a.com/v1', 'A', true],
  ['a.com/v1beta1', 'A', true],
  ['b.com/v1', 'A', false],
  ['a.com/v1', 'B', false],
])('%s %s is of the type: %s', (apiVersion, kind, want) => {
  expect(isOfType({ text: '', apiVersion, kind }, type)).toBe(want);
});

it('finds the type of a kind', () => {
  const list = {
    resources: [
      { name: 'as/status', kind: 'A', namespaced: true },
      { name: 'as', kind: 'A', namespaced: true },
    ],
  };
  expect(resourceOfKind(list, 'a.com/v1', 'A')).toEqual(type);
  expect(resourceOfKind(list, 'a.com/v1', 'B')).toBeUndefined();
  expect(resourceOfKind(undefined, 'v1', 'A')).toBeUndefined();
  expect(discoveryUrl(parseApiVersion('a.com/v1'))).toBe('/k8s/apis/a.com/v1');
  expect(discoveryUrl(parseApiVersion('v1'))).toBe('/k8s/api/v1');
});
