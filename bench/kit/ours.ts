/**
 * The controller of `bench/kit` with the kit, as its users write one. Does and tells the same as `go/main.go`.
 * Its argument: how many Echoes there are.
 */
import { at } from '#lib/base/loose.ts';
import type { ObjectRef } from '#lib/k8s/object.ts';
import { keyOf, refKey } from '#lib/k8s/object.ts';
import type { Known } from '../../examples/kit/known.ts';
import { operate } from '../../examples/kit/run.ts';
import { processSettings } from '../../examples/kit/settings.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { echoes, nowMicros } from './echo.ts';

const settings = processSettings();
const { client } = settings;
let wanted = Number(process.argv[2]);
const seen = new Set<string>();

async function reconcile(known: Known, ref: ObjectRef): Promise<ReconcileOutcome> {
  const echo = known.get(echoes, ref);
  if (echo === undefined) return { kind: 'done' };
  count(ref);
  const value = at(echo, 'spec', 'value');
  if (at(echo, 'status', 'value') === value) return { kind: 'done' };
  const begun = nowMicros();
  await client.patch(echoes, ref, { type: 'merge', body: { status: { value } } }, { subresource: 'status' });
  process.stdout.write(`answered ${ref.name} ${String(value)} ${String(begun)} ${String(nowMicros())}\n`);
  return { kind: 'done' };
}

function count(ref: ObjectRef): void {
  if (wanted === 0) return;
  seen.add(refKey(ref));
  if (seen.size < wanted) return;
  wanted = 0;
  seen.clear();
  process.stdout.write('known\n');
}

await operate({
  ...settings,
  name: 'echo',
  controllers: [
    { name: 'echoes', watched: [{ resource: echoes, concerns: (echo) => [keyOf(echo)] }], reconcile },
  ],
});
