/** One document of a file, or why there is none. */
export type FileDocument =
  | { ok: true; value: unknown; /** First line, from 1. */ line: number }
  | { ok: false; message: string; line: number };

/** The message of whatever was thrown. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
