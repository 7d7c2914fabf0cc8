/**
 * A program for the process runner's own tests: tries what a sample must not be able to do on this machine and in the
 * cluster, prints one line of JSON about it, then crashes or waits, as MODE says.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { asKubeError } from '#server/kube/errors.ts';

const namespace = process.env['POD_NAMESPACE'] ?? '';
const kubeconfig = process.env['KUBECONFIG'] ?? '';
const client = createClient(loadConfig());

async function outcome(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return 'allowed';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    return asKubeError(error).kind;
  }
}

const report = {
  environment: Object.keys(process.env).sort(),
  mode: process.env['MODE'],
  kubeconfigMode: (statSync(kubeconfig).mode & 0o777).toString(8),
  tokenMode: (statSync(join(dirname(kubeconfig), 'token')).mode & 0o777).toString(8),
  folderMode: (statSync(dirname(kubeconfig)).mode & 0o777).toString(8),
  folder: dirname(kubeconfig),
  listConfigMaps: await outcome(() => client.list(resources.configMaps, { namespace })),
  listSecrets: await outcome(() => client.list(resources.secrets, { namespace })),
  listConfigMapsElsewhere: await outcome(() =>
    client.list(resources.configMaps, { namespace: 'kube-system' }),
  ),
  readElsewhere: await outcome(() => readFileSync('/etc/hosts')),
  write: await outcome(() => {
    writeFileSync(join(dirname(kubeconfig), 'x'), 'x');
  }),
  execute: await outcome(() => execFileSync(process.execPath, ['--version'])),
};
console.log(JSON.stringify(report));

if (process.env['MODE'] === 'crash') process.exit(1);
setInterval(() => undefined, 60_000);
