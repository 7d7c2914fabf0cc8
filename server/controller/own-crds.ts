/** Installs and upgrades our definitions; those of somebody else are left alone. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { MANAGED_BY, MANAGED_BY_LABEL, olmCrds } from '#lib/olm/api/crds/index.ts';
import { shortHash } from '#lib/base/hash.ts';
import { untilEstablished } from '#server/install/established.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import type { Clock, KubeClient, ResourceCache } from '#server/kube/types.ts';

/** Hash of the definition as it was applied: an unchanged one is not written again. */
const DEFINITION_ANNOTATION = 'capstan.dev/definition';
const ESTABLISH_LIMIT_MS = 30_000;

/** Names of definitions; what is in neither list was up to date. */
export interface OwnCrdsResult {
  written: string[];
  /** Somebody else's definitions of our kinds, which are used as they are. */
  foreign: string[];
}

/** Is it one of the kinds that we install? Whoever made it. */
export function isOwnCrd(name: string | undefined): boolean {
  return olmCrds.some((crd) => crd.metadata.name === name);
}

/**
 * @param crds those of OLM unless it says others. @param which `missing`: definitions of another version of us stay as they are, since two versions that run at once would
 * write them in turn without end
 * @throws Error when a definition is not served in time, naming it
 */
export async function installOwnCrds(
  client: KubeClient,
  cache: ResourceCache,
  clock: Clock,
  { which = 'all', crds = olmCrds }: { which?: 'all' | 'missing'; crds?: typeof olmCrds } = {},
): Promise<OwnCrdsResult> {
  const result: OwnCrdsResult = { written: [], foreign: [] };
  const writes: Promise<void>[] = [];
  for (const crd of crds) {
    const name = crd.metadata.name;
    const existing = cache.get({ name });
    if (existing !== undefined && existing.metadata.labels?.[MANAGED_BY_LABEL] !== MANAGED_BY) {
      result.foreign.push(name);
      continue;
    }
    const hash = shortHash(crd.spec, 12);
    if (existing !== undefined && (which === 'missing' || isDefinedBy(existing, hash))) continue;
    result.written.push(name);
    writes.push(apply(client, cache, withHash(crd, hash)));
  }
  await Promise.all(writes);
  await untilServed(cache, crds, clock);
  return result;
}

async function untilServed(cache: ResourceCache, crds: readonly KubeObject[], clock: Clock): Promise<void> {
  const names = crds.map((crd) => crd.metadata.name);
  const missing = await untilEstablished(cache, names, clock, ESTABLISH_LIMIT_MS);
  if (missing.length === 0) return;
  throw new Error(
    `the API server does not serve ${missing.join(', ')} although the definitions are installed`,
  );
}

function isDefinedBy({ metadata }: KubeObject, hash: string): boolean {
  return metadata.annotations?.[DEFINITION_ANNOTATION] === hash;
}

function withHash(crd: KubeObject, hash: string): KubeObject {
  const annotations = { ...crd.metadata.annotations, [DEFINITION_ANNOTATION]: hash };
  return { ...crd, metadata: { ...crd.metadata, annotations } };
}

async function apply(client: KubeClient, cache: ResourceCache, crd: KubeObject): Promise<void> {
  const options = { fieldManager: FIELD_MANAGER };
  cache.observe(await client.apply(resources.customResourceDefinitions, crd, options));
}
