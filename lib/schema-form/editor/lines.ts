/** The lines of the text that belong to a path. */
import type { Path } from '../schema/path.ts';
import { type Entry } from './entries.ts';
import type { Outline } from './outline.ts';

/** Offsets into the text, `to` behind the last character. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Undefined where nothing of the path is written. */
export function entryOfPath({ documents }: Outline, path: Path, document = 0): Entry | undefined {
  return path.reduce<Entry | undefined>(
    (entry, step) => entry?.children.find((child) => child.step === step),
    documents[document],
  );
}

/** From the key or dash to the end of all below it. Of what is not there, the nearest that is; undefined at the root. */
export function rangeOfPath(outline: Outline, path: Path, document = 0): TextRange | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const entry = entryOfPath(outline, path.slice(0, length), document);
    if (entry !== undefined) return { from: entry.from, to: entry.to };
  }
  return undefined;
}
