/** What `bench/live` prints, and how it compares with the goals of the design. */
import { quantile, verdict } from '../figures.ts';
import type { Moments } from './beats.ts';

export interface Delays {
  /** Milliseconds, ascending. */
  values: number[];
  /** Changes that a reader did not see because a later one of the same object came with it. */
  skipped: number;
}

/** Of all readers together. */
export function delaysOf(answered: Moments, seen: readonly Moments[]): Delays {
  const values: number[] = [];
  let skipped = 0;
  for (const moments of seen) {
    const at = new Map(moments);
    for (const [beat, answer] of answered) {
      const moment = at.get(beat);
      if (moment === undefined) skipped += 1;
      else values.push(moment - answer);
    }
  }
  return { values: values.sort((a, b) => a - b), skipped };
}

export interface Live {
  load: string;
  /** Plain sockets still open at the end. */
  open: number;
  socket: Delays;
  dom: Delays | undefined;
  metrics: string;
  /** Of one processor. */
  cpuShare: number;
  /** Of the web process, MB. */
  memory: { rest: number; most: number; after: number };
}

/** design.md §7. */
const GOAL = { p99: 100, rest: 150, after: 300 };

export function reportLive({ load, open, socket, dom, metrics, cpuShare, memory }: Live): void {
  print(`\n${load}, all of one person; ${String(open)} plain sockets open at the end\n`);
  print('milliseconds from the API server’s answer to the write:\n');
  printDelays('socket', socket);
  if (dom !== undefined) printDelays('DOM', dom);
  for (const name of [
    'capstan_web_streams',
    'capstan_web_upstream_watches',
    'capstan_web_stream_changes_total',
    'capstan_web_stream_coalesced_total',
    'capstan_web_upstream_relists_total',
  ])
    print(`${name} ${valueOf(metrics, name)}\n`);
  print(`processor time of the web process: ${(cpuShare * 100).toFixed(0)} % of one core\n`);
  const { rest, most, after } = memory;
  print(
    `web process: ${String(rest)} MB at rest, ${String(most)} MB under load, ${String(after)} MB after it\n`,
  );
  verdict('to the socket, p99 ms', quantile(socket.values, 0.99), GOAL.p99);
  if (dom !== undefined) verdict('to the DOM, p99 ms', quantile(dom.values, 0.99), GOAL.p99);
  verdict('web at rest, MB', rest, GOAL.rest);
  verdict('web after load, MB', after, GOAL.after);
}

function printDelays(name: string, delays: Delays): void {
  const [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1].map((share) =>
    String(quantile(delays.values, share)).padStart(5),
  );
  const count = String(delays.values.length).padStart(8);
  print(
    `${name.padEnd(8)} ${count} seen   p50 ${p50 ?? ''}   p90 ${p90 ?? ''}   p99 ${p99 ?? ''}   max ${max ?? ''}   `,
  );
  print(`${String(delays.skipped)} skipped for a later state\n`);
}

function valueOf(metrics: string, name: string): string {
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? '–';
}

function print(text: string): void {
  process.stdout.write(text);
}
