/** What of a decision is worth a line in the log: what becomes of the object, and what is written on the way. */
import { keyOf } from '#lib/k8s/object.ts';
import type { Action, Decision } from '#lib/olm/plan/decision.ts';

/** A plan may have hundreds of steps, and a line is to be read. */
const MOST_NAMED = 12;

/** The writes of a decision in its order, such as `apply Deployment team-a/tickets`; Events and statuses are told elsewhere. */
function writesOf(actions: readonly Action[]): string[] {
  const all = actions.flatMap((action) => wordsOf(action) ?? []);
  const more = all.length - MOST_NAMED;
  return more <= 0 ? all : [...all.slice(0, MOST_NAMED), `and ${String(more)} more`];
}

function wordsOf(action: Action): string | undefined {
  switch (action.kind) {
    case 'apply':
    case 'patch':
      return `${action.kind} ${action.object.kind} ${keyOf(action.object)}`;
    case 'delete':
      return `delete ${action.resource.kind} ${keyOf({ metadata: action.ref })}`;
    case 'certificate':
      return `make certificate ${keyOf(action.secret)}`;
    case 'step':
      return `${action.verb} ${action.object.kind} ${keyOf(action.object)}`;
    case 'begin':
      return `make InstallPlan ${keyOf(action.plan)}`;
    case 'event':
    case 'status':
      return undefined;
  }
}

/**
 * One line for each object that a decision is about, as fields; none where nothing comes of it. `told`: what of a status that
 * is another than before is worth telling.
 */
export function linesOfDecision(
  { actions, again }: Pick<Decision<object>, 'actions' | 'again'>,
  told: Record<string, unknown> | undefined,
): Record<string, unknown>[] {
  const writes = writesOf(actions);
  const retried = again?.kind === 'retry' ? { retried: again.why } : {};
  const own =
    told === undefined && writes.length === 0
      ? []
      : [{ ...told, ...(writes.length === 0 ? {} : { writes }), ...retried }];
  const others = actions.flatMap((action) =>
    action.kind === 'status' ? [{ ...action.log, key: keyOf(action.object) }] : [],
  );
  return [...own, ...others];
}
