/** Process entry of the FlightTicket operator: settings come from the environment, as in any operator's pod. */
import { join } from 'node:path';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { run } from './operator.ts';
import { serveWebhooks } from './serve.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stop.abort();
  });
}

const version = process.env['OPERATOR_VERSION'] ?? '1.0.0';
if (!/^\d+\.\d+\.\d+$/.test(version))
  throw new Error(`OPERATOR_VERSION: "${version}" is not a version. Give one such as 1.0.0.`);
const log = (message: string, fields: Record<string, unknown> = {}): void => {
  console.log(JSON.stringify({ message, ...fields }));
};

// From version 3 on its bundle has webhooks. As a process of local mode it is told what stands for its pod's port and files.
if (Number.parseInt(version, 10) >= 3) {
  const port = process.env['CAPSTAN_PORT_9443'];
  const webhooks = await serveWebhooks({
    ...(port === undefined ? { host: '::', port: 9443 } : { host: '127.0.0.1', port: Number(port) }),
    certificates: join(process.env['CAPSTAN_MOUNTS'] ?? '/', 'tmp/k8s-webhook-server/serving-certs'),
    log,
  });
  stop.signal.addEventListener('abort', () => {
    webhooks.close();
    webhooks.closeAllConnections();
  });
}

const namespaces = (process.env['WATCH_NAMESPACE'] ?? '').split(',').filter((name) => name !== '');

await run({
  client: createClient(loadConfig()),
  namespaces,
  version,
  signal: stop.signal,
  log,
});
