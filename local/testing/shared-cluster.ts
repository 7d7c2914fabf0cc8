/** The one cluster that all integration tests of a vitest run share. Each test keeps to namespaces of its own. */
import { inject } from 'vitest';
import { clusterState } from '../cluster/cluster.ts';
import type { TestCluster } from './cluster.ts';
import { testCluster } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    clusterName: string;
  }
}

/**
 * The shared cluster; started by `global-setup.ts` before the first test. Never kill its parts (take
 * `startTestCluster()` for that), and leave nothing cluster-scoped behind that could bother another test. A namespace of
 * your own may stay: the cluster goes with the run, and to remove one takes the control plane a hundred requests.
 */
export function sharedTestCluster(): TestCluster {
  const name = inject('clusterName');
  const found = clusterState(name);
  if (found.state === 'absent') throw new Error(`the shared test cluster ${name} is gone`);
  return testCluster(found.cluster);
}
