/** Process entry of the FlightTicket operator: settings come from the environment, as in any operator's pod. */
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { run } from './operator.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stop.abort();
  });
}

const namespaces = (process.env['WATCH_NAMESPACE'] ?? '').split(',').filter((name) => name !== '');

await run({
  client: createClient(loadConfig()),
  namespaces,
  version: process.env['OPERATOR_VERSION'] ?? '1.0.0',
  signal: stop.signal,
  log: (message, fields = {}) => {
    console.log(JSON.stringify({ message, ...fields }));
  },
});
