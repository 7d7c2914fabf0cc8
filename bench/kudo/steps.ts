/** Declarative operators on a real control plane: what the engine itself adds to each of many serial steps. */
import { kudoResources } from '../../lib/kudo/api/types.ts';
import { resources } from '../../lib/k8s/resources.ts';
import { startKudoBench, type KudoBench } from '../../server/kudo/testing/kudo-bench.ts';
import { smallPackage } from '../../server/kudo/testing/small-package.ts';
import { verdict } from '../figures.ts';

const STEPS = 50;
const GOAL_MS = 20;
const NAMESPACE = 'steps';

const steps = Array.from({ length: STEPS }, (_, at) => `step-${String(at)}`);
const configMap = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: b}\n`;

/** A step looks for its object, makes it, and is stored: what that costs a bare client, one after the other. */
async function floor({ client }: KudoBench): Promise<number> {
  const ref = { namespace: NAMESPACE, name: 'it' };
  const begun = performance.now();
  for (const step of steps) {
    const metadata = { namespace: NAMESPACE, name: `bare-${step}` };
    await client.get(resources.configMaps, metadata).catch(() => undefined);
    await client.create(resources.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: { a: 'b' },
    });
    await client.patch(
      kudoResources.instances,
      ref,
      {
        type: 'merge',
        body: { status: { planStatus: { bare: { name: step, status: 'COMPLETE', phases: [] } } } },
      },
      { subresource: 'status' },
    );
  }
  return performance.now() - begun;
}

/** One plan of serial steps, each with an object of its own. */
export async function benchSteps(): Promise<void> {
  await using held = new AsyncDisposableStack();
  const user = await startKudoBench(held);
  await using engine = await user.engine();
  await user.namespace(NAMESPACE);
  const tasks = Object.fromEntries(
    steps.map((step) => [step, `kind: Apply, spec: {resources: [${step}.yaml]}`]),
  );
  const templates = Object.fromEntries(steps.map((step) => [`${step}.yaml`, configMap(step)]));
  const name = await user.provide(
    NAMESPACE,
    smallPackage({ name: 'steps', tasks, plans: { deploy: steps }, templates }),
  );
  const begun = performance.now();
  await user.instantiate(NAMESPACE, 'it', { operatorVersion: { name } });
  await user.untilPlan(NAMESPACE, 'it', 'deploy', 'COMPLETE');
  const took = performance.now() - begun;
  await engine.queue.idle();
  const bare = await floor(user);
  const own = Math.max(0, took - bare) / STEPS;
  process.stdout.write(
    `${String(STEPS)} serial steps: ${took.toFixed(0)} ms, their requests by a bare client ${bare.toFixed(0)} ms; own cost ${own.toFixed(1)} ms a step\n`,
  );
  verdict('own cost of a step, ms', Math.round(own * 10) / 10, GOAL_MS);
}
