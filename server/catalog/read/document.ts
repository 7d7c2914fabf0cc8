/** One document of a file, or why there is none. */
export type FileDocument =
  | { ok: true; value: unknown; /** First line, from 1. */ line: number }
  | { ok: false; message: string; line: number };

/** The message of whatever was thrown; of a fault of the file system without the files of this machine that it names. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = systemCode(error);
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? `, ${error.syscall}` : undefined;
  const end = code === undefined || syscall === undefined ? -1 : error.message.indexOf(syscall);
  return end < 0 ? error.message : error.message.slice(0, end);
}

/** `ENOSPC` and its like: what the operating system refused; it may go well later. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}
