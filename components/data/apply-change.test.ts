import { expect, it } from 'vitest';
import { sendable } from './apply-change.ts';

it('keeps the digits of large integers', () => {
  const text = JSON.stringify(sendable({ spec: { big: 9007199254740993n, list: [1n] } }));
  expect(text).toBe('{"spec":{"big":9007199254740993,"list":[1]}}');
});
