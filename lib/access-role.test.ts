import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { AccessCheck } from './access.ts';
import { roleFor } from './access-role.ts';

const jane = { name: 'jane@example.com' };
const patchPlan: AccessCheck = {
  verb: 'patch',
  group: 'operators.coreos.com',
  resource: 'installplans',
  namespace: 'team-a',
  name: 'install-1',
};
const createTicket: AccessCheck = { verb: 'create', group: 'x.io', resource: 'tickets', namespace: 'team-a' };

function objects(checks: readonly AccessCheck[], subject = jane): unknown[] {
  return parseAllDocuments(roleFor(checks, subject)).map((document) => document.toJS() as unknown);
}

describe('the role for missing rights', () => {
  it('is a Role and its binding for what is in one namespace', () => {
    const [role, binding] = objects([patchPlan]);
    expect(role).toMatchObject({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { namespace: 'team-a' },
      rules: [
        {
          apiGroups: ['operators.coreos.com'],
          resources: ['installplans'],
          resourceNames: ['install-1'],
          verbs: ['patch'],
        },
      ],
    });
    expect(binding).toMatchObject({
      kind: 'RoleBinding',
      metadata: { namespace: 'team-a' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: Object(role).metadata.name },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane@example.com' }],
    });
  });

  it('is a ClusterRole for what has no namespace', () => {
    const checks = [{ verb: 'create', group: '', resource: 'namespaces' }];
    expect(objects(checks).map((object) => Object(object).kind)).toEqual([
      'ClusterRole',
      'ClusterRoleBinding',
    ]);
  });

  it('warns of a right that leads to every other', () => {
    const addCatalog = { ...patchPlan, verb: 'create', resource: 'catalogsources' };
    const text = roleFor([createTicket, { ...addCatalog, namespace: 'team-b' }], jane);
    expect(text.indexOf('# Leads to every right')).toBeLessThan(text.indexOf('catalogsources'));
    expect(text.indexOf('# Leads')).toBeGreaterThan(text.indexOf('tickets'));
    expect(objects([addCatalog])).toHaveLength(2);
    expect(roleFor([patchPlan, createTicket], jane)).not.toContain('# Leads');
  });

  it('gathers verbs of one type, and keeps namespaces, names and types apart', () => {
    const found = objects([
      createTicket,
      { ...createTicket, verb: 'list' },
      createTicket,
      patchPlan,
      { ...createTicket, namespace: 'team-b' },
    ]);
    const rules = found.map((object) => Object(object).rules);
    expect(rules[0]).toEqual([
      { apiGroups: ['x.io'], resources: ['tickets'], verbs: ['create', 'list'] },
      expect.objectContaining({ resources: ['installplans'], resourceNames: ['install-1'] }),
    ]);
    expect(rules[2]).toEqual([{ apiGroups: ['x.io'], resources: ['tickets'], verbs: ['create'] }]);
  });

  it.each(['create', 'deletecollection'])('names no object for %s', (verb) => {
    expect(roleFor([{ ...patchPlan, verb }], jane)).not.toContain('resourceNames');
  });

  it('writes subresources as RBAC does', () => {
    const check = { ...createTicket, verb: 'update', subresource: 'status' };
    expect(objects([check])[0]).toMatchObject({ rules: [{ resources: ['tickets/status'] }] });
  });

  it('knows ServiceAccounts by their user name', () => {
    const [, binding] = objects([patchPlan], { name: 'system:serviceaccount:ci:robot' });
    expect(binding).toMatchObject({ subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'ci' }] });
  });

  it.each(['a: b', '123', 'true', '"x"\nkind: ClusterRole', '- ]', 'ü\u2028'])('quotes %j', (name) => {
    const [role, binding] = objects([{ ...createTicket, namespace: name }], { name });
    expect(role).toMatchObject({ kind: 'Role', metadata: { namespace: name } });
    expect(binding).toMatchObject({ subjects: [{ name }] });
  });

  it('has a name of its own for each set of rights and each person, and the same one every time', () => {
    const name = (checks: readonly AccessCheck[], subject = jane): unknown =>
      Object(objects(checks, subject)[0]).metadata.name;
    const names = [
      name([patchPlan]),
      name([{ ...patchPlan, name: 'install-2' }]),
      name([patchPlan], { name: 'joe' }),
      name([patchPlan, createTicket]),
    ];
    expect(new Set(names).size).toBe(4);
    expect(name([patchPlan])).toBe(names[0]);
  });

  it('is empty when nothing is missing', () => {
    expect(roleFor([], jane)).toBe('');
  });
});
