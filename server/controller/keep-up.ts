/** What the controller keeps in the cluster besides what it reconciles, and what it keeps knowing of it. */
import { allCaches } from '#server/install/caches.ts';
import { isSubscription } from '#lib/olm/observed/shapes.ts';
import { listOf, type World } from '#server/install/world.ts';
import type { Flags } from './flags.ts';
import { INSTANCE_WEBHOOK } from '#server/kudo/webhook/registration.ts';
import { instanceWebhook, type InstanceWebhook } from './instance-webhook.ts';
import { installOwnCrds, isOwnCrd } from './own-crds.ts';
import { packageManifests, type PackageManifests } from './package-manifests/package-manifests.ts';
import { ensureNamespace, readServerVersion } from './prepare.ts';
import { startUpkeep, type Task } from './upkeep.ts';

/** An upgrade of the cluster takes longer. */
const VERSION_MS = 5 * 60_000;
/** Certificates are renewed weeks before they end, and authorities announced long before they are used. */
const MANIFESTS_MS = 10 * 60_000;

/** Somebody may take away the label by which we follow it. */
const WEBHOOK_MS = 60_000;

/** What goes on until it is ended. */
export interface Kept {
  /** What should be answered here, and is not yet, in words. */
  pending(): string | undefined;
  end(): Promise<void>;
}

/** @param onVersion the API server has another version. */
export function keepUp(world: World, flags: Flags, onVersion: () => void): Kept {
  const { client, caches, clock, globalNamespace, log } = world;
  const { manifests, webhook } = servers(world, flags);
  const tasks: Task[] = [
    {
      name: 'namespace',
      look: async () => {
        await ensureNamespace(client, globalNamespace);
        upkeep.look('package manifests');
        upkeep.look('instance webhook');
      },
    },
    { name: 'definitions', look: () => restoreDefinitions(world) },
    {
      name: 'server version',
      everyMs: VERSION_MS,
      look: async () => {
        const version = await readServerVersion(client);
        if (version === world.serverVersion) return;
        log.info({ from: world.serverVersion, to: version }, 'the API server has another version');
        world.serverVersion = version;
        onVersion();
      },
    },
    { name: 'package manifests', everyMs: MANIFESTS_MS, look: () => manifests.look() },
    { name: 'instance webhook', everyMs: WEBHOOK_MS, look: () => webhook.look() },
  ];
  const upkeep = startUpkeep(tasks, clock, (task, error) =>
    log.warn({ task, error: String(error) }, 'upkeep failed'),
  );
  upkeep.look('package manifests');
  upkeep.look('instance webhook');
  const unsubscribe = [
    caches.mutatingWebhookConfigurations.subscribe(({ type, object }) => {
      if (type !== 'added' && object.metadata.name === INSTANCE_WEBHOOK) upkeep.look('instance webhook');
    }),
    caches.namespaces.subscribe(({ type, object }) => {
      if (type === 'deleted' && object.metadata.name === globalNamespace) upkeep.look('namespace');
    }),
    caches.customResourceDefinitions.subscribe(({ type, object }) => {
      if (type === 'deleted' && isOwnCrd(object.metadata.name)) upkeep.look('definitions');
    }),
  ];
  return {
    pending: () => (webhook.isPending ? 'the webhook for Instances is not served yet' : undefined),
    end: async () => {
      for (const end of unsubscribe) end();
      await upkeep.stop();
      await manifests.close();
      await webhook.close();
    },
  };
}

/** What the API server itself asks us. */
function servers(
  { client, caches, clock, log, store }: World,
  flags: Flags,
): { manifests: PackageManifests; webhook: InstanceWebhook } {
  const manifests = packageManifests({
    client,
    caches,
    store,
    log,
    namespace: flags.namespace,
    at: flags['package-manifests'],
    port: flags['package-manifests-port'],
    now: () => clock.now(),
  });
  const webhook = instanceWebhook({
    ...{ client, log, namespace: flags.namespace, definitions: caches.customResourceDefinitions },
    configurations: caches.mutatingWebhookConfigurations,
    at: flags.kudo ? flags['kudo-webhook'] : undefined,
    port: flags['kudo-webhook-port'],
    trustAuthors: flags['kudo-trust-authors'],
    operators: () => ({
      subscribed: new Set(listOf(caches.subscriptions, isSubscription).map(({ spec }) => spec.name)),
      // Those of the controller's namespace are for all.
      catalogOf: (name) =>
        store.list().find(({ ref, packages }) => ref.namespace === flags.namespace && packages.has(name))
          ?.ref,
    }),
    now: () => clock.now(),
  });
  return { manifests, webhook };
}

async function restoreDefinitions({ client, caches, clock, log }: World): Promise<void> {
  const { written } = await installOwnCrds(client, caches.customResourceDefinitions, clock, {
    which: 'missing',
  });
  if (written.length > 0) log.warn({ crds: written }, 'definitions were deleted, and are installed again');
  for (const cache of allCaches(caches)) cache.retryNow();
}
