import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { en } from '#messages/en.ts';
import { asApiError, errorFromBody, inWords } from './api-error.ts';

const silent = 'The console answered 502.';

it.each([
  {
    name: 'a Status',
    status: 422,
    body: {
      kind: 'Status',
      reason: 'Invalid',
      message: 'no good',
      details: { causes: [{ field: 'spec.number', message: 'must be one' }, { message: 'also' }, 'odd'] },
    },
    want: {
      kind: 'invalid',
      message: 'no good',
      causes: [
        { field: 'spec.number', message: 'must be one' },
        { field: '', message: 'also' },
      ],
    },
  },
  {
    name: 'a Status of a reason without a kind of its own',
    status: 403,
    body: { kind: 'Status', reason: 'Odd', details: { causes: null } },
    want: { kind: 'forbidden', message: en.problems.rejected, code: 'rejected', causes: [] },
  },
  {
    name: "an error of the console's own",
    status: 409,
    body: { kind: 'conflict', message: 'changed', causes: [{ field: 'a', message: 'b' }] },
    want: { kind: 'conflict', message: 'changed', causes: [{ field: 'a', message: 'b' }] },
  },
  {
    name: 'a problem of our own',
    status: 429,
    body: { kind: 'tooManyRequests', message: '40 tabs', code: 'ownTabs', values: { tabs: 40, odd: [] } },
    want: { kind: 'tooManyRequests', message: '40 tabs', code: 'ownTabs', values: { tabs: 40 } },
  },
  {
    name: 'half an error',
    status: 502,
    body: { kind: 'x' },
    want: { kind: 'unknown', message: silent, causes: [] },
  },
  { name: 'no JSON', status: 502, body: undefined, want: { kind: 'unknown', message: silent, causes: [] } },
  { name: 'a list', status: 502, body: [1], want: { kind: 'unknown', message: silent, causes: [] } },
])('reads $name', ({ status, body, want }) => {
  expect(errorFromBody(status, body)).toMatchObject({ ...want, status });
});

it('has a code where it is the console that says it', () => {
  const error = errorFromBody(502, undefined);
  expect(error).toMatchObject({ code: 'answered', values: { status: 502 } });
  expect(inWords(error, ({ code, kind }) => `${String(code)} ${kind}`).message).toBe('answered unknown');
  const verbatim = errorFromBody(403, { kind: 'Status', message: 'no' });
  expect(inWords(verbatim, () => 'other words')).toBe(verbatim);
  expect(asApiError(new TypeError('fetch failed'))).toMatchObject({
    code: 'unreachable',
    message: en.problems.unreachable,
  });
});

it.each([
  { file: 'stream-line.ts', code: 'tooManyLists' },
  { file: 'stream-client.ts', code: 'sessionEnded' },
  { file: 'use-watch.ts', code: 'notListed' },
  { file: 'kube.ts', code: 'unexpected' },
  { file: 'kube.ts', code: 'unnamed' },
] as const)('$file says $code as the texts do', ({ file, code }) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(source).toContain(`code: '${code}'`);
  expect(source).toContain(`'${en.problems[code]}'`);
});
