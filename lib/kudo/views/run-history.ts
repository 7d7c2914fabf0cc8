/** What ran, as pages show it. */
import { parsedJson } from '../../base/json.ts';
import { at, cutText, items, optional } from '../../base/loose.ts';
import { namesPassword } from '../../base/secret-name.ts';
import type { PlanRunRecord, RunChange } from '../api/types.ts';
import { executionState } from './instance-view.ts';

/** The history that the controller keeps, from its text; none where it says nothing that can be read. */
export function runsOf(text: unknown): PlanRunRecord[] {
  const list = typeof text === 'string' ? parsedJson(text) : undefined;
  return items(list).flatMap((item): PlanRunRecord[] => {
    const [plan, uid, started] = [at(item, 'plan'), at(item, 'uid'), at(item, 'started')].map((one) =>
      cutText(one),
    );
    if (plan === undefined || uid === undefined || started === undefined) return [];
    const changed = at(item, 'changed');
    const told = optional({
      ended: cutText(at(item, 'ended')),
      version: cutText(at(item, 'version')),
      versionBefore: cutText(at(item, 'versionBefore')),
      changed: Array.isArray(changed) ? changed.flatMap(runChangeOf) : undefined,
    });
    return [{ plan, uid, started, ...executionState(item), ...told }];
  });
}

function runChangeOf(item: unknown): RunChange[] {
  const name = cutText(at(item, 'name'));
  if (name === undefined) return [];
  // Whoever wrote it: a password is not shown.
  if (at(item, 'hidden') === true || namesPassword(name)) return [{ name, hidden: true }];
  return [{ name, ...optional({ was: textOf(at(item, 'was')), is: textOf(at(item, 'is')) }) }];
}

/** Whole: the record is bounded by whoever keeps it. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
