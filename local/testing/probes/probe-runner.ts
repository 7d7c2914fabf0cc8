/** Processes behind the pods of a test's cluster, for tests that need them to answer. */
import { join } from 'node:path';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { markLocalCluster } from '../../runner/local-cluster.ts';
import { startRunner, type Runner } from '../../runner/runner.ts';
import type { TestCluster } from '../cluster.ts';

/** Runs `probe` alone, which is the program beside this file that the API server may call. */
const PROBE = new Map([['probe', { entry: join(import.meta.dirname, 'door-probe.ts'), env: [] }]]);

/** A runner for a cluster of the test's own. @param said told of each line that a process writes */
export async function startProbeRunner(
  { kubeconfig, name, door }: TestCluster,
  said: (line: string) => void,
): Promise<Runner> {
  const config = loadConfig({ kubeconfig });
  await markLocalCluster(createClient(config), name);
  return startRunner({
    ...{ config, clusterName: name, door, modules: PROBE },
    ...{ log: () => undefined, output: (_workload, line) => said(line) },
  });
}
