/** Figures of installs, beside the goals of design.md §7. */
import { quantile, verdict } from '../figures.ts';
import type { Requests } from './requests.ts';
import type { Together } from './together.ts';

/** design.md §7. */
const GOAL = { requestsPerObject: 1.3, requestsMore: 8, shareOfFloor: 1.3 };

export function line(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => String(cell).padStart(12)).join('')}\n`;
}

/** @param installs that share the requests. */
export function verdictOnRequests({ total, objects, duplicates }: Requests, installs: number): void {
  const allowed = objects * GOAL.requestsPerObject + installs * GOAL.requestsMore;
  verdict('API requests', total, Math.round(allowed * 10) / 10);
  verdict('created twice, or in vain', duplicates, 0);
}

export function reportTogether(
  what: string,
  { latencies, lastMs }: Together,
  requests: Requests,
  floorMs?: number,
): void {
  const installs = latencies.length;
  const of = (share: number): number => Math.round(quantile(latencies, share));
  process.stdout.write(`\n${what}\n${line(['p50 ms', 'p95 ms', 'max ms', 'all ms', 'requests', 'objects'])}`);
  process.stdout.write(
    line([of(0.5), of(0.95), of(1), Math.round(lastMs), requests.total, requests.objects]),
  );
  const verbs = [...requests.byVerb]
    .sort()
    .map(([verb, count]) => `${verb} ${(count / installs).toFixed(1)}`);
  process.stdout.write(`requests of each: ${verbs.join(', ')}\n`);
  if (floorMs !== undefined) {
    process.stdout.write(
      `floor: the same definitions, made at once by a bare client: ${String(Math.round(floorMs))} ms\n`,
    );
    verdict('the last one, ms', Math.round(lastMs), Math.round(floorMs * GOAL.shareOfFloor));
  }
  verdictOnRequests(requests, installs);
}
