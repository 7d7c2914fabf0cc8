import { z } from 'zod';
import { queryOf } from '#lib/base/address.ts';
import { deleteOptions } from '#lib/k8s/change.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { callJson } from './call.ts';
import type { Call } from './call.ts';
import type { ClusterConfig } from './config.ts';
import { discoveryAccept, parseDiscovery } from './discovery.ts';
import { isKubeError, KubeError } from './errors.ts';
import { execIn } from './exec/exec.ts';
import { listPage } from './list.ts';
import { objectFrom } from './objects.ts';
import { checkedPath, refOf } from './paths.ts';
import { createTransport } from './transport.ts';
import type { IdentityOptions } from './transport.ts';
import type { DeleteOptions, KubeClient, KubeTransport, TransportMeter } from './types.ts';
import { openWatch } from './watch-request.ts';

/**
 * A client for one identity: that of the configuration, or the user whose bearer token is given. `mayWrite` is asked in the last moment
 * before each write: where it says no, nothing is sent, and the error is one to be tried again (`unavailable`).
 */
export function createClient(
  config: ClusterConfig,
  identity: IdentityOptions = {},
  onAnswer?: TransportMeter,
  mayWrite?: () => boolean,
): KubeClient {
  const open = createTransport(config, identity);
  const transport = mayWrite === undefined ? open : fenced(open, mayWrite);
  return clientOver(onAnswer === undefined ? transport : metered(transport, onAnswer));
}

/** Reads pass in any case. */
function fenced(transport: KubeTransport, mayStart: () => boolean): KubeTransport {
  const send: KubeTransport['send'] = (request) =>
    transport.send(request.method === 'GET' ? request : { ...request, mayStart });
  return { ...transport, send };
}

function metered(transport: KubeTransport, onAnswer: TransportMeter): KubeTransport {
  const send: KubeTransport['send'] = async (request) => {
    try {
      const response = await transport.send(request);
      onAnswer(request, response.status);
      return response;
    } catch (error) {
      onAnswer(request, undefined);
      throw error;
    }
  };
  return { ...transport, send };
}

/** All that the client does is done over this one way to send. */
function clientOver(transport: KubeTransport): KubeClient {
  const call = (request: Call): Promise<unknown> => callJson(transport, request);
  const write = async (request: Call): Promise<KubeObject> => objectFrom(await call(request));
  return {
    server: transport.server,
    get: async (resource, ref, options) =>
      objectFrom(await call({ method: 'GET', path: checkedPath(resource, ref), signal: options?.signal })),
    list: (resource, options = {}) => listPage(call, resource, options),
    create: async (resource, object, options = {}) => {
      const path = checkedPath(resource, { namespace: namespaceFor(resource, object) });
      return write({
        method: 'POST',
        path: path + writeQuery(options),
        body: object,
        signal: options.signal,
        onWarnings: options.onWarnings,
      });
    },
    replace: async (resource, object, options = {}) => {
      const path = checkedPath(resource, { ...refOf(object), subresource: options.subresource });
      const { signal, onWarnings } = options;
      return write({ method: 'PUT', path: path + writeQuery(options), body: object, signal, onWarnings });
    },
    apply: async (resource, object, options) => {
      const path = checkedPath(resource, { ...refOf(object), subresource: options.subresource });
      const query = writeQuery(options, { force: options.force ?? true });
      const body = applyBody(resource, object);
      const { signal, onWarnings } = options;
      return write({ method: 'PATCH', path: path + query, body, contentType: APPLY, signal, onWarnings });
    },
    patch: async (resource, ref, patch, options = {}) => {
      const path = checkedPath(resource, { ...ref, subresource: options.subresource });
      const contentType = PATCHES[patch.type];
      return write({
        method: 'PATCH',
        path: path + writeQuery(options),
        body: patch.body,
        contentType,
        signal: options.signal,
      });
    },
    delete: (resource, ref, options = {}) => remove(call, resource, ref, options),
    version: async () => Version.parse(await call({ method: 'GET', path: '/version' })),
    discover: async () => {
      const bodies = await Promise.all(
        ['/api', '/apis'].map((path) => call({ method: 'GET', path, accept: discoveryAccept })),
      );
      return bodies.flatMap(parseDiscovery);
    },
    watch: (resource, options) => openWatch(transport, resource, options),
    exec: (pod, options) => execIn(transport, pod, options),
    request: (method, path, options = {}) =>
      call({ method, path, body: options.body, signal: options.signal }),
  };
}

const PATCHES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** Server-side apply is defined for YAML, which JSON is a part of. */
const APPLY = 'application/apply-patch+yaml';

const Version = z.object({ gitVersion: z.string() }).catch({ gitVersion: 'unknown' });

type Caller = (request: Call) => Promise<unknown>;

async function remove(
  call: Caller,
  resource: Resource,
  ref: ObjectRef,
  options: DeleteOptions,
): Promise<void> {
  const { signal } = options;
  const body = deleteOptions(options);
  try {
    await call({ method: 'DELETE', path: checkedPath(resource, ref), body, signal });
  } catch (error) {
    if (!isKubeError(error, 'notFound')) throw error;
  }
}

function namespaceFor(resource: Resource, object: KubeObject): string | undefined {
  const { namespace } = object.metadata;
  if (!resource.namespaced || namespace !== undefined) return namespace;
  throw new KubeError({
    kind: 'badRequest',
    message: `A ${resource.kind} needs a namespace.`,
    reason: 'BadPath',
  });
}

/** What server-side apply refuses or would claim as ours is left out. */
function applyBody(resource: Resource, object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind, metadata };
}

function writeQuery(
  options: { dryRun?: boolean; fieldValidation?: string; fieldManager?: string },
  more: { force?: boolean } = {},
): string {
  return queryOf({
    fieldManager: options.fieldManager,
    fieldValidation: options.fieldValidation ?? 'Warn',
    dryRun: options.dryRun === true ? 'All' : undefined,
    ...more,
  });
}
