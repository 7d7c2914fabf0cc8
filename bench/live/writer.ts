/**
 * Patches one object after the other at an even pace, and tells when the API server answered each: the write is then
 * in etcd. Arguments: kubeconfig, seconds, number of the beat before the first.
 */
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { beats, NAMESPACE, nameOf, PER_SECOND, textOf } from './beats.ts';

const [kubeconfig = '', seconds = '0', before = '0'] = process.argv.slice(2);
const client = createClient(loadConfig({ kubeconfig }));
const count = Number(seconds) * PER_SECOND;
const answered: [number, number][] = [];
const under = new Set<Promise<void>>();
const start = performance.now();
let sent = 0;

async function write(beat: number): Promise<void> {
  const body = { spec: { beat: textOf(beat) } };
  await client.patch(beats, { namespace: NAMESPACE, name: nameOf(beat) }, { type: 'merge', body });
  answered.push([beat, Date.now()]);
}

/** Catches up when it was held up, so that the pace is that of the clock. */
const timer = setInterval(() => {
  const due = Math.min(count, Math.floor(((performance.now() - start) * PER_SECOND) / 1000));
  for (; sent < due; sent += 1) {
    const one = write(Number(before) + sent + 1).finally(() => under.delete(one));
    under.add(one);
  }
  if (sent < count) return;
  clearInterval(timer);
  void Promise.all(under).then(() => process.send?.({ answered }, () => process.exit(0)));
}, 2);
