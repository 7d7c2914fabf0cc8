/** Objects as they are shown: passwords in them are not, by the names that forms hide as well. */
import { isJsonObject, parsedJson, type JsonObject } from './json.ts';
import { namesPassword } from './secret-name.ts';

/** Stands in the place of a password. */
export const MASK = '••••••••';

/**
 * The same with the mask in the place of each text whose field names a password, also inside of annotations that hold an
 * object as JSON, as `kubectl apply` leaves behind. What is no text is none. The very same value where there is nothing to hide.
 */
export function masked<T>(value: T): T;
export function masked(value: unknown): unknown {
  return maskedPart(value, '', '');
}

function maskedPart(value: unknown, name: string, parent: string): unknown {
  if (typeof value === 'string') {
    if (value !== '' && namesPassword(name)) return MASK;
    return parent === 'annotations' ? maskedText(value) : value;
  }
  if (Array.isArray(value)) {
    const parts = value.map((part) => maskedPart(part, '', ''));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (!isJsonObject(value)) return value;
  if (setsPassword(value)) return { ...value, value: MASK };
  const entries = Object.entries(value).map(
    ([key, part]) => [key, part, maskedPart(part, key, name)] as const,
  );
  if (entries.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}

/** A step of a JSON patch. */
function setsPassword({ op, path, value }: JsonObject): boolean {
  if (typeof op !== 'string' || typeof path !== 'string') return false;
  return typeof value === 'string' && value !== '' && namesPassword(path.slice(path.lastIndexOf('/') + 1));
}

function maskedText(text: string): string {
  if (!text.startsWith('{')) return text;
  const object = parsedJson(text);
  const shown = maskedPart(object, '', '');
  return shown === object ? text : JSON.stringify(shown);
}
