import { describe, expect, it } from 'vitest';
import { type InstanceStatus, instanceStatus } from './instance-status.ts';
import type { ObjectMeta } from './object.ts';

const rows: { name: string; status?: unknown; metadata?: Partial<ObjectMeta>; want: InstanceStatus }[] = [
  { name: 'nothing yet', want: { label: { code: 'none' }, tone: 'neutral' } },
  {
    name: 'ready',
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
    want: { label: 'Ready', tone: 'good' },
  },
  {
    name: 'not ready, with the reason',
    status: {
      conditions: [{ type: 'Ready', status: 'False', reason: 'NoSeats', message: 'No seats left.' }],
    },
    want: { label: 'Not ready', tone: 'warn', detail: 'No seats left.' },
  },
  {
    name: 'on the way',
    status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Creating' }] },
    want: { label: 'Not ready', tone: 'progress', detail: 'Creating' },
  },
  {
    name: 'a failure comes before ready',
    status: {
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'ReconcileError', status: 'True', message: 'Boom' },
      ],
    },
    want: { label: 'Reconcile error', tone: 'bad', detail: 'Boom' },
  },
  { name: 'phase', status: { phase: 'Running' }, want: { label: 'Running', tone: 'good' } },
  {
    name: 'state with a message',
    status: { state: 'Failed', message: 'why' },
    want: { label: 'Failed', tone: 'bad', detail: 'why' },
  },
  { name: 'an unknown phase', status: { phase: 'Zebra' }, want: { label: 'Zebra', tone: 'neutral' } },
  { name: 'odd status', status: 'text', want: { label: { code: 'none' }, tone: 'neutral' } },
  {
    name: 'odd conditions',
    status: { conditions: [null, { type: 'Ready' }] },
    want: { label: { code: 'reported' }, tone: 'neutral' },
  },
  {
    name: 'deleting, held by a finalizer',
    status: { phase: 'Running' },
    metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b'] },
    want: { label: { code: 'deleting' }, tone: 'progress', finalizers: ['a/b'] },
  },
];

describe('instanceStatus', () => {
  it.each(rows)('$name', ({ status, metadata, want }) => {
    const object = { apiVersion: 'a/v1', kind: 'A', metadata: { name: 'a', ...metadata }, status };
    expect(instanceStatus(object)).toEqual(want);
  });
});
