/** Reads what `LEFT_OUT_ANNOTATION` says; anybody may have written it. */
import type { LeftOut } from '../plan/left-out.ts';

/** Empty when the text is not ours. */
export function parseLeftOut(text: string): LeftOut[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) && parts.every(isLeftOut) ? parts : [];
  } catch {
    return [];
  }
}

function isLeftOut(value: unknown): value is LeftOut {
  if (typeof value !== 'object' || value === null) return false;
  return ['kind', 'name', 'reason'].every((field) => typeof Reflect.get(value, field) === 'string');
}
