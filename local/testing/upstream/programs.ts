/**
 * Operators of others for tests. Building one takes minutes and hundreds of megabytes, so only the deep size does it;
 * otherwise it is taken where an earlier run has built it. Where it cannot be had, tests skip, and say so.
 */
import { buildProgram, isBuilt, SourcesOutOfReach } from '../../runner/upstream/build.ts';
import type { UpstreamModule } from '../../runner/runnable.ts';
import { UPSTREAM } from '../../runner/upstream/table.ts';
import { isDeep } from '../effort.ts';

/** Why the programs of those names in the table cannot be run; undefined when they can, by then or when a pod asks. */
export async function whyNotRun(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const reason = await missing(rowOf(name));
    if (reason === undefined) continue;
    process.stderr.write(`SKIPPED: tests that run ${name}, because ${reason}\n`);
    return reason;
  }
  return undefined;
}

/** @throws Error where the table has no program of that name */
export function rowOf(name: string): UpstreamModule {
  const module = UPSTREAM.get(name);
  if (module === undefined) throw new Error(`${name} is not in the table`);
  return module;
}

async function missing(module: UpstreamModule): Promise<string | undefined> {
  if (isBuilt(module)) return undefined;
  if (!isDeep) return 'it is not built yet, which takes minutes: npm run deep does it';
  try {
    await buildProgram(module);
    return undefined;
  } catch (error) {
    if (!(error instanceof SourcesOutOfReach)) throw error;
    return `its sources cannot be fetched: ${error.message}`;
  }
}
