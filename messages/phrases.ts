/**
 * Sentences and words that stand in the cluster, as the controller or somebody else wrote them into an object.
 * They come in English, and a page in another language shows its own words for those that it knows. English is the
 * key; `{0}` in a key stands for any text, which the translation takes over.
 */
import { createContext, use } from 'react';

export type Phrases = Readonly<Record<string, string>>;
export type Phrase = <Text>(text: Text) => Text | string;

const same: Phrase = (text) => text;

/** What translates; as it is, where nothing is given (English). */
export const PhraseContext = createContext<Phrase>(same);

/** Translates a sentence of lib or of the cluster; anything that it does not know, or that is no text, stays. */
export function usePhrase(): Phrase {
  return use(PhraseContext);
}

/** A translator by a list from English to another language. */
export function phraseBy(phrases: Phrases): Phrase {
  const patterns = Object.keys(phrases)
    .filter((key) => key.includes('{0}'))
    .map((key) => ({ pattern: patternOf(key), key }));
  const whole = (text: string): string | undefined => {
    if (Object.hasOwn(phrases, text)) return phrases[text];
    for (const { pattern, key } of patterns) {
      const found = pattern.exec(text);
      // What is put into a sentence may have words of its own, such as "all namespaces".
      if (found !== null) return filled(phrases[key] ?? text, found.slice(1).map(translated));
    }
    return undefined;
  };
  /** Whole, else as a known sentence with more behind it. */
  const translated = (text: string): string => {
    const known = whole(text);
    if (known !== undefined) return known;
    const end = text.search(/[.:] /) + 1;
    const first = end === 0 ? undefined : (whole(text.slice(0, end)) ?? whole(text.slice(0, end - 1)));
    return first === undefined ? text : `${first} ${translated(text.slice(end + 1))}`;
  };
  return (text) => (typeof text === 'string' ? translated(text) : text);
}

function filled(template: string, parts: readonly string[]): string {
  return template.replaceAll(/\{(\d)\}/g, (_, index) => parts[Number(index)] ?? '');
}

function patternOf(key: string): RegExp {
  const source = key
    .split(/\{\d\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('(.+?)');
  return new RegExp(`^${source}$`, 's');
}
