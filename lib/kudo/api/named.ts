/** Lists of named things, asked for by name: versions may have tens of thousands of tasks and steps. */

/** By name; of several with one name the first counts, as where a list is searched. */
export function firstByName<T extends { name: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.toReversed().map((one) => [one.name, one]));
}
