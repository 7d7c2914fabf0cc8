/** Process entry of the FlightTicket operator: settings come from the environment, as in any operator's pod. */
import { join } from 'node:path';
import { endServing } from '#server/kube/serving/end-serving.ts';
import { processSettings } from '../kit/settings.ts';
import { majorOf } from '../kit/version.ts';
import { run } from './operator.ts';
import { serveWebhooks } from './serve.ts';

const settings = processSettings();

// From version 3 on its bundle has webhooks. As a process of local mode it is told what stands for its pod's port and files.
if (majorOf(settings.version) >= 3) {
  const port = process.env['CAPSTAN_PORT_9443'];
  const webhooks = await serveWebhooks({
    ...(port === undefined ? { host: '::', port: 9443 } : { host: '127.0.0.1', port: Number(port) }),
    certificates: join(process.env['CAPSTAN_MOUNTS'] ?? '/', 'tmp/k8s-webhook-server/serving-certs'),
    log: settings.log,
  });
  settings.signal.addEventListener('abort', () => void endServing(webhooks));
}

await run(settings);
