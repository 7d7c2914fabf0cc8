/** Names to propose for new objects. Source of the rules: DNS-1123 subdomain; a label is safer, as many kinds need one. */

const LONGEST = 63;
const SUFFIX = 5;

/** Letters and digits that cannot be taken for one another or make words, as the API server's own `generateName`. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Some letters made of numbers from 0 up to, without, 1; one for each. */
export function suffixOf(random: readonly number[]): string {
  return random
    .slice(0, SUFFIX)
    .map((number) => LETTERS.charAt(Math.floor(number * LETTERS.length)))
    .join('');
}

/** How many random numbers a suffix takes. */
export const suffixLength = SUFFIX;

/** `my-db-x7k2p`: valid, whatever `stem` is (a kind, or the name of what is cloned). */
export function nameWith(stem: string, suffix: string): string {
  const base = stem
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST - suffix.length - 1)
    .replace(/^[^a-z]+|-+$/g, '');
  return `${base === '' ? 'new' : base}-${suffix}`;
}

/** The first of the proposals that nobody has, else the last. */
export function freeName(proposals: readonly string[], taken: ReadonlySet<string>): string {
  return proposals.find((name) => !taken.has(name)) ?? proposals.at(-1) ?? 'new';
}
