/**
 * The PackageManifest API as an aggregated API server: only the cluster's API server may connect, and whoever asks
 * through it is judged by it once more (`SubjectAccessReview`).
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { TLSSocket, type SecureContextOptions } from 'node:tls';
import { optional } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isAllowed } from '#lib/olm/api/olm-itself.ts';
import { PACKAGE_MANIFESTS } from '#lib/olm/content/package-manifest.ts';
import { manifestRequest, type ManifestRequest } from '#lib/olm/content/manifest-request.ts';
import { ask } from '#server/kube/ask.ts';
import { endServing } from '#server/kube/serving/end-serving.ts';
import { asKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { answerManifests, failure, type ManifestAnswer, type OfferedCatalogs } from './answers.ts';
import type { ServingCertificate } from './certificate.ts';
import { isAllowedName, requesterOf, type FrontProxy, type Requester } from './front-proxy.ts';
import { send } from './send.ts';

/** Where it listens, whom it trusts, and what it answers from. */
export interface ManifestServerOptions {
  /** 0: any free port. */
  port: number;
  host: string;
  trust: ManifestTrust;
  client: KubeClient;
  offer: () => OfferedCatalogs;
}

/** Whom the API server trusts, and whom we trust. Both are renewed from time to time. */
export interface ManifestTrust {
  certificate: ServingCertificate;
  frontProxy: FrontProxy;
}

/** A server that listens; `port` is the one it got. */
export interface ManifestServer {
  port: number;
  /** From the next connection on. */
  trust(renewed: ManifestTrust): void;
  close(): Promise<void>;
}

/** Rejects when the port cannot be bound. A failure while answering cuts the connection. */
export async function startManifestServer(options: ManifestServerOptions): Promise<ManifestServer> {
  let { trust } = options;
  const server = createServer(
    // Unknown certificates come through, to be told so in words.
    { ...secureContext(trust), requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      serve(request, response, { ...options, trust }).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error('package manifests failed'));
      });
    },
  );
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    trust: (renewed) => {
      if (JSON.stringify(renewed) === JSON.stringify(trust)) return;
      trust = renewed;
      server.setSecureContext(secureContext(trust));
      // Connections that are kept open were made under the old one.
      server.closeIdleConnections();
    },
    close: () => endServing(server),
  };
}

function secureContext({ certificate: { key, cert }, frontProxy }: ManifestTrust): SecureContextOptions {
  return { key, cert, ca: frontProxy.ca };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: ManifestServerOptions,
): Promise<void> {
  const [path = '', search = ''] = (request.url ?? '/').split('?', 2);
  if (path === '/healthz' || path === '/readyz' || path === '/livez') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    return;
  }
  const { frontProxy } = options.trust;
  const requester = isFrontProxy(request, frontProxy)
    ? requesterOf(frontProxy, request.headersDistinct)
    : undefined;
  if (requester === undefined) {
    await send(request, response, failure(401, 'only the API server of this cluster may ask'));
    return;
  }
  const asked = manifestRequest(request.method ?? '', path, new URLSearchParams(search));
  const refusal = await review(options.client, requester, asked);
  const asTable = /(^|,)\s*application\/json;as=Table/.test(request.headers.accept ?? '');
  const answer = refusal ?? answerManifests(options.offer(), asked, { asTable });
  await send(request, response, answer);
}

function isFrontProxy({ socket }: IncomingMessage, proxy: FrontProxy): boolean {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return false;
  const name: unknown = socket.getPeerCertificate().subject.CN;
  return isAllowedName(proxy, typeof name === 'string' ? name : undefined);
}

/** Undefined when the API server lets the user do it. Discovery is for everybody, as it is there. */
async function review(
  client: KubeClient,
  requester: Requester,
  asked: ManifestRequest,
): Promise<ManifestAnswer | undefined> {
  if (asked.kind !== 'list' && asked.kind !== 'get' && asked.kind !== 'icon') return undefined;
  const { group, version, plural } = PACKAGE_MANIFESTS;
  const resourceAttributes = {
    group,
    version,
    resource: plural,
    verb: asked.kind === 'list' ? 'list' : 'get',
    namespace: asked.namespace ?? '',
    ...optional({ name: asked.name }),
    ...(asked.kind === 'icon' ? { subresource: 'icon' } : {}),
  };
  try {
    const spec = { ...requester, resourceAttributes };
    if (isAllowed(await ask(client, resources.subjectAccessReviews, { spec }))) return undefined;
  } catch (error) {
    return failure(
      503,
      `whether ${requester.user} may do this could not be found out: ${asKubeError(error).publicMessage}`,
    );
  }
  return failure(
    403,
    `User ${JSON.stringify(requester.user)} cannot ${resourceAttributes.verb} ${plural}.${group}`,
  );
}
