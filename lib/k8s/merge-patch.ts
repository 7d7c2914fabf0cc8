/** JSON merge patch. Source: RFC 7386. */

/** The value that the patch makes of `target`; neither is changed. */
export function mergePatch(
  target: unknown,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [field, part] of Object.entries(patch)) {
    if (part === null) merged.delete(field);
    else merged.set(field, isRecord(part) ? mergePatch(merged.get(field), part) : part);
  }
  // Made of entries, a field called `__proto__` is a field like others.
  return Object.fromEntries(merged);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
