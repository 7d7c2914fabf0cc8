/** The change that writes what was edited, whole or field by field. */
import { optional } from '#lib/base/loose.ts';
import { type ApplyConflict, type ConflictStep, pathInObject } from '#lib/k8s/apply-conflict.ts';
import { type Change, CONSOLE_MANAGER } from '#lib/k8s/change.ts';
import { appliedPart } from '#lib/k8s/managed-fields.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { applyBody, leaveOut } from '#lib/schema-form/desk/apply-body.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { editablePart, wholeObject } from '#lib/schema-form/desk/live.ts';
import { isDictionary } from '#lib/schema-form/schema/path.ts';
import { canBeSent } from '../instance-object.ts';

export type Way = 'replace' | 'apply';

/** About a field that another manager owns. */
export interface Decision {
  readonly path: readonly ConflictStep[];
  readonly choice: 'take' | 'leave';
}

/** By the field that a conflict is about. */
export type Decisions = ReadonlyMap<string, Decision>;

export function conflictKey({ path }: Pick<ApplyConflict, 'path'>): string {
  return JSON.stringify(path);
}

export interface Wanted {
  readonly type: InstanceType;
  readonly latest: KubeObject;
  readonly mine: unknown;
}

/** Undefined while there is nothing that could be written. */
export function instanceChange(way: Way, wanted: Wanted, decisions: Decisions): Change | undefined {
  const { type, latest, mine } = wanted;
  if (!canBeSent(mine)) return undefined;
  const { resource } = type;
  if (way === 'replace')
    return { verb: 'replace', resource, object: wholeObject(mine, latest), before: latest };
  return applyOf(wanted, mine, [...decisions.values()]);
}

function applyOf(
  { type, latest }: Wanted,
  mine: KubeObject,
  decisions: readonly Decision[],
): Change | undefined {
  const owned = appliedPart(latest, latest.metadata.managedFields, CONSOLE_MANAGER);
  const whole = applyBody(type.schema, { base: editablePart(latest), mine, owned });
  const left = decisions.filter(({ choice }) => choice === 'leave');
  const body = leaveOut(
    whole,
    left.map(({ path }) => pathInObject(path, whole)),
  );
  const force = decisions.some(({ choice }) => choice === 'take');
  if (!isDictionary(body) && owned === undefined) return undefined;
  const { name, namespace, uid, resourceVersion } = latest.metadata;
  const fields = isDictionary(body) ? body : {};
  const metadata = isDictionary(fields['metadata']) ? fields['metadata'] : {};
  const object: KubeObject = {
    ...fields,
    apiVersion: mine.apiVersion,
    kind: mine.kind,
    metadata: {
      name,
      ...optional({ namespace }),
      ...metadata,
      ...optional({ uid }),
      // What is taken over is what was looked at: a manager that came since is not overruled unseen.
      ...(force && resourceVersion !== undefined ? { resourceVersion } : {}),
    },
  };
  return { verb: 'apply', resource: type.resource, object, force, before: latest };
}
