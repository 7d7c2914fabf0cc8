/**
 * The long parts of a CSV summary. A catalog of 7,000 bundles carries tens of MB of descriptions and examples of which a
 * page shows one at a time: they are kept apart and come back when somebody reads the field.
 */
import type { CsvSummary } from '#lib/olm/api/catalog.ts';

/** Fields that are read when somebody looks at them. */
export type LongTexts = Pick<CsvSummary, 'description' | 'examples' | 'permissions'>;
/** A summary without its long fields. */
export type ShortSummary = Omit<CsvSummary, keyof LongTexts>;

/** The two parts of a summary; `join` puts them together. */
export function split(summary: CsvSummary): { short: ShortSummary; long: LongTexts } {
  const { description, examples, permissions, ...short } = summary;
  return { short, long: { description, examples, permissions } };
}

/** The whole summary; the long fields stay own and enumerable, so that copies and JSON carry them. */
export function join(short: ShortSummary, read: () => LongTexts): CsvSummary {
  const whole: CsvSummary = {
    ...short,
    get description() {
      return read().description;
    },
    get examples() {
      return read().examples;
    },
    get permissions() {
      return read().permissions;
    },
  };
  joined.set(whole, short);
  return whole;
}

const joined = new WeakMap<CsvSummary, ShortSummary>();

/** What `join` was given first, without reading. */
export function shortOf(summary: CsvSummary): ShortSummary {
  const known = joined.get(summary);
  if (known !== undefined) return known;
  const long: readonly string[] = ['description', 'examples', 'permissions'];
  const names = Object.keys(summary).filter((name) => !long.includes(name));
  return Object.fromEntries(names.map((name) => [name, Reflect.get(summary, name)])) as ShortSummary;
}
