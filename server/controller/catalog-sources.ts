/** CatalogSources for the directories given on the command line. */
import { resources } from '#lib/k8s/resources.ts';
import { parseSourceSpec } from '#lib/olm/sources/spec.ts';
import { MANAGED_BY, MANAGED_BY_LABEL } from '#lib/olm/api/crds/index.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import type { CatalogDirectory } from '#server/catalog/types.ts';
import { isCatalogSource, isSubscription } from '#lib/olm/observed/shapes.ts';
import { FIELD_MANAGER, listOf, type World } from '#server/install/world.ts';
import { applyObject } from '#server/install/write.ts';

const PUBLISHER = 'Capstan';

/**
 * Makes what is missing and removes ours that are not asked for any more. One that a Subscription still uses stays: its
 * status says that its directory is missing.
 */
export async function offerDirectories(
  world: World,
  directories: readonly CatalogDirectory[],
  signal: AbortSignal,
): Promise<void> {
  const born = world.caches.namespaces.get({ name: world.globalNamespace })?.metadata.creationTimestamp ?? '';
  // One that is older than its namespace went with the namespace before, which the cache has not been told yet.
  const existing = listOf(world.caches.catalogSources, isCatalogSource, world.globalNamespace).filter(
    ({ metadata }) => (metadata.creationTimestamp ?? born) >= born,
  );
  for (const { name } of directories) {
    const known = existing.find((source) => source.metadata.name === name);
    if (known !== undefined && !isOurs(known)) {
      world.log.warn(
        { catalog: name },
        'a CatalogSource of this name exists and is not ours; the directory is not offered',
      );
    } else if (known === undefined || !isFor(known, name)) {
      await applyObject(world, resources.catalogSources, wanted(world.globalNamespace, name), signal);
    }
  }
  const names = new Set(directories.map((directory) => directory.name));
  const stale = existing.filter((source) => isOurs(source) && !names.has(source.metadata.name));
  for (const source of stale) await removeUnused(world, source, signal);
}

function isOurs(source: CatalogSource): boolean {
  return source.metadata.labels?.[MANAGED_BY_LABEL] === MANAGED_BY;
}

function isFor(source: CatalogSource, name: string): boolean {
  const { place } = parseSourceSpec(source);
  return place?.kind === 'directory' && place.name === name;
}

function wanted(namespace: string, name: string): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace, labels: { [MANAGED_BY_LABEL]: MANAGED_BY } },
    spec: {
      sourceType: 'grpc',
      address: `directory:${name}`,
      displayName: displayName(name),
      publisher: PUBLISHER,
    },
  };
}

/** `capstan-samples` → `Capstan samples`. */
function displayName(name: string): string {
  const words = name.replaceAll(/[-.]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function removeUnused(world: World, source: CatalogSource, signal: AbortSignal): Promise<void> {
  const { name, namespace = '', uid = '' } = source.metadata;
  const used = listOf(world.caches.subscriptions, isSubscription).some(
    ({ spec }) => spec.source === name && spec.sourceNamespace === namespace,
  );
  if (used) {
    world.log.warn(
      { catalog: name, fieldManager: FIELD_MANAGER },
      'a Subscription uses a catalog whose directory was not given',
    );
    return;
  }
  await world.client.delete(resources.catalogSources, { namespace, name }, { uid, signal });
}
