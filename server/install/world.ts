/** What every reconciler has at hand. */
import type { KubeObject } from '#lib/k8s/object.ts';
import type { ObjectReader } from '#lib/olm/observed/objects.ts';
import type { EndedInstall } from '#lib/olm/csv/attempt.ts';
import type { LeavesOut } from '#lib/olm/plan/left-out.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import type { CredentialProvider } from '#server/kube/credentials.ts';
import type { Clock, KubeClient, ResourceCache } from '#server/kube/types.ts';
import { readerOfCaches, type Caches } from './caches.ts';
import type { Memory } from './memory.ts';

/** The one field manager under which the controller writes. */
export const FIELD_MANAGER = 'capstan-controller';

/** Structured lines: fields first, then a constant message. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

/** What a reconcile came to: `later` has to be looked at again, of a `conflict` at once. */
export type ReconcileResult = 'done' | 'later' | 'conflict' | 'error';

/** Counts the work. */
export interface WorkMeter {
  reconciled: (queue: string, result: ReconcileResult, seconds: number) => void;
  installed: (install: EndedInstall) => void;
}

/** Made once for a controller; reconcilers change nothing in it but its memory. */
export interface World {
  client: KubeClient;
  /** A client for whom these credentials belong to. */
  clientFor: (credentials: CredentialProvider) => KubeClient;
  caches: Caches;
  store: CatalogStore;
  bundleImages: BundleImages;
  clock: Clock;
  log: Log;
  /** Where the catalogs are that every namespace may use. */
  globalNamespace: string;
  /** Upstream's way for every namespace: what cannot be resolved stops all of it (OLM 25, 30). */
  wholeNamespace: boolean;
  /** Installs with the rights of accounts that OperatorGroups name, and nothing where none is named. */
  accountsOnly?: boolean;
  /** What of bundles it does not install; absent: it installs all. */
  leavesOut?: LeavesOut;
  /** Such as `1.36.3`. */
  serverVersion: string;
  memory: Memory;
  meter?: WorkMeter;
}

/** The objects that the guard takes; without a namespace, of all. */
export function listOf<T extends KubeObject>(
  cache: ResourceCache,
  guard: (object: KubeObject) => object is T,
  namespace?: string,
): T[] {
  return cache.list(namespace).filter(guard);
}

/** The object; undefined when it is not there or the guard does not take it. */
export function getOf<T extends KubeObject>(
  cache: ResourceCache,
  guard: (object: KubeObject) => object is T,
  ref: { namespace: string; name: string },
): T | undefined {
  const object = cache.get(ref);
  return object !== undefined && guard(object) ? object : undefined;
}

/** What the caches hold, for whatever observes the cluster. */
export function readerOfWorld({ caches }: World): ObjectReader {
  return readerOfCaches(caches);
}
