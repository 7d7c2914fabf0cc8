/** Definitions that an operator makes itself where nobody else has brought them. */
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { crdOf } from './definition.ts';
import type { KindDefinition } from './definition.ts';
import type { OperatorSettings } from './settings.ts';

/**
 * Those that are there stay as they are, whoever made them. Without the right to look or to make them it goes on: kinds that are
 * not there are followed once they are.
 */
export async function ensureDefinitions(
  { client, log }: Pick<OperatorSettings, 'client' | 'log'>,
  kinds: readonly KindDefinition[],
): Promise<void> {
  for (const kind of kinds) {
    try {
      if (await ensure(client, kind)) log('definition made', { kind: kind.kind });
    } catch (error) {
      if (!isKubeError(error)) throw error;
      log('definition not made', { kind: kind.kind, error: error.message });
    }
  }
}

/** Whether it had to be made. */
async function ensure(client: KubeClient, kind: KindDefinition): Promise<boolean> {
  const definition = crdOf(kind);
  try {
    await client.get(resources.customResourceDefinitions, { name: definition.metadata.name });
    return false;
  } catch (error) {
    if (!isKubeError(error, 'notFound')) throw error;
  }
  await client.create(resources.customResourceDefinitions, { ...definition });
  return true;
}
