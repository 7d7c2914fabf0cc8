import { describe, expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import { rightText } from '../admission/rights.ts';
import { planRights, type ServedType } from './install-rights.ts';
import { installFamily } from './package-install.ts';

const TYPES: Readonly<Record<string, string>> = {
  'v1 ConfigMap': 'configmaps',
  'apps/v1 Deployment': 'deployments',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'clusterrolebindings',
};

const served: ServedType = (apiVersion, kind) => {
  const plural = TYPES[`${apiVersion} ${kind}`];
  const [group, version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return plural === undefined
    ? undefined
    : { group: group ?? '', version, plural, kind, namespaced: !kind.startsWith('Cluster') };
};

function rightsOf(template: string, values: Record<string, string> = {}): ReturnType<typeof planRights> {
  const family = installFamily(filesOf({ ...SOUND_PACKAGE, 'templates/app.yaml': template }), new Map());
  if (!('members' in family)) throw new Error(JSON.stringify(family));
  return planRights(family.members, { namespace: 'shop', name: '', values }, served);
}

describe('the rights of plans', () => {
  it('are those of what they write', () => {
    const { rights } = rightsOf(SOUND_PACKAGE['templates/app.yaml']);
    expect(rights.map(rightText)).toEqual(['create configmaps', 'patch configmaps']);
  });

  it('count a kind of a version that is gone as the one that came after it', () => {
    const { rights, apiVersions } = rightsOf(
      'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: app}\nspec: {template: {}}\n',
    );
    expect(rights.map(rightText)).toEqual(['create deployments.apps', 'patch deployments.apps']);
    expect(apiVersions).toEqual(['apps/v1', 'extensions/v1beta1']);
  });

  it('hand out no more than the author has: a binding needs the right to bind', () => {
    const { rights } = rightsOf(
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: app}\n' +
        'roleRef: {kind: ClusterRole, name: cluster-admin}\n',
    );
    expect(rights.map(rightText)).toContain('bind clusterroles.rbac.authorization.k8s.io cluster-admin');
  });

  it('follow the values', () => {
    const template =
      '{{ if eq .Params.SIZE "2" }}apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n{{ end }}';
    expect(rightsOf(template).rights).toEqual([]);
    expect(rightsOf(template, { SIZE: '2' }).rights).toHaveLength(2);
  });

  it('are not known of kinds that nobody serves, which are asked about', () => {
    const made = rightsOf('apiVersion: example.com/v1\nkind: Boat\nmetadata: {name: a}\n');
    expect(made).toEqual({ rights: [], apiVersions: ['example.com/v1'] });
  });

  it('are told to be not all where templates go beyond a bound together', () => {
    const { limit, rights } = rightsOf(
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n{{ range until 9000 }}${'  a: b\n'.repeat(10)}{{ end }}`,
    );
    expect(limit).toEqual({ bound: 'planSigns', most: 150_000 });
    expect(rights).toEqual([]);
  });
});
