import { expect, it } from 'vitest';
import { ApiError } from '#components/data/api-error.ts';
import { outcomeOfError } from './dry-run-outcome.ts';

it.each([
  {
    kind: 'forbidden',
    status: 403,
    message:
      'widgets.x.y is forbidden: User "eve" cannot create resource "widgets" in API group "x.y" in the namespace "a"',
    want: 'right',
  },
  {
    kind: 'forbidden',
    status: 403,
    message:
      'widgets.x.y "w" is forbidden: exceeded quota: few, requested: count/widgets.x.y=1, used: 1, limited: 1',
    want: 'refused',
  },
  {
    kind: 'badRequest',
    status: 400,
    message: 'admission webhook "a.b.c" does not support dry run',
    want: 'noDryRun',
  },
  {
    kind: 'badRequest',
    status: 400,
    message: 'admission webhook "a.b.c" denied the request: no',
    want: 'refused',
  },
  {
    kind: 'unknown',
    status: 500,
    message: 'Internal error occurred: failed calling webhook "a.b.c": refused',
    want: 'refused',
  },
  {
    kind: 'unknown',
    status: 500,
    message: 'conversion webhook for a.b/v1, Kind=C failed: Post "https://x": refused',
    want: 'refused',
  },
  {
    kind: 'unknown',
    status: 500,
    message: 'Internal error occurred: etcdserver: leader changed',
    want: 'busy',
  },
  { kind: 'tooManyRequests', status: 429, message: 'too many requests', want: 'busy' },
  { kind: 'network', status: 0, message: 'gone', want: 'offline' },
  { kind: 'readOnly', status: 403, message: 'This console is read-only.', want: 'readOnly' },
  { kind: 'conflict', status: 409, message: 'modified', want: 'changed' },
  { kind: 'alreadyExists', status: 409, message: 'widgets "w" already exists', want: 'refused' },
  { kind: 'notFound', status: 404, message: 'namespaces "x" not found', want: 'refused' },
  { kind: 'invalid', status: 422, message: 'invalid', want: 'refused' },
])('$status $message: $want', ({ want, ...init }) => {
  const outcome = outcomeOfError(new ApiError(init));
  expect(outcome.kind === 'impossible' ? outcome.why : outcome.kind).toBe(want);
});
