import { at, cutText } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
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

/** Reads every list with the rights of the caller; one that is forbidden is left out. */
export async function gather(client: KubeClient, { namespace, name, kind }: Asked): Promise<WhyFacts> {
  const lists: WhyFacts['lists'] = {};
  for (const list of WHY_LISTS) {
    try {
      const source = at(named(lists.subscriptions, name), 'spec', 'sourceNamespace');
      const where = list === 'catalogSources' ? (cutText(source) ?? namespace) : namespace;
      lists[list] = (await listAll(client, resources[list], { namespace: where })).items;
    } catch (error) {
      if (!isKubeError(error, 'forbidden') && !isKubeError(error, 'notFound')) throw error;
    }
  }
  const isCsvAlone =
    named(lists.subscriptions, name) === undefined && named(lists.clusterServiceVersions, name) !== undefined;
  const guessed = isCsvAlone ? 'ClusterServiceVersion' : 'Subscription';
  return { subject: { kind: kind ?? guessed, namespace, name }, lists };
}

function named(objects: readonly KubeObject[] | undefined, name: string): KubeObject | undefined {
  return objects?.find(({ metadata }) => metadata.name === name);
}
