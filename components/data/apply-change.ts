import { optional } from '#lib/base/loose.ts';
import { targetOf, type Change } from '#lib/k8s/change.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { ApiError } from './api-error.ts';
import { kubeApply, kubeCreate, kubeDelete, kubePatch, kubeReplace } from './kube.ts';

export interface ApplyChangeOptions {
  /** Asks the API server for everything but the write. */
  dryRun?: boolean;
  signal?: AbortSignal;
  /** Not of deletions. */
  onWarnings?: (warnings: readonly string[]) => void;
}

/**
 * Makes the change, in one request under the user's own credentials. Resolves to the object as it is then, to nothing
 * after a deletion; rejects with ApiError.
 */
export async function applyChange(
  change: Change,
  options: ApplyChangeOptions = {},
): Promise<KubeObject | undefined> {
  switch (change.verb) {
    case 'create':
      return kubeCreate(change.resource, sendableObject(change.object), options);
    case 'replace':
      return kubeReplace(change.resource, sendableObject(change.object), options);
    case 'apply':
      return kubeApply(change.resource, sendableObject(change.object), {
        ...options,
        ...optional({ force: change.force }),
      });
    case 'patch':
      return kubePatch(change.resource, change.ref, change.patch, options);
    case 'delete': {
      const { uid, propagation } = change;
      await kubeDelete(change.resource, change.ref, {
        ...options,
        ...optional({ uid, propagation }),
      });
      return undefined;
    }
  }
}

export interface Rehearsal {
  /** Why something could not be tried, for want of rights. */
  readonly forbidden?: string;
  /** Some of it goes into a namespace that the changes make first: nobody can be asked about that. */
  readonly partly: boolean;
}

/** Asks the API server for all of it without writing. Rejects with ApiError when it is refused. */
export async function rehearse(changes: readonly Change[]): Promise<Rehearsal> {
  const fresh = new Set<string>();
  let forbidden: string | undefined;
  let partly = false;
  for (const change of changes) {
    const { namespace, name = '' } = targetOf(change);
    if (namespace !== undefined && fresh.has(namespace)) {
      partly = true;
      continue;
    }
    if (change.verb === 'create' && change.resource.plural === 'namespaces') fresh.add(name);
    try {
      await applyChange(change, { dryRun: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'forbidden')) throw error;
      forbidden ??= error.message;
    }
  }
  return { partly, ...optional({ forbidden }) };
}

interface RawJson {
  readonly rawJSON?: (text: string) => unknown;
}

function sendableObject(object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  return { apiVersion, kind, metadata, ...entries(rest, sendable) };
}

/** Integers beyond exact numbers keep their digits on the way, where the browser can write them. */
export function sendable(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const { rawJSON } = JSON as RawJson;
    return rawJSON === undefined ? Number(value) : rawJSON(value.toString());
  }
  if (Array.isArray(value)) return value.map(sendable);
  return typeof value === 'object' && value !== null ? entries(value, sendable) : value;
}

function entries(value: object, change: (part: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]));
}
