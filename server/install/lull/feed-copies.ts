/** Which copies of CSVs an event concerns (OLM 80): few have any, so that mostly nothing follows. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { copiedFrom } from '#lib/olm/api/labels.ts';
import { OLM_CONFIG_NAME } from '#lib/olm/csv/copies-config.ts';
import { copySwitch } from '#lib/olm/observed/copies.ts';
import type { WorkQueue } from '#server/kube/types.ts';
import { originalOf } from '../caches.ts';
import { on } from '../feeds.ts';
import { readerOfWorld, type World } from '../world.ts';

type CopyQueues = Record<'csvCopies' | 'olmConfigs', Pick<WorkQueue, 'add'>>;

/** Feeds the queues from now on; each of the answers ends one of the feeds. */
export function feedCopies(world: World, queues: CopyQueues): (() => void)[] {
  const { olmConfigs, operatorGroups, namespaces, clusterServiceVersions } = world.caches;
  return [
    on(olmConfigs, (config, event) => {
      if (config.metadata.name !== OLM_CONFIG_NAME) return;
      const { generation } = config.metadata;
      const isEcho = event.type === 'modified' && event.previous.metadata.generation === generation;
      if (!isEcho) addAll(world, queues);
      queues.olmConfigs.add(OLM_CONFIG_NAME);
    }),
    on(operatorGroups, ({ metadata }) => {
      addAll(world, queues, metadata.namespace);
    }),
    on(namespaces, () => {
      if (copySwitch(readerOfWorld(world)) === 'on') addAll(world, queues);
    }),
    on(clusterServiceVersions, (csv) => {
      queues.csvCopies.add(originalOf(csv) ?? keyOf(csv));
      tellConfig(world, queues);
    }),
  ];
}

/** All CSVs that are no copies; without a namespace, of the cluster. */
function addAll(world: World, queues: CopyQueues, namespace?: string): void {
  const isOwn = (csv: KubeObject): boolean => copiedFrom(csv) === undefined;
  for (const csv of world.caches.clusterServiceVersions.list(namespace).filter(isOwn))
    queues.csvCopies.add(keyOf(csv));
  tellConfig(world, queues);
}

function tellConfig({ caches }: World, queues: CopyQueues): void {
  if (caches.olmConfigs.get({ name: OLM_CONFIG_NAME }) !== undefined) queues.olmConfigs.add(OLM_CONFIG_NAME);
}
