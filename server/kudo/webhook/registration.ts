/** Tells the API server whom to ask about Instances, and takes that back when nobody is to be asked. */
import { stableJson } from '#lib/base/hash.ts';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { MANAGED_BY, MANAGED_BY_LABEL } from '#lib/olm/api/crds/index.ts';
import { MANAGED_LABEL } from '#lib/olm/api/labels.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { ADMISSION_PATH } from './server.ts';

/** Name of the MutatingWebhookConfiguration. */
export const INSTANCE_WEBHOOK = 'capstan-instances';

/** Where the API server finds it: one process, or a Service on its port 443, behind which there may be several. */
export type WebhookPlace = { host: string; port: number } | { service: Required<ObjectRef> };

/** Where the webhook is, by which authority it is known, and whose writes it is not asked about. */
export interface WebhookRegistration {
  place: WebhookPlace;
  /** PEM. */
  ca: string;
  /** Name by which the API server knows the engine. */
  self: string;
}

/** Writes nothing where it stands already; resolves to whether it wrote. Rejects with KubeError. */
export async function registerWebhook(client: KubeClient, wanted: WebhookRegistration): Promise<boolean> {
  const object = configurationOf(wanted);
  const asked = client.get(resources.mutatingWebhookConfigurations, { name: INSTANCE_WEBHOOK });
  const existing = await undefinedIf(asked, 'notFound');
  if (existing !== undefined && saysTheSame(existing, object)) return false;
  await client.apply(resources.mutatingWebhookConfigurations, object, {
    fieldManager: FIELD_MANAGER,
    force: true,
  });
  return true;
}

/** Instances may be written again without anybody being asked; `existing`: as it is followed. Rejects with KubeError. */
export async function unregisterWebhook(client: KubeClient, existing: KubeObject | undefined): Promise<void> {
  if (existing?.metadata.labels?.[MANAGED_BY_LABEL] !== MANAGED_BY) return;
  const uid = existing.metadata.uid ?? '';
  await client.delete(resources.mutatingWebhookConfigurations, { name: INSTANCE_WEBHOOK }, { uid });
}

/** The API server fills in what is not said. */
function saysTheSame(existing: KubeObject, wanted: KubeObject): boolean {
  const [is] = items(existing['webhooks']);
  const [should] = items(wanted['webhooks']);
  const fields = ['clientConfig', 'failurePolicy', 'matchConditions'];
  return (
    items(existing['webhooks']).length === 1 &&
    fields.every((field) => stableJson(at(is, field)) === stableJson(at(should, field))) &&
    stableJson(at(items(at(is, 'rules'))[0], 'resources')) ===
      stableJson(at(items(at(should, 'rules'))[0], 'resources'))
  );
}

function configurationOf({ place, ca, self }: WebhookRegistration): KubeObject {
  const { group, version, plural } = kudoResources.instances;
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: {
      name: INSTANCE_WEBHOOK,
      // The second is that of what the controller follows.
      labels: { [MANAGED_BY_LABEL]: MANAGED_BY, [MANAGED_LABEL]: 'true' },
    },
    webhooks: [
      {
        name: 'instances.capstan.dev',
        clientConfig: {
          ...addressOf(place),
          caBundle: Buffer.from(ca).toString('base64'),
        },
        rules: [
          {
            ...{ apiGroups: [group], apiVersions: [version], resources: [plural], scope: 'Namespaced' },
            operations: ['CREATE', 'UPDATE'],
          },
        ],
        // The engine goes on with what is under way, whatever becomes of the webhook.
        matchConditions: [{ name: 'not-the-engine', expression: notTheEngine(self) }],
        // Nobody gets past it: what was not looked at would run with the rights of the engine.
        ...{ failurePolicy: 'Fail', matchPolicy: 'Equivalent', sideEffects: 'None' },
        ...{ timeoutSeconds: 10, reinvocationPolicy: 'Never', admissionReviewVersions: ['v1'] },
      },
    ],
  };
}

function addressOf(place: WebhookPlace): Record<string, unknown> {
  if ('service' in place) return { service: { ...place.service, path: ADMISSION_PATH, port: 443 } };
  return { url: `https://${place.host}:${String(place.port)}${ADMISSION_PATH}` };
}

/** Whoever shares its identity, as somebody on a laptop does, is told apart by what they call themselves. */
function notTheEngine(self: string): string {
  const isEngine = `request.userInfo.username == ${celText(self)}`;
  const writes = `has(request.options.fieldManager) && request.options.fieldManager == ${celText(FIELD_MANAGER)}`;
  return `!(${isEngine} && ${writes})`;
}

/** A text of CEL; names may hold anything. */
function celText(text: string): string {
  return JSON.stringify(text);
}
