/** Help texts of schemas and descriptors as plain text: many are Markdown or carry notes for code generators. */
import { firstSentence } from '../../base/sentence.ts';

const MARKS: readonly (readonly [RegExp, string])[] = [
  [/\r\n?/g, '\n'],
  // Notes for code generators, on lines of their own: `+optional`, `+kubebuilder:validation:…`.
  [/^[ \t]*\+[a-zA-Z][\w:.-]*(?:[=(].*)?$/gm, ''],
  [/<br\s*\/?>/gi, '\n'],
  [/<\/?(?:p|b|i|a|em|strong|code|pre|ul|ol|li|div|span)(?:\s[^<>]*)?>/gi, ''],
  [/!?\[([^\][\n]*)\]\((https?:[^\s()]*)\)/g, '$1 ($2)'],
  [/!?\[([^\][\n]*)\]\([^\s()]*\)/g, '$1'],
  [/```[a-z]*\n?/g, ''],
  [/`([^`\n]+)`/g, '$1'],
  [/\*\*([^*\n]+)\*\*/g, '$1'],
  [/(^|\s)__([^_\n]+)__(?=$|[\s.,;:])/gm, '$1$2'],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*[*-][ \t]+/gm, '• '],
  [/\\([*_`[\]<>#])/g, '$1'],
  [/(?<![ \t])[ \t]+$/gm, ''],
  [/\n{3,}/g, '\n\n'],
];

/** Longer help is cut: nobody reads it, and each pattern runs over all of it. */
const LIMIT = 8_000;

/** The text without marks; undefined when nothing is left. */
export function plainText(text: string): string | undefined {
  const cut = text.length > LIMIT ? `${text.slice(0, LIMIT)} …` : text;
  const plain = MARKS.reduce((current, [pattern, to]) => current.replace(pattern, to), cut).trim();
  return plain === '' ? undefined : plain;
}

const SHORT = 160;

/** The first sentence, or as much of it as is quickly read. */
export function shortText(text: string): string {
  const sentence = firstSentence(text);
  if (sentence.length <= SHORT) return sentence;
  const space = sentence.lastIndexOf(' ', SHORT);
  return `${sentence.slice(0, space > 40 ? space : SHORT).trimEnd()} …`;
}

const EXAMPLE =
  /(?:\be\.g\.?,?|\bfor example,?|\bfor instance,?|\bexamples?(?: value| values)?(?: is| are)?:|\bsuch as)\s+(?:`([^`\n]{1,60})`|"([^"\n]{1,60})"|'([^'\n]{1,60})')/i;

/** A value that the description gives in quotes as an example. */
export function exampleIn(description: string): string | undefined {
  const match = EXAMPLE.exec(description.slice(0, LIMIT));
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}
