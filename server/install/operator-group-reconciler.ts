/** Reconciles one OperatorGroup; the key is `namespace/name`. */
import { parseKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { optional } from '#lib/base/loose.ts';
import { decideOperatorGroup, type OperatorGroupDecision } from '#lib/olm/tenancy/decide.ts';
import { namespaceFacts, ownCsvsIn } from '#lib/olm/observed/namespace.ts';
import { PROVIDED_APIS_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { OperatorGroup } from '#lib/olm/api/types.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { isOperatorGroup } from '#lib/olm/observed/shapes.ts';
import { getOf, listOf, readerOfWorld, type World } from './world.ts';
import { inParallel } from './limiter.ts';
import { patchMetadata, writeStatus } from './write.ts';

const LABELS_AT_ONCE = 4;
const LABEL_PREFIX = 'olm.operatorgroup.uid/';

/** Writes status, provided APIs and the labels of namespaces; of a group that is gone, takes its labels away. */
export async function reconcileOperatorGroup(
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  const { namespace = '', name } = parseKey(key);
  const group = getOf(world.caches.operatorGroups, isOperatorGroup, { namespace, name });
  if (group === undefined) {
    await removeStrayLabels(world, signal);
    return { kind: 'done' };
  }
  const decision = decideOperatorGroup(
    {
      group,
      inNamespace: world.caches.operatorGroups.list(namespace).length,
      csvs: ownCsvsIn(readerOfWorld(world), namespace),
      namespaces: namespaceFacts(readerOfWorld(world)),
      ...optional('account', accountOf(world, group)),
      needsAccount: world.accountsOnly ?? false,
    },
    world.clock.now(),
  );
  const resource = resources.operatorGroups;
  let current = world.caches.operatorGroups.get({ namespace, name }) ?? group;
  if (decision.status !== group.status) {
    current = await writeStatus(world, { resource, object: group }, decision.status, signal);
  }
  if (decision.providedApis !== undefined) {
    const annotations = { [PROVIDED_APIS_ANNOTATION]: decision.providedApis };
    await patchMetadata(world, { resource, object: current }, { annotations }, signal);
  }
  await labelNamespaces(world, decision, signal);
  return { kind: 'done' };
}

function accountOf(world: World, { metadata, spec }: OperatorGroup): { uid?: string } | undefined {
  const { serviceAccountName: name = '' } = spec ?? {};
  if (name === '') return undefined;
  const ref = { namespace: metadata.namespace ?? '', name };
  const account = world.caches.serviceAccounts.get(ref);
  return account === undefined ? undefined : optional('uid', account.metadata.uid);
}

async function labelNamespaces(
  world: World,
  { label, labelOn, labelOff }: OperatorGroupDecision,
  signal: AbortSignal,
): Promise<void> {
  await inParallel(LABELS_AT_ONCE, labelOn, (name) => setLabels(world, name, { [label]: '' }, signal));
  await inParallel(LABELS_AT_ONCE, labelOff, (name) => setLabels(world, name, { [label]: null }, signal));
}

/** null takes a label away. */
async function setLabels(
  world: World,
  name: string,
  labels: Record<string, '' | null>,
  signal: AbortSignal,
): Promise<void> {
  const namespace = world.caches.namespaces.get({ name });
  if (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined) return;
  await patchMetadata(world, { resource: resources.namespaces, object: namespace }, { labels }, signal);
}

/** Labels of OperatorGroups that are gone. */
async function removeStrayLabels(world: World, signal: AbortSignal): Promise<void> {
  const alive = new Set(
    listOf(world.caches.operatorGroups, isOperatorGroup).map(
      (group) => LABEL_PREFIX + (group.metadata.uid ?? ''),
    ),
  );
  for (const { name, labels } of namespaceFacts(readerOfWorld(world))) {
    const stray = Object.keys(labels).filter((label) => label.startsWith(LABEL_PREFIX) && !alive.has(label));
    if (stray.length === 0) continue;
    await setLabels(world, name, Object.fromEntries(stray.map((label) => [label, null])), signal);
  }
}
