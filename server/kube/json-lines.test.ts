import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonLines } from './json-lines.ts';

it('gives the same values however the bytes are cut', () => {
  const chunks = fc.tuple(
    fc.array(fc.jsonValue(), { maxLength: 8 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }),
  );
  fc.assert(
    fc.property(chunks, ([values, sizes]) => {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
      const bytes = Buffer.from(text, 'utf8');
      const lines = createJsonLines();
      const got: unknown[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        got.push(...lines.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(JSON.stringify(got)).toBe(JSON.stringify(values));
    }),
  );
});

it('joins a character that was cut in two', () => {
  const bytes = Buffer.from('{"a":"é€😀"}\n');
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const lines = createJsonLines();
    expect([...lines.push(bytes.subarray(0, cut)), ...lines.push(bytes.subarray(cut))]).toEqual([
      { a: 'é€😀' },
    ]);
  }
});

it('passes over empty lines and keeps an unfinished one', () => {
  const lines = createJsonLines();
  expect(lines.push(Buffer.from('\n\r\n1\n2'))).toEqual([1]);
  expect(lines.push(Buffer.from('3\n'))).toEqual([23]);
});

it('refuses a line without end and what is not JSON', () => {
  const lines = createJsonLines(10);
  lines.push(Buffer.from('"123456'));
  expect(() => lines.push(Buffer.from('789012345'))).toThrow('larger than 10 bytes');
  expect(() => createJsonLines().push(Buffer.from('{oops\n'))).toThrow('not JSON');
});

it('keeps __proto__ as data', () => {
  const [value] = createJsonLines().push(Buffer.from('{"__proto__":{"polluted":1}}\n'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":1}}');
  expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
});
