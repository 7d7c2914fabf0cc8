/** JSON merge patch. Source: RFC 7386. */
import { isJsonObject } from '../base/json.ts';

/** The value that the patch makes of `target`; neither is changed. */
export function mergePatch(
  target: unknown,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [field, part] of Object.entries(patch)) {
    if (part === null) merged.delete(field);
    else merged.set(field, isJsonObject(part) ? mergePatch(merged.get(field), part) : part);
  }
  // Made of entries, a field called `__proto__` is a field like others.
  return Object.fromEntries(merged);
}
