/** Answers the API server over HTTPS. Source: admission.k8s.io/v1 AdmissionReview. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { endServing } from '#server/kube/serving/end-serving.ts';
import { asKubeError } from '#server/kube/errors.ts';
import { AdmissionRequest, type AdmissionVerdict } from './admission.ts';

/** As in KUDO. */
export const ADMISSION_PATH = '/admit-kudo-dev-v1beta1-instance';

/** PEM, each. */
export interface WebhookCertificate {
  key: string;
  cert: string;
}

/** A server that listens; `port` is the one it got. */
export interface WebhookServer {
  port: number;
  /** From the next connection on. */
  serveWith(certificate: WebhookCertificate): void;
  close(): Promise<void>;
}

/** Where it listens, and what decides. */
export interface WebhookServerOptions {
  /** Undefined: all addresses of this machine, of whichever version of IP it speaks. */
  host: string | undefined;
  /** 0: any free port. */
  port: number;
  certificate: WebhookCertificate;
  /** The signal: nobody waits for the answer any more. */
  decide: (request: AdmissionRequest, signal: AbortSignal) => Promise<AdmissionVerdict>;
}

const Review = z.object({ request: AdmissionRequest });
/** Two objects of the size that etcd takes, and what stands around them. */
const LONGEST_BYTES = 8 * 1024 * 1024;

/** Rejects when the port cannot be bound. */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const server = createServer(options.certificate, (request, response) => {
    answer(request, response, options.decide).catch(() => {
      response.destroy();
    });
  });
  server.listen({ port: options.port, ...optional({ host: options.host }) });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    serveWith: (certificate) => {
      server.setSecureContext(certificate);
    },
    close: () => endServing(server),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  decide: WebhookServerOptions['decide'],
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (path === '/healthz') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    return;
  }
  if (path !== ADMISSION_PATH || request.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  const read = Review.safeParse(await bodyOf(request));
  if (!read.success) {
    response
      .writeHead(400, { 'content-type': 'text/plain' })
      .end('not an AdmissionReview of admission.k8s.io/v1');
    return;
  }
  const { request: asked } = read.data;
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const verdict = await verdictOf(asked, (one) => decide(one, gone.signal));
  const review = { uid: asked.uid, ...responseOf(verdict) };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: review }),
  );
}

/** What could not be decided is not let in. */
async function verdictOf(
  request: AdmissionRequest,
  decide: (request: AdmissionRequest) => Promise<AdmissionVerdict>,
): Promise<AdmissionVerdict> {
  try {
    return await decide(request);
  } catch (error) {
    const message = `what the Instance would run could not be checked: ${asKubeError(error).publicMessage}`;
    return { allowed: false, code: 500, message };
  }
}

function responseOf(verdict: AdmissionVerdict): object {
  if (!verdict.allowed) {
    const { code, message } = verdict;
    return { allowed: false, status: { code, message } };
  }
  const { patch, warnings } = verdict;
  return {
    allowed: true,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(patch.length === 0
      ? {}
      : { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Buffer);
    length += bytes.length;
    if (length > LONGEST_BYTES) return undefined;
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
