/**
 * Declarative operators beside the bundles: the engine runs while we lead, unless KUDO itself works in this cluster. Two
 * engines would fight over every plan.
 */
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { isAllowed, statusReview } from '#lib/olm/api/olm-itself.ts';
import type { Reconcilers } from '#server/install/reconcilers.ts';
import { ask } from '#server/kube/ask.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startEngine, type Engine, type EngineOptions } from '#server/kudo/engine.ts';
import { installOwnCrds } from './own-crds.ts';
import { startUpkeep } from './upkeep.ts';

/** One that comes, or goes, is noticed so late. */
const LOOK_AGAIN_MS = 60_000;
/** Source: KUDO's own manifests, as `kubectl kudo init` writes them. */
const MANAGER = 'kudo-controller-manager';
const WEBHOOK = 'kudo-manager-instance-admission-webhook-config';

/** A sentence that names what was found; undefined when KUDO is not at work here. */
async function findOtherKudo(client: KubeClient): Promise<string | undefined> {
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

/** What the engine stands on. */
export interface DeclarativeOptions extends Omit<EngineOptions, 'reviewKey'> {
  /** What reviews of authors are sealed with; absent where authors are trusted. */
  reviewKey?: (() => Promise<Buffer>) | undefined;
}

/** Runs the engine whenever it may. */
export function runDeclarative(options: DeclarativeOptions): Reconcilers {
  const { client, definitions, clock, log } = options;
  let engine: Engine | undefined;
  let told: string | undefined;
  const look = async (): Promise<void> => {
    const other = await findOtherKudo(client);
    if (other !== undefined) {
      if (other !== told) log.warn({ why: other }, 'not running plans of declarative operators');
      told = other;
      await engine?.stop();
      engine = undefined;
      return;
    }
    told = undefined;
    const { written } = await installOwnCrds(client, definitions, clock, { which: 'all', crds: kudoCrds });
    if (written.length > 0) log.info({ crds: written }, 'definitions installed');
    engine ??= await startEngine({ ...options, reviewKey: await options.reviewKey?.() });
  };
  const task = { name: 'declarative operators', everyMs: LOOK_AGAIN_MS, look };
  const upkeep = startUpkeep([task], clock, (_task, error) =>
    log.warn({ error: String(error) }, 'declarative operators not started'),
  );
  upkeep.look(task.name);
  const unsubscribe = definitions.subscribe(({ type, object }) => {
    const isOurs = kudoCrds.some(({ metadata }) => metadata.name === object.metadata.name);
    if (type === 'deleted' && isOurs) upkeep.look(task.name);
  });
  return {
    get queues() {
      return engine === undefined ? [] : [{ name: 'instances', queue: engine.queue }];
    },
    stop: async () => {
      unsubscribe();
      await upkeep.stop();
      await engine?.stop();
    },
  };
}
