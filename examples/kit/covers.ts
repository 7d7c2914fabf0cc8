/** Whether an object is as an operator would make it today. Pure. */
import { isJsonObject } from '#lib/base/json.ts';

/**
 * Whether `there` has all that `wanted` has. Entries of lists are found by their name where they have one: what the API
 * server or an admission webhook adds is no difference.
 */
export function covers(there: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return Array.isArray(there) && coversList(there, wanted);
  if (!isJsonObject(wanted)) return there === wanted;
  return (
    isJsonObject(there) &&
    Object.entries(wanted).every(([key, value]) => Object.hasOwn(there, key) && covers(there[key], value))
  );
}

function coversList(there: readonly unknown[], wanted: readonly unknown[]): boolean {
  return wanted.every((value, index) => {
    const name = isJsonObject(value) ? value['name'] : undefined;
    const counterpart =
      name === undefined ? there[index] : there.find((one) => isJsonObject(one) && one['name'] === name);
    return covers(counterpart, value);
  });
}
