/**
 * Declarative operators beside the bundles: the engine runs while we lead, unless KUDO itself works in this cluster. Two
 * engines would fight over every plan.
 */
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import type { Reconcilers } from '#server/install/reconcilers.ts';
import { startEngine, type Engine, type EngineOptions } from '#server/kudo/engine.ts';
import { findOtherKudo } from './other-kudo.ts';
import { installOwnCrds } from './own-crds.ts';
import { startUpkeep } from './upkeep.ts';

/** One that comes, or goes, is noticed so late. */
const LOOK_AGAIN_MS = 60_000;

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
