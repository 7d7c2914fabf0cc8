/** A webhook of a test: a real HTTPS server that the API server of a test cluster calls. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import { z } from 'zod';
import { loadConfig } from '#server/kube/config.ts';
import type { TestCluster } from './cluster.ts';

const Review = z.object({
  request: z.object({ uid: z.string(), object: z.unknown(), dryRun: z.boolean().optional() }),
});

/** `admission.k8s.io/v1` AdmissionResponse without the `uid`. */
export type WebhookAnswer = Readonly<Record<string, unknown>> & { readonly allowed: boolean };

export interface Webhook extends AsyncDisposable {
  /** For `clientConfig` of a webhook configuration. */
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
}

export async function startWebhook(
  cluster: TestCluster,
  answer: (object: unknown) => WebhookAnswer,
): Promise<Webhook> {
  const { clientCertificate, tls } = loadConfig({ kubeconfig: cluster.kubeconfig });
  if (clientCertificate === undefined || tls.ca === undefined)
    throw new Error('no certificate to serve with');
  // KWOK makes one certificate for all of a cluster's parts, servers on this machine included.
  const server = createServer(
    { cert: clientCertificate.cert, key: clientCertificate.key },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { request: asked } = Review.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ ...review, response: { uid: asked.uid, ...answer(asked.object) } }));
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    clientConfig: {
      url: `https://127.0.0.1:${String(port)}/`,
      caBundle: Buffer.from(tls.ca).toString('base64'),
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
