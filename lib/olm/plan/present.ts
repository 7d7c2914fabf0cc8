/** Whether an object of the cluster is all that a plan wants it to be. */
import { isJsonObject, ownValue } from '../../base/json.ts';

/**
 * Every field that is wanted is there with its value; the API server and others may have added more. Lists must be as
 * long as they are wanted, and in that order. When in doubt no: then it is written once more, which changes nothing.
 */
export function holds(existing: unknown, wanted: unknown): boolean {
  if (isNothing(wanted) && isNothing(existing)) return true;
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(existing) &&
      existing.length === wanted.length &&
      wanted.every((entry, index) => holds(existing[index], entry))
    );
  }
  if (isJsonObject(wanted)) {
    return (
      isJsonObject(existing) &&
      Object.entries(wanted).every(([key, value]) => holds(ownValue(existing, key), value))
    );
  }
  return existing === wanted;
}

/** What the API server drops when it stores an object. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
