import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDocuments, type ReadOptions } from './documents.ts';
import type { FileDocument } from './document.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

async function all(documents: AsyncIterable<FileDocument>): Promise<FileDocument[]> {
  const list: FileDocument[] = [];
  for await (const document of documents) list.push(document);
  return list;
}

async function read(name: string, content: string | Buffer, options?: ReadOptions): Promise<FileDocument[]> {
  await using directory = await temporaryDirectory({ [name]: content });
  return await all(readDocuments(`${directory.path}/${name}`, options));
}

const short = (documents: FileDocument[]): string[] =>
  documents.map((document) =>
    document.ok
      ? `${String(document.line)} ${JSON.stringify(document.value)}`
      : `${String(document.line)}! ${document.message}`,
  );

describe('readDocuments', () => {
  const rows: { name: string; file: string; content: string | Buffer; want: (string | RegExp)[] }[] = [
    {
      name: 'JSON lines',
      file: 'a.jsonl',
      content: '{"a":1}\n\n{"b":2}\n',
      want: ['1 {"a":1}', '3 {"b":2}'],
    },
    {
      name: 'JSON over many lines, one after the other',
      file: 'a.json',
      content: '{\n "a": 1\n}\n{\n "b": "}"\n}',
      want: ['1 {"a":1}', '4 {"b":"}"}'],
    },
    {
      name: 'what some take for the end of a line',
      file: 'a.jsonl',
      content: '{"a":"\u2028\u2029\u0085"}\n{"b":\r2}',
      want: ['1 {"a":"\u2028\u2029\u0085"}', '2 {"b":2}'],
    },
    {
      name: 'a torn first line of JSON',
      file: 'a.jsonl',
      content: 'x{"a":1}\n{"b":2}\n',
      want: [/^1! is no JSON/, '2 {"b":2}'],
    },
    {
      name: 'JSON values on one line',
      file: 'a.json',
      content: '{"a":1}{"b":2} {"c":3}',
      want: ['1 {"a":1}', '1 {"b":2}', '1 {"c":3}'],
    },
    {
      name: 'an array at the top',
      file: 'a.json',
      content: '[{"a":1},\n{"b":2}]',
      want: ['1 {"a":1}', '1 {"b":2}'],
    },
    {
      name: 'strings with quotes and braces',
      file: 'a.json',
      content: '{"a":\n"\\"{\\\\"\n}',
      want: ['1 {"a":"\\"{\\\\"}'],
    },
    {
      name: 'YAML streams',
      file: 'a.yaml',
      content: 'a: 1\n---\n# nothing\n---\nb: 2\n',
      want: ['1 {"a":1}', '4 {"b":2}'],
    },
    { name: 'JSON in a file called YAML', file: 'a.yaml', content: '{"a":1}\n', want: ['1 {"a":1}'] },
    { name: 'gzip', file: 'a.jsonl.gz', content: gzipSync('{"a":1}\n'), want: ['1 {"a":1}'] },
    { name: 'a byte order mark', file: 'a.json', content: '\uFEFF{"a":1}', want: ['1 {"a":1}'] },
    {
      name: 'carriage returns',
      file: 'a.yaml',
      content: 'a: 1\r\n---\r\nb: 2\r\n',
      want: ['1 {"a":1}', '2 {"b":2}'],
    },
    { name: 'an empty file', file: 'a.yaml', content: '', want: [] },
    {
      name: 'YAML 1.2: =, yes and dates are texts',
      file: 'a.yaml',
      content: 'a: =\nb: yes\nc: 2020-01-01',
      want: ['1 {"a":"=","b":"yes","c":"2020-01-01"}'],
    },
    {
      name: 'merge keys',
      file: 'a.yaml',
      content: 'a: &x {b: 1}\nc:\n  <<: *x',
      want: ['1 {"a":{"b":1},"c":{"b":1}}'],
    },
    {
      name: 'a broken JSON line between good ones',
      file: 'a.jsonl',
      content: '{"a":1}\n{"b":\n{"c":3}\n',
      want: ['1 {"a":1}', /^2! is no JSON/, '3 {"c":3}'],
    },
    {
      name: 'a JSON value cut short before the next entry',
      file: 'a.json',
      content: '{"schema":"x","a":[\n{"schema":"y"}\n',
      want: ['1! JSON value without an end', '2 {"schema":"y"}'],
    },
    {
      name: 'a JSON value without an end',
      file: 'a.json',
      content: '{"a":1}\n{"b":',
      want: ['1 {"a":1}', '2! JSON value without an end'],
    },
    {
      name: 'text between JSON values',
      file: 'a.json',
      content: '{"a":1}\nnonsense\n{"c":3}',
      want: ['1 {"a":1}', /^2! is no JSON/, '3 {"c":3}'],
    },
    {
      name: 'a broken YAML document between good ones',
      file: 'a.yaml',
      content: 'a: 1\n---\nb: [1\n---\nc: 3\n',
      want: ['1 {"a":1}', /^[234]! is no YAML/, '4 {"c":3}'],
    },
    { name: 'a gzip that is none', file: 'a.jsonl.gz', content: 'not gzip', want: [/^0! cannot be read/] },
    {
      name: 'a gzip cut short',
      file: 'a.jsonl.gz',
      content: gzipSync('{"a":1}\n'.repeat(1000)).subarray(0, 30),
      want: [/cannot be read/],
    },
  ];

  it.each(rows)('$name', async ({ file, content, want }) => {
    const found = short(await read(file, content));
    expect(found).toHaveLength(want.length);
    found.forEach((line, index) => {
      const expected = want[index];
      if (expected instanceof RegExp) {
        expect(line).toMatch(expected);
      } else {
        expect(line).toBe(expected);
      }
    });
  });

  it('takes __proto__ for data', async () => {
    for (const [file, content] of [
      ['a.json', '{"__proto__":{"polluted":true}}'],
      ['a.yaml', '__proto__:\n  polluted: true\n'],
    ] as const) {
      const [document] = await read(file, content);
      const value: unknown = document?.ok === true ? document.value : undefined;
      expect(Object.keys(value ?? {})).toEqual(['__proto__']);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    }
  });

  it('stops at a YAML document whose aliases multiply', async () => {
    const levels = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let index = 0; index < 9; index += 1) {
      const [before, name] = [String.fromCharCode(97 + index), String.fromCharCode(98 + index)];
      levels.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`);
    }
    expect(short(await read('bomb.yaml', `${levels.join('\n')}\n---\ngood: 1\n`))).toEqual([
      expect.stringContaining('aliases multiply too much'),
      '11 {"good":1}',
    ]);
  });

  it('stops at a line longer than any document may be, before it is unpacked whole', async () => {
    const bomb = gzipSync(`{"a":"${'x'.repeat(20 * 1024 * 1024)}"}\n`);
    expect(short(await read('bomb.jsonl.gz', bomb))).toEqual([
      expect.stringContaining('unpacks to more than 200 times its size'),
    ]);
  });

  it('puts together what came in several pieces, wherever letters of several bytes were cut', async () => {
    for (const letter of ['x', 'ü', '€', '😀']) {
      const values = [{ a: letter.repeat(700_000) }, { b: 'x' }, { c: letter }];
      const documents = await read(
        'a.jsonl.gz',
        gzipSync(values.map((one) => JSON.stringify(one)).join('\n')),
      );
      expect(documents.map((document) => document.ok && document.value)).toEqual(values);
    }
  });

  it('reports a file that is not there', async () => {
    const found = await all(readDocuments('/nonexistent/a.json'));
    expect(short(found)).toEqual([expect.stringMatching(/^0! cannot be read: ENOENT/)]);
  });
});
