/**
 * What a controller costs when nothing happens: operators that serve all namespaces, as many namespaces as are asked for, and
 * time. Then the same after a restart.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { startController, type ControllerProcess } from '#local/testing/controller.ts';
import { bench as workbench } from '#local/testing/installs.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { verdict } from './figures.ts';
import { line } from './install/report.ts';
import { auditOf, requestsSince } from './install/requests.ts';
import { installTogether } from './install/together.ts';

export const summary = '100 operators × 50 namespaces at rest: memory, CPU, writes; the same after a restart';

const HELP = `Usage: npm run bench -- idle [--operators 100] [--namespaces 50] [--minutes 10] [--copies]

--copies   with a copy of each operator in each namespace, as the OLMConfig may ask for
`;
/** design.md §7. */
const GOAL_MIB = 160;
const CATALOG = 'bench';
const HOME = 'operators';
/** It is at rest when it has written nothing for so long. */
const QUIET_MS = 30_000;
const LOOK_MS = 1_000;

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      operators: { type: 'string', default: '100' },
      namespaces: { type: 'string', default: '50' },
      minutes: { type: 'string', default: '10' },
      copies: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const [operators, namespaces, minutes] = [values.operators, values.namespaces, values.minutes].map(Number);
  await measure({
    operators: operators ?? 0,
    namespaces: namespaces ?? 0,
    minutes: minutes ?? 0,
    copies: values.copies,
  });
}

interface Size {
  operators: number;
  namespaces: number;
  minutes: number;
  copies: boolean;
}

async function measure({ operators, namespaces, minutes, copies }: Size): Promise<void> {
  await using catalog = await ticketsCatalog({});
  const names = Array.from({ length: operators }, (_, index) => `package${String(index)}`);
  for (const name of names) await catalog.add(name, '1.0.0', { deployment: name, account: name });
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await startTestCluster());
  const user = workbench(cluster.kubeconfig);
  for (let index = 0; index < namespaces; index += 1) {
    const metadata = { name: `idle${String(index)}` };
    await user.client.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata });
  }
  const options = { kubeconfig: cluster.kubeconfig, catalogs: { [CATALOG]: catalog.path } };
  const controller = stack.use(await startController(options));
  if (copies)
    await user.client.create(resources.olmConfigs, {
      ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name: 'cluster' } },
      spec: { features: { disableCopiedCSVs: false } },
    });
  const wishes = names.map((name) => ({
    ...{ namespace: HOME, package: name, csv: `${name}.v1.0.0`, catalog: CATALOG },
  }));
  await installTogether(user, wishes);
  await untilQuiet(cluster.auditLog);
  await report(controller, cluster.auditLog, { what: 'at rest', ms: minutes * 60_000 });
  await controller.stop();
  const restarted = Date.now();
  const second = stack.use(await startController(options));
  await untilQuiet(cluster.auditLog);
  verdict('writes after a restart', await writesSince(cluster.auditLog, restarted), 0);
  await report(second, cluster.auditLog, { what: 'after a restart', ms: QUIET_MS });
}

async function writesSince(auditLog: string, since: number): Promise<number> {
  const { byVerb } = requestsSince(await auditOf(auditLog), since);
  return [...byVerb].reduce((sum, [verb, count]) => (verb === 'get' ? sum : sum + count), 0);
}

async function untilQuiet(auditLog: string): Promise<void> {
  for (let since = Date.now(); Date.now() - since < QUIET_MS;) {
    await delay(LOOK_MS);
    if ((await writesSince(auditLog, since)) > 0) since = Date.now();
  }
}

async function report(
  controller: ControllerProcess,
  auditLog: string,
  { what, ms }: { what: string; ms: number },
): Promise<void> {
  const [begunAt, before] = [Date.now(), await processOf(controller)];
  await delay(ms);
  const after = await processOf(controller);
  const cpu = ((after.cpuSeconds - before.cpuSeconds) * 1000) / (Date.now() - begunAt);
  process.stdout.write(`\n${what}\n${line(['MiB', 'CPU share'])}`);
  process.stdout.write(line([Math.round(after.mib), cpu.toFixed(4)]));
  verdict(`memory ${what}, MiB`, Math.round(after.mib), GOAL_MIB);
  verdict(`writes ${what}`, await writesSince(auditLog, begunAt), 0);
}

async function processOf(controller: ControllerProcess): Promise<{ mib: number; cpuSeconds: number }> {
  const answer = await fetch(new URL('/metrics', controller.url('health')));
  const text = await answer.text();
  const value = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    mib: value('process_resident_memory_bytes') / 2 ** 20,
    cpuSeconds: value('process_cpu_seconds_total'),
  };
}
