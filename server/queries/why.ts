/** What a walk to the cause looks at (`lib/olm/why`), read with the rights of whoever asks. */
import { at, cutText, optional } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import {
  BEHIND_WEBHOOKS,
  listsFor,
  type SubjectKind,
  type WhyFacts,
  type WhyList,
  type WhyVerdict,
  WEBHOOK_CONFIGURATIONS,
} from '#lib/olm/why/finding.ts';
import { brokenProvider } from '#lib/olm/why/instance.ts';
import { namespacesBehind } from '#lib/olm/why/silent-webhook.ts';
import { troubles, type WhyTrouble } from '#lib/olm/why/troubles.ts';
import { why } from '#lib/olm/why/walk.ts';
import type { Identity } from '#server/auth/identity.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import { listAll } from '#server/kube/list.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** What is asked about; without a kind it is guessed. */
export interface WhySubject {
  /** Empty for an instance without one. */
  namespace: string;
  name: string;
  kind?: SubjectKind | undefined;
  /** Of an instance: its type. */
  api?: Resource;
}

/**
 * The verdict about one object.
 * @throws KubeError other than `forbidden` and `notFound`, which are part of the answer
 */
export async function queryWhy({ client }: Identity, subject: WhySubject): Promise<WhyVerdict> {
  return why(await gatherWhy(client, subject));
}

/** What is in the way of the operators of these namespaces, the first cause of each; those without trouble are left out. */
export async function queryTroubles(
  { client }: Identity,
  namespaces: readonly string[],
): Promise<WhyTrouble[]> {
  const found = await Promise.all(
    namespaces.map(async (namespace) =>
      troubles(await gatherWhy(client, { namespace, name: '', kind: 'Subscription' })),
    ),
  );
  return found.flat();
}

/** Reads every list with the rights of the caller; one that is forbidden is left out. */
export async function gatherWhy(client: KubeClient, subject: WhySubject): Promise<WhyFacts> {
  return withWebhooks(client, await gatherChain(client, subject));
}

/** Webhooks are looked into where a walk, or one of those for a list, meets one that does not answer: they may be anywhere. */
async function withWebhooks(client: KubeClient, facts: WhyFacts): Promise<WhyFacts> {
  const of = facts.subject.name;
  const met = of === '' ? troubles(facts).map(({ finding }) => finding) : why(facts).findings;
  if (!met.some(({ reason }) => reason === 'webhookSilent')) return facts;
  const everywhere = { namespace: '', name: '' };
  const lists = { ...facts.lists, ...(await listsOf(client, WEBHOOK_CONFIGURATIONS, everywhere)) };
  const configurations = WEBHOOK_CONFIGURATIONS.flatMap((list) => lists[list] ?? []);
  const behind = await Promise.all(
    namespacesBehind(met, configurations).map(
      async (namespace) =>
        [namespace, await listsOf(client, BEHIND_WEBHOOKS, { namespace, name: '' })] as const,
    ),
  );
  return { ...facts, lists, behind: Object.fromEntries(behind) };
}

async function listsOf(
  client: KubeClient,
  lists: readonly WhyList[],
  subject: WhySubject,
): Promise<WhyFacts['lists']> {
  const read = await Promise.all(
    lists.map(async (list) => [list, await listOf(client, list, subject)] as const),
  );
  return Object.fromEntries(read.filter(([, items]) => items !== undefined));
}

async function gatherChain(client: KubeClient, subject: WhySubject): Promise<WhyFacts> {
  const kinds = listsFor(subject.kind ?? 'Subscription');
  const asked = kinds.filter((list) => list !== 'catalogSources');
  const lists = await listsOf(client, asked, subject);
  if (kinds.includes('catalogSources')) {
    const catalogSources = await catalogsFor(client, subject, lists.subscriptions);
    Object.assign(lists, optional({ catalogSources }));
  }
  const { namespace, name, api } = subject;
  const kind = subject.kind ?? guess(name, lists);
  if (kind !== 'Instance' || api === undefined) return { subject: { kind, namespace, name }, lists };
  const ref = { ...(namespace === '' ? {} : { namespace }), name };
  const instance = await tolerant(async () => client.get(api, ref));
  return withProvider(client, { subject: { kind, namespace, name }, lists, api, ...optional({ instance }) });
}

/** An operator that does not run is looked into where it should. */
async function withProvider(client: KubeClient, facts: WhyFacts): Promise<WhyFacts> {
  const namespace = brokenProvider(facts)?.metadata.namespace;
  if (namespace === undefined || namespace === facts.subject.namespace) return facts;
  const lists = { ...facts.lists };
  for (const list of ['deployments', 'pods', 'events'] as const) {
    const beside = await listOf(client, list, { namespace, name: '' });
    if (beside === undefined) return { ...facts, unseen: [namespace] };
    lists[list] = [...(lists[list] ?? []), ...beside];
  }
  return { ...facts, lists };
}

/** Operators of an instance may run in any namespace: its CSVs are those of all, where they may be read. */
async function listOf(
  client: KubeClient,
  list: WhyList,
  { kind, namespace }: WhySubject,
): Promise<KubeObject[] | undefined> {
  const here = namespace === '' ? {} : { namespace };
  if (list === 'events') return eventsIn(client, kind, here);
  const wide = kind === 'Instance' && list === 'clusterServiceVersions';
  const all = wide
    ? await tolerant(async () => (await listAll(client, resources[list], {})).items)
    : undefined;
  return all ?? tolerant(async () => (await listAll(client, resources[list], here)).items);
}

/** A busy namespace has thousands: those that tell of trouble, and what becomes of claims. */
async function eventsIn(
  client: KubeClient,
  kind: SubjectKind | undefined,
  here: { namespace?: string },
): Promise<KubeObject[] | undefined> {
  const selectors = [
    'type=Warning',
    ...(kind === 'Instance' ? ['type=Normal,involvedObject.kind=PersistentVolumeClaim'] : []),
  ];
  return tolerant(async () => {
    const lists = selectors.map((fieldSelector) =>
      listAll(client, resources.events, { ...here, fieldSelector }),
    );
    return (await Promise.all(lists)).flatMap(({ items }) => items);
  });
}

/** Those of the namespaces that the Subscriptions name. */
async function catalogsFor(
  client: KubeClient,
  { namespace, name }: WhySubject,
  subscriptions: readonly KubeObject[] = [],
): Promise<KubeObject[] | undefined> {
  const asked = subscriptions.filter(({ metadata }) => name === '' || metadata.name === name);
  const named = asked.flatMap((one) => cutText(at(one, 'spec', 'sourceNamespace')) ?? []);
  const places = [...new Set(named.length === 0 ? [namespace] : named)];
  const found = await Promise.all(
    places.map(async (place) =>
      tolerant(async () => (await listAll(client, resources.catalogSources, { namespace: place })).items),
    ),
  );
  return found.includes(undefined) ? undefined : found.flatMap((items) => items ?? []);
}

/** What may not be read, or is not served, is told apart from what is empty. */
function tolerant<T>(read: () => Promise<T>): Promise<T | undefined> {
  return undefinedIf(read(), 'forbidden', 'notFound');
}

function guess(name: string, { subscriptions, clusterServiceVersions }: WhyFacts['lists']): SubjectKind {
  const has = (objects: readonly KubeObject[] = []): boolean =>
    objects.some(({ metadata }) => metadata.name === name);
  return !has(subscriptions) && has(clusterServiceVersions) ? 'ClusterServiceVersion' : 'Subscription';
}
