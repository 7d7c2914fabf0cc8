/** Operators that no CSV brought, looked for with the rights of whoever asks. */
import { at } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { Grants } from '#lib/k8s/rbac.ts';
import { resources } from '#lib/k8s/resources.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';
import {
  claimsOn,
  namesGroup,
  unmanagedOf,
  unownedKinds,
  type Unmanaged,
  type UnownedKind,
} from '#lib/olm/views/unmanaged.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { listPages } from '#server/kube/list.ts';
import type { KubeClient, ListOptions } from '#server/kube/types.ts';

/**
 * What the whole cluster has is judged wherever that may be read, and of it what is in the namespace is told; all of it without one. A
 * cluster has thousands of roles and Deployments: they are read in pages, of which only what is about the kinds in question is kept.
 * @throws KubeError when the cluster does not answer; what may not be read is named as hidden
 */
export async function queryUnmanaged(
  { client }: Identity,
  namespace: string | undefined,
): Promise<Unmanaged> {
  const look = new Sight(client, namespace);
  const [definitions, csvs, served] = await Promise.all([
    look.list(resources.customResourceDefinitions, () => true, { metadataOnly: true }),
    // A copy owns what its original does.
    look.list(resources.clusterServiceVersions, () => true, { labelSelector: `!${COPIED_FROM_LABEL}` }),
    client.discover().catch(() => []),
  ]);
  if (look.hidden.size > 0) {
    return { operators: [], orphans: [], hidden: [...look.hidden].sort(), blind: true };
  }
  const owners = csvs.filter(isCsv);
  const kinds = unownedKinds(definitions, served, owners);
  if (kinds.length === 0) return { operators: [], orphans: [], hidden: [], blind: false };
  const claims = claimsOn(kinds, await grantsNaming(look, kinds));
  const workloads = await Promise.all(
    [resources.deployments, resources.statefulSets, resources.daemonSets].map((resource) =>
      look.list(resource, (workload) => claims(workload).size > 0),
    ),
  );
  const hidden = [...look.hidden];
  return unmanagedOf({ kinds, claims, csvs: owners, workloads: workloads.flat(), hidden, namespace });
}

/** The roles that name the groups of the kinds, and the bindings to them. */
async function grantsNaming(look: Sight, kinds: readonly UnownedKind[]): Promise<Grants> {
  const groups = new Set(kinds.map(({ group }) => group));
  const names = (role: KubeObject): boolean => namesGroup(role, groups);
  const [roles, clusterRoles] = await Promise.all([
    look.list(resources.roles, names),
    look.list(resources.clusterRoles, names),
  ]);
  const known = new Set([...roles, ...clusterRoles].map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  const binds = (binding: KubeObject): boolean =>
    known.has(`${String(at(binding, 'roleRef', 'kind'))}/${String(at(binding, 'roleRef', 'name'))}`);
  const [roleBindings, clusterRoleBindings] = await Promise.all([
    look.list(resources.roleBindings, binds),
    look.list(resources.clusterRoleBindings, binds),
  ]);
  return { roles, clusterRoles, roleBindings, clusterRoleBindings };
}

/** Lists of the whole cluster, or where those may not be read, of the namespace; which of them may not is remembered. */
class Sight {
  /** Kinds. */
  readonly hidden = new Set<string>();
  readonly #client: KubeClient;
  readonly #namespace: string | undefined;

  constructor(client: KubeClient, namespace: string | undefined) {
    this.#client = client;
    this.#namespace = namespace;
  }

  async list(
    resource: Resource,
    keep: (object: KubeObject) => boolean,
    options: ListOptions = {},
  ): Promise<KubeObject[]> {
    const whole = await this.#pages(resource, keep, options);
    if (whole !== undefined) return whole;
    this.hidden.add(resource.kind);
    if (!resource.namespaced || this.#namespace === undefined) return [];
    return (await this.#pages(resource, keep, { ...options, namespace: this.#namespace })) ?? [];
  }

  /** Undefined where they may not be read. A cluster without the kind has none of it. */
  async #pages(
    resource: Resource,
    keep: (object: KubeObject) => boolean,
    options: ListOptions,
  ): Promise<KubeObject[] | undefined> {
    let kept: KubeObject[] = [];
    try {
      await listPages(this.#client, resource, options, (page, first) => {
        if (first) kept = [];
        kept.push(...page.filter(keep));
      });
    } catch (error) {
      if (isKubeError(error, 'forbidden')) return undefined;
      if (!isKubeError(error, 'notFound')) throw error;
    }
    return kept;
  }
}
