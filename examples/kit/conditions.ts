/** Statuses that are written only when they say something new. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Condition } from '#lib/k8s/object.ts';

const StatusCondition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string().optional(),
  message: z.string().optional(),
  lastTransitionTime: z.string().optional(),
  observedGeneration: z.int().optional(),
});

/** The operator's own conditions among those of a status; what others write there never makes it write again. */
export function ownConditions(types: readonly string[]) {
  return z
    .array(StatusCondition)
    .default([])
    .transform((all) => all.filter(({ type }) => types.includes(type)));
}

/** Keeps the time of the last change of each condition whose status stays the same; `now` is RFC 3339. */
export function settle(
  conditions: readonly Condition[],
  before: readonly { type: string; status: string; lastTransitionTime?: string | undefined }[],
  now: string,
): Condition[] {
  return conditions.map((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    const since = old?.status === condition.status ? old.lastTransitionTime : undefined;
    return { ...condition, lastTransitionTime: since ?? now };
  });
}

/** Whether two statuses say the same, whatever order and absent fields the two have. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(toPlain(one), toPlain(other));
}

/** Where a spec is wrong, and what is: `spec.number: Too big`. */
export function specProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  const where = issue === undefined ? 'spec' : ['spec', ...issue.path].join('.');
  return `${where}: ${issue?.message ?? 'not valid'}`;
}

function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
