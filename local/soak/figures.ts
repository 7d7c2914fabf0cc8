/** Sizes that must not grow, read over and over. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import { createTransport } from '#server/kube/transport.ts';
import type { KubeTransport } from '#server/kube/types.ts';
import type { Point, SizeKind } from './judge.ts';
import type { Lab } from './lab.ts';
import { handlesOf, memoryOf } from './processes.ts';

export interface Series {
  readonly name: string;
  readonly kind: SizeKind;
  readonly points: Point[];
}

export interface Figures {
  /** Reads all sizes once; what does not answer is left out this time. */
  read(atMs: number): Promise<void>;
  readonly series: readonly Series[];
}

export async function openFigures(lab: Lab): Promise<Figures> {
  const all = new Map<string, Series>();
  const transport = createTransport(lab.config);
  const devtools = await lab.page.context().newCDPSession(lab.page);
  const note =
    (atMs: number) =>
    (name: string, kind: SizeKind, value: number | undefined): void => {
      if (value === undefined) return;
      const series = all.get(name) ?? { name, kind, points: [] };
      all.set(name, series);
      series.points.push({ atMs, value });
    };
  return {
    get series() {
      return [...all.values()];
    },
    read: async (atMs) => {
      const put = note(atMs);
      for (const process of lab.processes()) {
        put(`memory: ${process.name}`, 'memory', memoryOf(process));
        put(`handles: ${process.name}`, 'handles', handlesOf(process));
      }
      const logs = join(lab.folder, 'logs');
      put(
        'logs',
        'log',
        sizeOf(logs, (name) => !name.startsWith('audit')),
      );
      put(
        'disk, without logs',
        'disk',
        sizeOf(lab.folder, (name) => name !== 'logs'),
      );
      const [watches, controller, console_, page] = await Promise.all([
        openWatches(transport),
        loopDelay(lab.controllerHealth()),
        loopDelay(lab.consoleHealth),
        pageHeap(devtools),
      ]);
      put('watches at the API server', 'watches', watches);
      put('delay of the event loop (p99): controller', 'delay', controller);
      put('delay of the event loop (p99): console', 'delay', console_);
      put('memory: page', 'memory', page);
    },
  };
}

/** What the disk holds of a folder, in bytes. */
function sizeOf(folder: string, counts: (name: string) => boolean): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!counts(entry.name)) continue;
    if (entry.isDirectory()) bytes += sizeOf(path, counts);
    else if (entry.isFile()) bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

const ANSWER_MS = 5_000;

/** Of all who watch, so that nobody's can be forgotten. */
async function openWatches(transport: KubeTransport): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { body } = await transport.send({ method: 'GET', path: '/metrics', headers: {}, signal });
    let text = '';
    for await (const chunk of body.setEncoding('utf8')) text += String(chunk);
    const lines = text.matchAll(/^apiserver_longrunning_requests\{[^}]*verb="WATCH"[^}]*\} (\S+)$/gm);
    return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
  } catch {
    return undefined;
  }
}

async function loopDelay(address: string | undefined): Promise<number | undefined> {
  try {
    const response = await fetch(`${address ?? ''}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await response.text()) ?? [];
    return seconds === undefined ? undefined : Number(seconds);
  } catch {
    return undefined;
  }
}

/** What the page holds on to: after what it does not was collected. */
async function pageHeap(devtools: CDPSession): Promise<number | undefined> {
  try {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  } catch {
    return undefined;
  }
}
