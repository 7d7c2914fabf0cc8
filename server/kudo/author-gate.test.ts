import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { versionMark, withReview } from '#lib/kudo/admission/review.ts';
import { kudoResources, type KudoInstance } from '#lib/kudo/api/types.ts';
import type { ObjectAction } from '#lib/kudo/plan/decision.ts';
import { anInstance, aVersion } from '#lib/testing/kudo-objects.ts';
import { authorGate } from './author-gate.ts';
import { sealed, sealedReview } from './review-seal.ts';

const KEY = randomBytes(32);
const RBAC = 'rbac.authorization.k8s.io';
const version = aVersion();
const [key, mark] = versionMark(version);
const PLACE = { namespace: 'ns', name: 'inst' };

function reviewed(rights: string[], later: string[] = [], more: Partial<KudoInstance> = {}): KudoInstance {
  const instance = anInstance({ planExecution: { planName: 'deploy', uid: 'u' } }, more);
  return withReview(instance, sealed(KEY, PLACE, { versions: { [key]: mark }, rights, later }));
}

const object = (kind: string, more: object = {}): KubeObject => ({
  ...{ apiVersion: 'v1', kind, metadata: { name: 'x', namespace: 'ns' } },
  ...more,
});
const create = (made: KubeObject): ObjectAction => ({ kind: 'create', object: made });
const patch: ObjectAction = {
  ...{ kind: 'patch', at: { apiVersion: 'v1', kind: 'X', namespace: 'ns', name: 'x' }, type: 'merge' },
  ...{ patch: { data: {} }, version: '1' },
};
const remove: ObjectAction = {
  kind: 'delete',
  at: { apiVersion: 'v1', kind: 'X', name: 'x' },
  uid: undefined,
};
const binding = (name: string): KubeObject =>
  object('RoleBinding', { roleRef: { kind: 'ClusterRole', name } });

describe('what a plan writes', () => {
  it.each<[name: string, action: ObjectAction, resource: Resource, rights: string[], missing?: string]>([
    ['makes what it may', create(object('ConfigMap')), resources.configMaps, ['create configmaps']],
    [
      'makes nothing else',
      create(object('Secret')),
      resources.secrets,
      ['create configmaps'],
      'create secrets',
    ],
    ['changes what it may', patch, resources.configMaps, ['patch configmaps']],
    [
      'changes nothing that it may only make',
      patch,
      resources.configMaps,
      ['create configmaps'],
      'patch configmaps',
    ],
    ['deletes what it may', remove, resources.configMaps, ['delete configmaps']],
    [
      'deletes nothing that it may only make',
      remove,
      resources.configMaps,
      ['create configmaps'],
      'delete configmaps',
    ],
    [
      'changes no role without escalate',
      patch,
      resources.roles,
      [`patch roles.${RBAC}`],
      `escalate roles.${RBAC}`,
    ],
    [
      'binds no other role than was looked at',
      create(binding('admin')),
      resources.roleBindings,
      [`create rolebindings.${RBAC}`, `bind clusterroles.${RBAC} view`],
      `bind clusterroles.${RBAC} admin`,
    ],
  ])('%s', (_name, action, resource, rights, missing) => {
    const refusal = authorGate(KEY, reviewed(rights), version).refusal(action, resource);
    if (missing === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(`the right to ${missing},`);
  });

  it('hands out no role of a binding that is there, whatever its own template says', () => {
    const gate = authorGate(
      KEY,
      reviewed([`patch rolebindings.${RBAC}`, `bind clusterroles.${RBAC} view`]),
      version,
    );
    expect(gate.refusal(patch, resources.roleBindings, binding('view'))).toBeUndefined();
    expect(gate.refusal(patch, resources.roleBindings, binding('cluster-admin'))).toContain(
      `bind clusterroles.${RBAC} cluster-admin`,
    );
  });

  it('is nothing once the version is another one, or the review is none of ours', () => {
    const rights = ['create configmaps'];
    const changed = { ...version, metadata: { ...version.metadata, uid: 'another' } };
    const action = create(object('ConfigMap'));
    expect(authorGate(KEY, reviewed(rights), changed).refusal(action, resources.configMaps)).toContain(
      'has changed',
    );
    const forged = authorGate(randomBytes(32), reviewed(rights), version);
    expect(forged.refusal(action, resources.configMaps)).toContain('Nobody has been found');
    const moved = { ...reviewed(rights), metadata: { ...reviewed(rights).metadata, name: 'other' } };
    expect(authorGate(KEY, moved, version).refusal(action, resources.configMaps)).toContain('Nobody');
  });

  it('is held to what runs later when it runs later', () => {
    const action = create(object('Secret'));
    const later = ['create secrets'];
    const asked = authorGate(KEY, reviewed([], later), version);
    expect(asked.refusal(action, resources.secrets)).toBeDefined();
    const annotations = { 'capstan.dev/schedule.deploy': '0 3 * * *' };
    const scheduled = reviewed([], later, { metadata: { name: 'inst', namespace: 'ns', annotations } });
    expect(authorGate(KEY, scheduled, version).refusal(action, resources.secrets)).toBeUndefined();
    const leaving = reviewed(['create configmaps'], later, {
      metadata: { name: 'inst', namespace: 'ns', deletionTimestamp: '2026-03-01T10:00:00Z' },
    });
    const last = authorGate(KEY, leaving, version);
    expect(last.refusal(action, resources.secrets)).toBeUndefined();
    expect(last.refusal(create(object('ConfigMap')), resources.configMaps)).toBeDefined();
  });

  it('gives an operator that it installs the rights that were looked at, and no others', () => {
    const gate = authorGate(KEY, reviewed(['create instances.kudo.dev', 'create secrets']), version);
    const child = { ...object('Instance'), metadata: { name: 'child', namespace: 'ns' } };
    const passed = gate.passed(create(child), kudoResources.instances);
    const made = passed.kind === 'create' ? passed.object : child;
    expect(sealedReview(KEY, { ...anInstance(), metadata: { ...made.metadata, name: 'child' } })).toEqual({
      versions: { [key]: mark },
      rights: ['create instances.kudo.dev', 'create secrets'],
      later: ['create instances.kudo.dev', 'create secrets'],
    });
    expect(gate.passed(create(object('Secret')), resources.secrets)).toEqual(create(object('Secret')));
  });
});
