/** What an install leaves in a cluster, in a form in which two installs can be compared. */
import type { KubeObject } from '../../lib/k8s/object.ts';
import { resources } from '../../lib/k8s/resources.ts';
import { at, type Bench } from './installs.ts';

const NAMESPACED = [
  resources.subscriptions,
  resources.installPlans,
  resources.clusterServiceVersions,
  resources.operatorGroups,
  resources.operatorConditions,
  resources.deployments,
  resources.serviceAccounts,
  resources.services,
  resources.secrets,
  resources.roles,
  resources.roleBindings,
];

export interface OutcomeOptions {
  /** Of the definitions that were brought along. */
  crds: readonly string[];
  /** CSVs that were replaced: garbage collection takes what they alone own, and references to them, away some time later. */
  replaced?: readonly string[];
}

/**
 * One line per object, sorted, without what differs between two installs: hashes, times, and the word by which this one's
 * namespace and packages are named.
 */
export async function installOutcome(user: Bench, word: string, options: OutcomeOptions): Promise<string[]> {
  const owned = `olm.owner.namespace=${word}`;
  const lists = await Promise.all([
    ...NAMESPACED.map((resource) => user.list(resource, word)),
    user.list(resources.clusterRoles, undefined, owned),
    user.list(resources.clusterRoleBindings, undefined, owned),
    user.list(resources.validatingWebhookConfigurations, undefined, owned),
    user.list(resources.mutatingWebhookConfigurations, undefined, owned),
    user.list(resources.apiServices, undefined, owned),
    ...options.crds.map(async (name) => [
      await user.client.get(resources.customResourceDefinitions, { name }),
    ]),
  ]);
  const replaced = new Set((options.replaced ?? []).map((name) => `ClusterServiceVersion/${name}`));
  return lists
    .flat()
    .filter((object) => !isGarbage(object, replaced))
    .map((object) => describeObject(object, word, replaced))
    .sort();
}

function isGarbage({ metadata }: KubeObject, replaced: ReadonlySet<string>): boolean {
  const owners = metadata.ownerReferences ?? [];
  return owners.length > 0 && owners.every((owner) => replaced.has(`${owner.kind}/${owner.name}`));
}

function describeObject(object: KubeObject, word: string, replaced: ReadonlySet<string>): string {
  const { metadata } = object;
  const facts = [
    object.kind,
    metadata.name,
    Object.keys(metadata.labels ?? {}).sort(),
    (metadata.ownerReferences ?? [])
      .map((owner) => `${owner.kind}/${owner.name}`)
      .filter((owner) => !replaced.has(owner))
      .sort(),
    metadata.finalizers,
    at(object, 'status.phase') ?? at(object, 'status.state'),
    stepsOf(at(object, 'status.plan')),
  ];
  return JSON.stringify(facts)
    .replaceAll(word, 'WORD')
    .replaceAll(/install-[a-z0-9]{5}/g, 'install-HASH')
    .replaceAll(/("olm\.og\.[^"]*)-[0-9A-Za-z]+"/g, '$1-HASH"')
    .replaceAll(/-[a-z0-9]{10}(?=")/g, '-HASH');
}

/** A CSV that the first life created is "Present" to the second. */
function stepsOf(plan: unknown): unknown[] {
  const steps: unknown[] = Array.isArray(plan) ? plan : [];
  return steps.map((step) => [
    at(step, 'resource.kind'),
    at(step, 'resource.name'),
    at(step, 'status') === 'Present' ? 'Created' : at(step, 'status'),
  ]);
}
