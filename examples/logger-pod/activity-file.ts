/** A file that lines are added to and that never grows beyond a bound: the lines before are in one beside it. */
import { appendFileSync, renameSync, statSync } from 'node:fs';

const LONGEST_BYTES = 1_048_576;

/** Rejects nothing: `onError` is told, once in a row, and the next line is tried again. */
export function openActivityFile(
  path: string,
  onError: (error: unknown) => void,
  longestBytes = LONGEST_BYTES,
): (line: string) => void {
  let failed = false;
  return (line) => {
    try {
      if (sizeOf(path) + Buffer.byteLength(line) >= longestBytes) renameSync(path, `${path}.1`);
      appendFileSync(path, `${line}\n`);
      failed = false;
    } catch (error) {
      if (!failed) onError(error);
      failed = true;
    }
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
