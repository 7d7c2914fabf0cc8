/** `minKubeVersion` of a CSV against the API server's version, in upstream's words (OLM 65). */
import { compareVersions, isVersion } from '../api/version.ts';
import type { ClusterServiceVersion, RequirementStatus } from '../api/types.ts';

/** None for a CSV that runs on any version. */
export function serverVersionStatus(csv: ClusterServiceVersion, reported: string): RequirementStatus[] {
  const { minKubeVersion: min = '' } = csv.spec;
  if (min === '') return [];
  const base = {
    group: 'operators.coreos.com',
    version: 'v1alpha1',
    kind: 'ClusterServiceVersion',
    name: csv.metadata.name,
  };
  const unmet = (message: string): RequirementStatus[] => [
    { ...base, status: 'PresentNotSatisfied', message },
  ];
  const server = releaseOf(reported);
  if (!isVersion(server)) return unmet('Server version parsing error');
  const wanted = min.replace(/^v/, '');
  if (!isVersion(wanted)) return unmet('CSV version parsing error');
  if (compareVersions(wanted, server) > 0)
    return unmet(`CSV version requirement not met: minKubeVersion (${min}) > server version (${server})`);
  const message = `CSV minKubeVersion (${min}) less than server version (${server})`;
  return [{ ...base, status: 'Present', message }];
}

/** Without what distributions add to it, which is no earlier version: `v1.36.3-eks-1` is 1.36.3. */
function releaseOf(reported: string): string {
  return reported.replace(/^v/, '').replace(/[-+][^]*$/, '');
}
