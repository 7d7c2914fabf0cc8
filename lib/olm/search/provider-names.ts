/** One provider under several spellings: "Red Hat", "Red Hat, Inc." and "red hat" are one choice. */
import { compareTexts } from '../../base/json.ts';

/** Legal forms, as words at the end of a name; a name that is nothing else keeps them. */
const FORMS = new Set(
  ['inc', 'incorporated', 'llc', 'ltd', 'limited', 'corp', 'corporation', 'co', 'company'].concat([
    'gmbh',
    'ag',
    'se',
    'kg',
    'ug',
    'sa',
    'sas',
    'sarl',
    'srl',
    'spa',
    'bv',
    'nv',
    'ab',
    'oy',
    'plc',
    'pte',
    'pty',
  ]),
);

/**
 * What all spellings of one provider have in common: no case, no article, no punctuation, no spaces, no legal form. Two names
 * with one key mean the same; "Red Hat Community of Practice" is not "Red Hat".
 */
export function providerKey(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('.', '')
    .split(/[^\p{L}\p{M}\p{N}&+]+/u);
  const told = words.filter((word) => word !== '');
  while (told.length > 1 && told[0] === 'the') told.shift();
  while (told.length > 1 && FORMS.has(told.at(-1) ?? '')) told.pop();
  return told.length === 0 ? name.trim() : told.join('');
}

/** The spellings that were met, by {@link providerKey}. */
interface Spellings {
  add: (key: string, name: string) => void;
  /** The one most often met; of several the first by code points, so that the answer does not depend on their order. */
  of: (key: string) => string | undefined;
}

/** An empty collection. */
export function createSpellings(): Spellings {
  const met = new Map<string, Map<string, number>>();
  return {
    add: (key, name) => {
      const names = met.get(key) ?? new Map<string, number>();
      met.set(key, names.set(name, (names.get(name) ?? 0) + 1));
    },
    of: (key) => {
      const names = [...(met.get(key) ?? [])];
      return names.sort(
        ([left, often], [right, count]) => count - often || compareTexts(left, right),
      )[0]?.[0];
    },
  };
}
