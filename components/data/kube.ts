/** Writes of single objects, each one request under the user's own credentials. */
import { optional } from '#lib/base/loose.ts';
import { queryOf } from '#lib/base/address.ts';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import { CONSOLE_MANAGER, deleteOptions } from '#lib/k8s/change.ts';
import type { Patch, Propagation } from '#lib/k8s/change.ts';
import { hasMetadata, refTo, type KubeObject, type ObjectRef, type Resource } from '#lib/k8s/object.ts';
import { ApiError } from './api-error.ts';
import { apiJson } from './http.ts';

export interface WriteRequestOptions {
  /** Asks the API server for everything but the write. */
  dryRun?: boolean;
  /** What the API server does with unknown and duplicate fields. Default `Strict`: it refuses them by name. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  subresource?: 'status' | 'scale';
  /** Of an apply: takes fields over from their managers. */
  force?: boolean;
  signal?: AbortSignal;
  onWarnings?: (warnings: readonly string[]) => void;
}

export interface DeleteRequestOptions {
  propagation?: Propagation;
  /** Without a match nothing is deleted and the answer is `conflict`. */
  uid?: string;
  resourceVersion?: string;
  dryRun?: boolean;
  signal?: AbortSignal;
}

export async function kubeCreate(
  resource: Resource,
  object: KubeObject,
  options: WriteRequestOptions = {},
): Promise<KubeObject> {
  const { namespace } = object.metadata;
  return write(resourceUrl(resource, { namespace }), { method: 'POST', body: object }, options);
}

/** PUT: an object that somebody changed since it was read is a `conflict`. */
export async function kubeReplace(
  resource: Resource,
  object: KubeObject,
  options: WriteRequestOptions = {},
): Promise<KubeObject> {
  const { subresource } = options;
  return write(
    resourceUrl(resource, { ...refOf(object), subresource }),
    { method: 'PUT', body: object },
    options,
  );
}

/** Server-side apply; fields that others manage are a `conflict`, each with its cause, unless it is forced. */
export async function kubeApply(
  resource: Resource,
  object: KubeObject,
  options: WriteRequestOptions = {},
): Promise<KubeObject> {
  const contentType = 'application/apply-patch+yaml';
  return write(resourceUrl(resource, refOf(object)), { method: 'PATCH', body: object, contentType }, options);
}

export async function kubePatch(
  resource: Resource,
  ref: ObjectRef,
  patch: Patch,
  options: WriteRequestOptions = {},
): Promise<KubeObject> {
  const contentType = patch.type === 'merge' ? 'application/merge-patch+json' : 'application/json-patch+json';
  const url = resourceUrl(resource, { ...ref, subresource: options.subresource });
  return write(url, { method: 'PATCH', body: patch.body, contentType }, options);
}

/** Resolves also when the object is already gone. */
export async function kubeDelete(
  resource: Resource,
  ref: ObjectRef,
  options: DeleteRequestOptions = {},
): Promise<void> {
  const { uid, resourceVersion, propagation = 'Background', dryRun, signal } = options;
  try {
    if (dryRun === true) {
      // With a body the API server would not look at the query, and the console's server would not let it pass.
      const query = queryOf({ dryRun: 'All', propagationPolicy: propagation });
      await apiJson(resourceUrl(resource, ref) + query, { method: 'DELETE', ...optional({ signal }) });
      return;
    }
    await apiJson(resourceUrl(resource, ref), {
      method: 'DELETE',
      body: deleteOptions({ propagation, uid, resourceVersion }),
      ...optional({ signal }),
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'notFound')) throw error;
  }
}

interface Write {
  method: 'POST' | 'PUT' | 'PATCH';
  body: unknown;
  contentType?: string;
}

async function write(url: string, request: Write, options: WriteRequestOptions): Promise<KubeObject> {
  const query = queryOf({
    fieldManager: CONSOLE_MANAGER,
    force: options.force === true ? 'true' : undefined,
    fieldValidation: options.fieldValidation ?? 'Strict',
    dryRun: options.dryRun === true ? 'All' : undefined,
  });
  return asObject(
    await apiJson(url + query, {
      ...request,
      ...optional({ signal: options.signal, onWarnings: options.onWarnings }),
    }),
  );
}

function refOf({ metadata }: KubeObject): ObjectRef {
  // What a person has typed may lack it.
  if (!metadata.name) {
    throw new ApiError({
      kind: 'invalid',
      status: 0,
      message: 'The object has no name.',
      code: 'unnamed',
      causes: [{ field: 'metadata.name', message: 'Required' }],
    });
  }
  return refTo({ metadata });
}

const unexpected = new ApiError({
  kind: 'unknown',
  status: 200,
  message: 'Unexpected response from the cluster.',
  code: 'unexpected',
});

function asObject(body: unknown): KubeObject {
  if (!hasMetadata(body)) throw unexpected;
  return body;
}
