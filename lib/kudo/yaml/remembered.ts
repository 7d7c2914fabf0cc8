/** YAML that was read stays known: what templates make is mostly what they made a moment ago. */
import { decodedValue } from './go-values.ts';
import { readYaml11 } from './read.ts';

/** Characters of texts that are kept; what was asked for longest ago goes first. */
const KEPT = 4_000_000;

/** Reads one document, as `decodedValue` has it; nobody may change what it gives. @throws UnreadableYaml with the reason */
export function rememberedYaml(kept = KEPT): (text: string) => unknown {
  const known = new Map<string, unknown>();
  let length = 0;
  return (text) => {
    if (known.has(text)) {
      const value = known.get(text);
      known.delete(text);
      known.set(text, value);
      return value;
    }
    const value = decodedValue(readYaml11(text));
    known.set(text, value);
    length += text.length;
    for (const [oldest] of known) {
      if (length <= kept) break;
      known.delete(oldest);
      length -= oldest.length;
    }
    return value;
  };
}
