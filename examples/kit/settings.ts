/** What an operator is told when it starts: by its environment, as in any operator's pod, and by signals. */
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { HealthPlace } from './health.ts';
import { untilSignalled } from './signals.ts';

export interface OperatorSettings {
  readonly client: KubeClient;
  /** Namespaces to watch; empty means all of them. */
  readonly namespaces: readonly string[];
  /** The operator's own version. */
  readonly version: string;
  /** Where it says how it is; nowhere when absent. */
  readonly health?: HealthPlace;
  /** Ends the operator. */
  readonly signal: AbortSignal;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
}

/** Of this process. Throws when its environment makes no sense. */
export function processSettings(): OperatorSettings {
  const version = process.env['OPERATOR_VERSION'] ?? '1.0.0';
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`OPERATOR_VERSION: "${version}" is not a version. Give one such as 1.0.0.`);
  return {
    client: createClient(loadConfig()),
    namespaces: (process.env['WATCH_NAMESPACE'] ?? '').split(',').filter((name) => name !== ''),
    version,
    ...healthPlace(),
    signal: untilSignalled(),
    log: (message, fields = {}) => {
      console.log(JSON.stringify({ message, ...fields }));
    },
  };
}

/** Where its bundle asks for it; as a process of local mode it is told what stands for its pod's port. */
function healthPlace(): { health?: HealthPlace } {
  const local = process.env['CAPSTAN_PORT_8080'];
  if (local !== undefined) return { health: { host: '127.0.0.1', port: Number(local) } };
  const port = process.env['HEALTH_PORT'];
  return port === undefined ? {} : { health: { host: '::', port: Number(port) } };
}
