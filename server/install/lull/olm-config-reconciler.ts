/** The OLMConfig: what became of what it asks for. */
import { resources } from '#lib/k8s/resources.ts';
import type { OlmConfig } from '#lib/olm/api/types.ts';
import { decideOlmConfig, OLM_CONFIG_NAME, type OlmConfigFacts } from '#lib/olm/csv/copies-config.ts';
import { olmConfigFacts } from '#lib/olm/observed/copies.ts';
import { isOlmConfig } from '#lib/olm/observed/shapes.ts';
import { copiesIn } from '../caches.ts';
import type { Kind } from '../reconcile.ts';
import { readerOfWorld } from '../world.ts';

export const olmConfigKind: Kind<OlmConfig, OlmConfigFacts, NonNullable<OlmConfig['status']>> = {
  controller: 'olmconfig',
  resource: resources.olmConfigs,
  isValid: isOlmConfig,
  observe: ({ world, object }) =>
    object?.metadata.name === OLM_CONFIG_NAME && world.accountsOnly !== true
      ? olmConfigFacts(readerOfWorld(world), object, copiesIn(world.caches))
      : undefined,
  decide: decideOlmConfig,
};
