/** Process entry of the process runner. */
import { parseArgs } from 'node:util';
import { optional } from '#lib/base/loose.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { clusterState } from '../cluster/cluster.ts';
import { MODULES } from './modules.ts';
import { startRunner } from './runner.ts';
import { UPSTREAM } from './upstream/table.ts';
import { provideVolumes } from './volumes.ts';

const USAGE = `Runs operators of local mode as processes of this machine.

  node local/runner/main.ts --kubeconfig FILE --cluster-name NAME

  --kubeconfig FILE    kubeconfig of a cluster that local mode made
  --context NAME       context in it, if not the current one
  --cluster-name NAME  name of that cluster; its own mark has to say the same
  --door               also let the cluster's API server in to the processes: to webhooks, aggregated APIs and logs
  --upstream           also run operators of others, from a fixed table of images: each is built with Go from its
                       publisher's sources when the first pod asks for it
  --help               this text

A Deployment whose pod template carries the annotation capstan.dev/run: MODULE is run as a process with the rights of
its ServiceAccount, and so is a pod that carries it and belongs to no Deployment. MODULE is a name from a fixed list; no
cluster can make this machine run anything else.

Claims for volumes are bound, too: to volumes that nothing stands behind, as the pods of a simulated node store nothing.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kubeconfig: { type: 'string' },
      context: { type: 'string' },
      'cluster-name': { type: 'string' },
      door: { type: 'boolean', default: false },
      upstream: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (values.kubeconfig === undefined || values['cluster-name'] === undefined) {
    throw new Error('--kubeconfig and --cluster-name are needed; --help says more.');
  }
  const stopped = signalled();
  const config = loadConfig({ kubeconfig: values.kubeconfig, ...optional({ context: values.context }) });
  const log = (message: string, fields: Record<string, unknown> = {}): void => {
    process.stdout.write(`${JSON.stringify({ message, ...fields })}\n`);
  };
  const clusterName = values['cluster-name'];
  const found = clusterState(clusterName);
  const cluster = found.state === 'absent' ? undefined : found.cluster;
  if (values.door && cluster === undefined)
    throw new Error(`--door: there is no cluster "${clusterName}" on this machine.`);
  const runner = await startRunner({
    ...{ config, log, clusterName },
    ...optional({ volumes: cluster?.volumes }),
    modules: values.upstream ? new Map([...MODULES, ...UPSTREAM]) : MODULES,
    ...optional({ door: values.door ? cluster?.door : undefined }),
    output: (workload, line) => {
      process.stdout.write(`${workload} | ${line}\n`);
    },
  });
  // Only now is it certain that the cluster is local.
  const volumes = await provideVolumes({ client: createClient(config), log });
  process.stdout.write('capstan-runner ready\n');
  await stopped;
  await Promise.all([runner.stop(), volumes.stop()]);
}

function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      resolve(undefined);
    });
  return promise;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
