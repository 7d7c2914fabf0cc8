/** What the process runner may run at all: this table, and nothing a cluster says. */
import { fileURLToPath } from 'node:url';
import type { RunnableModule } from './runnable.ts';

const OPERATOR_ENV = ['OPERATOR_VERSION', 'OPERATOR_CONDITION_NAME', 'POD_NAMESPACE', 'WATCH_NAMESPACE'];

// Never this machine: a loopback address would be reached without the door.
const HOST = String.raw`(?!127\.|0\.)\d{1,3}(?:\.\d{1,3}){3}`;
const URLS = new RegExp(`^http://${HOST}:(?:2379|2380)$`);
const PEER = String.raw`[a-z0-9][-a-z0-9.]*=http://${HOST}:2380`;

export const MODULES: ReadonlyMap<string, RunnableModule> = new Map<string, RunnableModule>([
  ['flight-ticket', { entry: program('flight-ticket'), env: OPERATOR_ENV }],
  ['logger-operator', { entry: program('logger'), env: [...OPERATOR_ENV, 'RELATED_IMAGE_LOGGER'] }],
  // What it makes pods of.
  [
    'logger',
    {
      entry: program('logger-pod'),
      env: ['LOGGER_FILE', 'LOGGER_INTERVAL', 'LOGGER_NAME', 'LOGGER_PREFIX'],
    },
  ],
  [
    'etcd-operator',
    { entry: program('etcd'), env: [...OPERATOR_ENV, 'POD_NAME', 'ETCD_CREATE_CRDS'], network: true },
  ],
  // What it makes members of.
  [
    'etcd',
    {
      entry: 'etcd',
      native: 'etcd',
      network: true,
      env: [
        ...['ETCD_NAME', 'ETCD_INITIAL_CLUSTER', 'ETCD_INITIAL_CLUSTER_STATE', 'ETCD_INITIAL_CLUSTER_TOKEN'],
        ...['ETCD_INITIAL_ADVERTISE_PEER_URLS', 'ETCD_ADVERTISE_CLIENT_URLS'],
      ],
      values: {
        ETCD_INITIAL_CLUSTER: new RegExp(`^${PEER}(?:,${PEER})*$`),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: URLS,
        ETCD_ADVERTISE_CLIENT_URLS: URLS,
      },
    },
  ],
]);

function program(folder: string): string {
  return fileURLToPath(new URL(`../../examples/${folder}/main.ts`, import.meta.url));
}
