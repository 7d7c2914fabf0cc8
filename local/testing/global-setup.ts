/** vitest runs this once around all integration tests. */
import type { TestProject } from 'vitest/node';
import { ensureServers } from '../build/servers.ts';
import { startTestCluster } from './cluster.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  spareGarbageCollection();
  await ensureServers();
  const cluster = await startTestCluster();
  project.provide('clusterName', cluster.name);
  return () => cluster.stop();
}

/**
 * Control planes are written in Go, whose garbage collection is a quarter of their work as long as they hold little: for
 * their short life here, less often will do. They inherit our environment, as do the processes that run the tests.
 */
function spareGarbageCollection(): void {
  process.env['GOGC'] ??= '400';
  process.env['GOMEMLIMIT'] ??= '1GiB';
}
