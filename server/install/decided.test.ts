import { describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { Action } from '#lib/olm/plan/decision.ts';
import { linesOfDecision } from './decided.ts';

const deployment = (name: string): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'team-a' },
});
const apply = (name: string): Action => ({
  kind: 'apply',
  resource: resources.deployments,
  object: deployment(name),
});

describe('the lines of a decision', () => {
  it('are none where nothing comes of it', () => {
    expect(linesOfDecision({ actions: [] }, undefined)).toEqual([]);
    expect(linesOfDecision({ actions: [], again: { kind: 'after', ms: 5 } }, undefined)).toEqual([]);
  });

  it('are one: what becomes of the object, what is written, and why it is tried again', () => {
    const actions: Action[] = [
      apply('tickets'),
      {
        kind: 'delete',
        resource: resources.clusterRoles,
        ref: { name: 'far' },
        uid: 'u',
      },
      {
        kind: 'certificate',
        secret: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'cert', namespace: 'team-a' } },
        hosts: [],
        callers: [],
        trusted: 'a secret that no line tells',
      },
    ];
    const lines = linesOfDecision({ actions, again: { kind: 'retry', why: 'not now' } }, { phase: 'Failed' });
    expect(lines).toEqual([
      {
        phase: 'Failed',
        writes: ['apply Deployment team-a/tickets', 'delete ClusterRole far', 'make certificate team-a/cert'],
        retried: 'not now',
      },
    ]);
  });

  it('name no more writes than can be read', () => {
    const many = Array.from({ length: 300 }, (_, index) => apply(`d${String(index)}`));
    const [line] = linesOfDecision({ actions: many }, undefined);
    const writes = line?.['writes'];
    expect(writes).toHaveLength(13);
    expect(Array.isArray(writes) && writes.at(-1)).toBe('and 288 more');
  });

  it('are one for each object that is decided about together', () => {
    const status: Action = {
      kind: 'status',
      resource: resources.subscriptions,
      object: { ...deployment('tickets'), kind: 'Subscription' },
      status: {},
      log: { state: 'AtLatestKnown' },
    };
    expect(linesOfDecision({ actions: [status] }, undefined)).toEqual([
      { key: 'team-a/tickets', state: 'AtLatestKnown' },
    ]);
  });
});
