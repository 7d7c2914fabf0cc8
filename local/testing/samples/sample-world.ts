/** Where samples are installed and run: a cluster, a controller with their catalog, and the process runner with its door. */
import { join } from 'node:path';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { markLocalCluster } from '../../runner/local-cluster.ts';
import { startChild, type Child } from '../../start/child.ts';
import { eventually } from '../eventually.ts';
import { startOperators } from '../operators.ts';
import type { Operators } from '../operators.ts';

export interface StartedProcess {
  readonly workload: string;
  readonly pid: number;
  /** Unix ms. */
  readonly at: number;
}

export interface SampleWorld extends AsyncDisposable {
  readonly operators: Operators;
  /** All processes that the runner has started, in their order. */
  readonly started: readonly StartedProcess[];
  /** Of the process that was started last for `namespace/workload`. Throws when there was none. */
  pidOf(workload: string): number;
  /** As when local mode is stopped and resumed, or by SIGKILL as when the machine dies; resolves when the next is ready. */
  restartRunner(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** A place for the log of another process. */
  logFile(name: string): string;
  /** Approves the plan that brings this version, and waits until it runs. */
  approve(namespace: string, csv: string): Promise<void>;
}

const SAMPLES = join(import.meta.dirname, '../../../examples/catalog');
const Started = z.object({ message: z.literal('process started'), workload: z.string(), pid: z.int() });

export interface SampleWorldOptions {
  /** Of the samples; ours when absent. */
  readonly catalog?: string;
  /** The tree whose programs are run; this one when absent. */
  readonly root?: string;
}

export async function startSampleWorld({
  catalog = SAMPLES,
  root,
}: SampleWorldOptions = {}): Promise<SampleWorld> {
  await using begun = new AsyncDisposableStack();
  const operators = begun.use(await startOperators({ catalogs: { samples: catalog } }));
  const { name, kubeconfig } = operators.cluster;
  await markLocalCluster(operators.user.client, name);
  const started: StartedProcess[] = [];
  const logFile = (of: string): string => join(kubeconfig, '..', 'logs', `${of}.log`);
  const begin = async (): Promise<Child> => {
    const child = startChild({
      ...{ name: 'runner', module: 'local/runner/main.ts', log: logFile('capstan-runner'), appends: true },
      args: ['--kubeconfig', kubeconfig, '--cluster-name', name, '--door'],
      ...optional({ root }),
      onLine: (line) => {
        if (!line.startsWith('{"message":"process started"')) return;
        const { workload, pid } = Started.parse(JSON.parse(line));
        started.push({ workload, pid, at: Date.now() });
      },
    });
    await child.line(/^capstan-runner ready/);
    return child;
  };
  let runner = await begin();
  begun.defer(() => runner.stop());
  const all = begun.move();
  return {
    ...{ operators, started, logFile },
    restartRunner: async (signal) => {
      await runner.stop(signal);
      runner = await begin();
    },
    pidOf: (workload) => z.int().parse(started.findLast((one) => one.workload === workload)?.pid),
    approve: (namespace, csv) => approve(operators, namespace, csv),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function approve({ user }: Operators, namespace: string, csv: string): Promise<void> {
  const plan = await eventually(async () => {
    const found = (await user.list(resources.installPlans, namespace)).find((one) =>
      JSON.stringify(one['spec']).includes(csv),
    );
    return z.string().parse(found?.metadata.name);
  });
  await user.approve(namespace, plan);
  await user.untilPhase(namespace, csv, 'Succeeded');
}
