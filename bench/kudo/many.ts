/** Many Instances at once by a controller of its own, what it writes when nothing happens, and its memory beside one without. */
import { setTimeout as delay } from 'node:timers/promises';
import { kudoResources } from '../../lib/kudo/api/types.ts';
import { at } from '../../lib/base/loose.ts';
import { startController, type ControllerProcess } from '../../local/testing/controller.ts';
import { eventually } from '../../local/testing/eventually.ts';
import { startKudoBench, type KudoBench } from '../../server/kudo/testing/kudo-bench.ts';
import { smallPackage } from '../../server/kudo/testing/small-package.ts';
import { auditOf, requestsSince } from '../install/requests.ts';
import { verdict } from '../figures.ts';

const NAMESPACE = 'many';
const QUIET_MS = 10_000;
const LONGEST_MS = 30 * 60_000;

/** How many Instances, and how long nothing is to happen. */
export interface Many {
  instances: number;
  minutes: number;
}

/** Two configurations, one after the other, of two tasks each. */
export async function benchMany({ instances, minutes }: Many): Promise<void> {
  await using held = new AsyncDisposableStack();
  const user = await startKudoBench(held);
  const { kubeconfig, auditLog } = user.cluster;
  await user.namespace(NAMESPACE);
  const map = (name: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Name }}-${name}"}\ndata: {a: b}\n`;
  const name = await user.provide(
    NAMESPACE,
    smallPackage({
      name: 'pair',
      tasks: {
        one: 'kind: Apply, spec: {resources: [one.yaml]}',
        two: 'kind: Apply, spec: {resources: [two.yaml]}',
      },
      plans: { deploy: ['one', 'two'] },
      templates: { 'one.yaml': map('one'), 'two.yaml': map('two') },
    }),
  );
  const without = await startController({ kubeconfig, catalogs: {} });
  await untilQuiet(auditLog);
  const bare = await mibOf(without);
  await without.stop();

  const flags = ['--kudo', '--kudo-trust-authors'];
  const controller = held.use(await startController({ kubeconfig, catalogs: {}, flags }));
  await untilQuiet(auditLog);
  const atRest = await mibOf(controller);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: instances }, (_, index) =>
      user.instantiate(NAMESPACE, `it-${String(index)}`, { operatorVersion: { name } }),
    ),
  );
  const asked = performance.now() - begun;
  await untilComplete(user, instances);
  const took = performance.now() - begun;
  process.stdout.write(
    `${String(instances)} Instances at once: created after ${asked.toFixed(0)} ms, the last one complete after ${took.toFixed(0)} ms\n`,
  );
  await untilQuiet(auditLog);
  const since = Date.now();
  await delay(minutes * 60_000);
  verdict(`writes of ${String(minutes)} idle minutes`, await writesSince(auditLog, since), 0);
  process.stdout.write(
    `memory: ${bare.toFixed(0)} MiB without, ${atRest.toFixed(0)} MiB with the engine, ${(await mibOf(controller)).toFixed(0)} MiB with ${String(instances)} Instances\n`,
  );
}

async function untilComplete({ client }: KudoBench, count: number): Promise<void> {
  await eventually(
    async () => {
      const { items } = await client.list(kudoResources.instances, { namespace: NAMESPACE });
      const done = items.filter(
        (item) => at(item, 'status', 'planStatus', 'deploy', 'status') === 'COMPLETE',
      ).length;
      if (done < count) throw new Error(`${String(done)} of ${String(count)} Instances are complete`);
    },
    { timeoutMs: LONGEST_MS },
  );
}

async function writesSince(auditLog: string, since: number): Promise<number> {
  const { byVerb } = requestsSince(await auditOf(auditLog), since);
  return [...byVerb].reduce((sum, [verb, count]) => (verb === 'get' ? sum : sum + count), 0);
}

async function untilQuiet(auditLog: string): Promise<void> {
  for (let since = Date.now(); Date.now() - since < QUIET_MS;) {
    await delay(1_000);
    if ((await writesSince(auditLog, since)) > 0) since = Date.now();
  }
}

async function mibOf(controller: ControllerProcess): Promise<number> {
  const text = await (await fetch(new URL('/metrics', controller.url('health')))).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN) / 2 ** 20;
}
