/**
 * ClusterRoles through which people get at what operators provide: three for each API, which Kubernetes' own `admin`,
 * `edit` and `view` gather, and three for each OperatorGroup, which gather those of its APIs (OLM 77, 78).
 * Source: OLM `pkg/controller/operators/olm/operatorgroup.go`.
 */
import { fnv64a, stableJson } from '../../base/hash.ts';
import { base62 } from '../../base/base62.ts';
import { sha224 } from '../../base/sha256.ts';
import type { KubeObject } from '../../k8s/object.ts';
import {
  MANAGED_LABEL,
  OWNER_GROUP_KIND,
  OWNER_KIND_LABEL,
  OWNER_LABEL,
  OWNER_NAMESPACE_LABEL,
  ownerLabels,
  PERMISSIONS_HASH_LABEL,
} from '../api/labels.ts';
import { apiServiceName } from '../api/api-service-name.ts';
import type { ApiServiceDescription, ClusterServiceVersion, OperatorGroup } from '../api/types.ts';
import type { CrdFacts } from '../plan/crd.ts';
import { saidToProvide } from './provided.ts';

/** What each kind of role allows. */
const VERBS = {
  admin: ['*'],
  edit: ['create', 'update', 'patch', 'delete'],
  view: ['get', 'list', 'watch'],
} as const;
type Level = keyof typeof VERBS;
type Labels = Readonly<Record<string, string>>;
const LEVELS = ['admin', 'edit', 'view'] as const satisfies Level[];

/** A group, the operators under it that run, and the definitions that those own, by name. */
export interface RoleFacts {
  group: OperatorGroup;
  csvs: readonly ClusterServiceVersion[];
  definitions: ReadonlyMap<string, CrdFacts>;
  /** The APIServices of the cluster, by name. */
  apiServices?: Pick<ReadonlyMap<string, KubeObject>, 'get'>;
}

const RBAC = 'rbac.authorization.k8s.io';

/** All roles of a group and of the APIs under it. */
export function wantedRoles({ group, csvs, definitions, apiServices }: RoleFacts): KubeObject[] {
  return [
    ...groupRoles(group),
    ...csvs.flatMap((csv) =>
      (csv.spec.customresourcedefinitions?.owned ?? []).flatMap(({ name, version, kind }) => {
        const definition = definitions.get(name);
        return definition === undefined || !mayOpen(group, csv, definition)
          ? []
          : apiRoles({ version, kind }, definition);
      }),
    ),
    ...csvs.flatMap((csv) =>
      (csv.spec.apiservicedefinitions?.owned ?? []).flatMap((api) => {
        const apiService = apiServices?.get(apiServiceName(api));
        return apiService === undefined || !isOf(csv, apiService) ? [] : servedApiRoles(api, apiService);
      }),
    ),
  ];
}

/** Three roles that gather those of the APIs that the group says it provides; without any they allow nothing. */
export function groupRoles(group: OperatorGroup): KubeObject[] {
  const { namespace = '', name } = group.metadata;
  const apis = saidToProvide(group);
  return LEVELS.map((level) => {
    const selectors = apis.map((api) => ({ matchLabels: { [aggregationLabel(api, level)]: 'true' } }));
    const aggregation =
      selectors.length === 0 ? {} : { aggregationRule: { clusterRoleSelectors: selectors } };
    return clusterRole({
      metadata: {
        name: groupRoleName({ namespace, name }, level),
        labels: ownerLabels({ namespace, name }, OWNER_GROUP_KIND),
      },
      ...aggregation,
    });
  });
}

/** Which group a role is of, by its labels: what `ownerOfRoles` gives for the group. Undefined for roles of others. */
export function groupOfRole({ metadata: { labels = {} } }: KubeObject): string | undefined {
  return labels[OWNER_KIND_LABEL] === OWNER_GROUP_KIND ? ownerText(labels) : undefined;
}

/** The group as its roles name it, where a long name stands in its short form. */
export function ownerOfRoles({ metadata: { namespace = '', name } }: OperatorGroup): string {
  return ownerText(ownerLabels({ namespace, name }, OWNER_GROUP_KIND));
}

function ownerText({ [OWNER_NAMESPACE_LABEL]: namespace = '', [OWNER_LABEL]: name = '' }: Labels): string {
  return `${namespace}/${name}`;
}

/**
 * Everybody with Kubernetes' own `view` gets to see an API that has roles. Who installs with the rights of an account could
 * otherwise open any definition, by a CSV that says it owns it; upstream lets them.
 */
function mayOpen(
  { spec }: OperatorGroup,
  { metadata }: ClusterServiceVersion,
  { alongside }: CrdFacts,
): boolean {
  const { serviceAccountName: account = '' } = spec ?? {};
  return account === '' || alongside.includes(`${metadata.namespace ?? ''}/${metadata.name}`);
}

function groupRoleName({ namespace, name }: { namespace: string; name: string }, level: Level): string {
  return `olm.og.${name}.${level}-${base62(sha224(new TextEncoder().encode(`${namespace}/${name}/${level}`)))}`;
}

/** By its labels, which the controller gives to what it made for the CSV; an API of somebody else is not opened. */
function isOf({ metadata: { name, namespace = '' } }: ClusterServiceVersion, api: KubeObject): boolean {
  const own = ownerLabels({ name, namespace });
  return Object.entries(own).every(([key, value]) => api.metadata.labels?.[key] === value);
}

/** Three roles for an API that the operator serves itself, with whose APIService they go. */
function servedApiRoles(
  { name, version, group, kind }: ApiServiceDescription,
  { metadata: { name: owner, uid = '' } }: KubeObject,
): KubeObject[] {
  const ownerReference = {
    ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', name: owner, uid },
    ...{ controller: false, blockOwnerDeletion: false },
  };
  return LEVELS.map((level) =>
    clusterRole({
      metadata: {
        name: `${name}-${version}-${level}`,
        labels: {
          [`${RBAC}/aggregate-to-${level}`]: 'true',
          [aggregationLabel(`${kind}.${version}.${group}`, level)]: 'true',
          [MANAGED_LABEL]: 'true',
        },
        ownerReferences: [ownerReference],
      },
      rules: [{ verbs: VERBS[level], apiGroups: [group], resources: [name] }],
    }),
  );
}

/** Four roles for an API of a definition, with which they go. */
function apiRoles({ version, kind }: { version: string; kind: string }, definition: CrdFacts): KubeObject[] {
  const { name, uid, group } = definition;
  const role = (
    suffix: string,
    level: Level,
    rule: Readonly<Record<string, readonly string[]>>,
  ): KubeObject =>
    clusterRole({
      metadata: {
        name: `${name}-${version}-${suffix}`,
        labels: {
          [`${RBAC}/aggregate-to-${level}`]: 'true',
          [aggregationLabel(`${kind}.${version}.${group}`, level)]: 'true',
          [MANAGED_LABEL]: 'true',
        },
        ownerReferences: [
          {
            apiVersion: 'apiextensions.k8s.io/v1',
            kind: 'CustomResourceDefinition',
            ...{ name, uid, controller: false, blockOwnerDeletion: false },
          },
        ],
      },
      rules: [rule],
    });
  // The API server holds the name of a definition to this form.
  const plural = name.slice(0, -group.length - 1);
  return [
    ...LEVELS.map((level) =>
      role(level, level, { verbs: VERBS[level], apiGroups: [group], resources: [plural] }),
    ),
    role('crdview', 'view', {
      verbs: ['get'],
      apiGroups: ['apiextensions.k8s.io'],
      resources: ['customresourcedefinitions'],
      resourceNames: [name],
    }),
  ];
}

/** Whether a role is there and says all that one wanted says, judged by its metadata alone. */
export function isSameRole(there: KubeObject | undefined, wanted: KubeObject): boolean {
  const labels = there?.metadata.labels ?? {};
  const owners = (there?.metadata.ownerReferences ?? []).map(({ uid }) => uid);
  return (
    Object.entries(wanted.metadata.labels ?? {}).every(([name, value]) => labels[name] === value) &&
    (wanted.metadata.ownerReferences ?? []).every(({ uid }) => owners.includes(uid))
  );
}

function aggregationLabel(api: string, level: Level): string {
  // Without the zeros that stand before: Go writes the number.
  const hash = fnv64a(api).replace(/^0+(?=.)/, '');
  return `olm.opgroup.permissions/aggregate-to-${hash}-${level}`;
}

function clusterRole({
  metadata,
  ...content
}: { metadata: KubeObject['metadata'] } & Record<string, unknown>): KubeObject {
  const labels = { ...metadata.labels, [PERMISSIONS_HASH_LABEL]: fnv64a(stableJson(content)) };
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { ...metadata, labels }, ...content };
}
