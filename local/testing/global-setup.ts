/** vitest runs this once around all integration tests. */
import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('clusterName', cluster.name);
  return () => cluster.stop();
}
