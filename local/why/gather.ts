import { WHY_LISTS, type SubjectKind, type WhyFacts } from '#lib/olm/why/finding.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { listAll } from '#server/kube/list.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** What is asked about; without a kind it is guessed. */
interface Asked {
  namespace: string;
  name: string;
  kind?: SubjectKind | undefined;
}

/** Reads every list with the rights of the caller; one that is forbidden is left out. Catalogs may lie in other namespaces. */
export async function gather(client: KubeClient, { namespace, name, kind }: Asked): Promise<WhyFacts> {
  const lists: WhyFacts['lists'] = {};
  for (const list of WHY_LISTS) {
    try {
      const everywhere = list === 'catalogSources';
      lists[list] = (await listAll(client, resources[list], everywhere ? {} : { namespace })).items;
    } catch (error) {
      if (!isKubeError(error, 'forbidden') && !isKubeError(error, 'notFound')) throw error;
    }
  }
  const isSubscription = lists.subscriptions?.some(({ metadata }) => metadata.name === name) === true;
  const isCsv = lists.clusterServiceVersions?.some(({ metadata }) => metadata.name === name) === true;
  const guessed = !isSubscription && isCsv ? 'ClusterServiceVersion' : 'Subscription';
  return { subject: { kind: kind ?? guessed, namespace, name }, lists };
}
