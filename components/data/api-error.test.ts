import { expect, it } from 'vitest';
import { errorFromBody } from './api-error.ts';

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
    want: { kind: 'forbidden', message: 'The API server rejected the request.', causes: [] },
  },
  {
    name: "an error of the console's own",
    status: 409,
    body: { kind: 'conflict', message: 'changed', causes: [{ field: 'a', message: 'b' }] },
    want: { kind: 'conflict', message: 'changed', causes: [{ field: 'a', message: 'b' }] },
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
