/** Whether KUDO itself works in this cluster: two engines would fight over every plan, and two webhooks over every uid. */
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { isAllowed, statusReview } from '#lib/olm/api/olm-itself.ts';
import { ask } from '#server/kube/ask.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** Source: KUDO's own manifests, as `kubectl kudo init` writes them. */
const MANAGER = 'kudo-controller-manager';
const WEBHOOK = 'kudo-manager-instance-admission-webhook-config';

/** A sentence that names what was found; undefined when KUDO is not at work here. Rejects with KubeError. */
export async function findOtherKudo(client: KubeClient): Promise<string | undefined> {
  const says = (what: string): string =>
    `KUDO is installed here (${what}) and runs the plans of Instances itself; Capstan leaves them to it`;
  const webhooks = await client.list(resources.mutatingWebhookConfigurations, {
    fieldSelector: `metadata.name=${WEBHOOK}`,
  });
  if (webhooks.items.length > 0) return says(`MutatingWebhookConfiguration ${WEBHOOK}`);
  const managers = await client.list(resources.statefulSets, { fieldSelector: `metadata.name=${MANAGER}` });
  for (const manager of managers.items) {
    const spec = statusReview(manager, kudoResources.instances);
    if (spec === undefined || !isAllowed(await ask(client, resources.subjectAccessReviews, { spec })))
      continue;
    return says(`StatefulSet ${manager.metadata.namespace ?? ''}/${MANAGER}`);
  }
  return undefined;
}
