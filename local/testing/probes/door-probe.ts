/**
 * A program for the tests of the door: refuses by admission review whatever is labelled `refused`, serves an aggregated
 * API, and says what it was asked. It serves with the certificate that its pod mounts, as that is at the moment.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { endServing } from '#server/kube/serving/end-serving.ts';

const Review = z.object({
  request: z.object({
    uid: z.string(),
    object: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }) }),
  }),
});

function review(body: string): unknown {
  const { request } = Review.parse(JSON.parse(body));
  const allowed = request.object.metadata.labels['refused'] === undefined;
  const status = allowed ? {} : { status: { message: 'the process does not like it', code: 403 } };
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid: request.uid, allowed, ...status },
  };
}

const API = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'door.example.com/v1', resources: [] };

/** Where its pod mounts one by itself, or where the certificates of webhooks are. */
const PLACES = ['certs', 'tmp/k8s-webhook-server/serving-certs'];

const mounted = (file: string): Buffer => {
  const paths = PLACES.map((place) => join(process.env['CAPSTAN_MOUNTS'] ?? '/', place, file));
  return readFileSync(paths.find((path) => existsSync(path)) ?? file);
};

const options: ServerOptions = {
  SNICallback: (_name, done) => {
    done(null, createSecureContext({ cert: mounted('tls.crt'), key: mounted('tls.key') }));
  },
};

const server = createServer(options, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    console.log(`asked for ${request.url ?? ''}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'POST' ? review(body) : API));
  });
});
server.listen(Number(process.env['CAPSTAN_PORT_9443']), '127.0.0.1', () => {
  console.log('listening');
});
process.once('SIGTERM', () => {
  console.log('ending');
  void endServing(server).then(() => process.exit(0));
});
