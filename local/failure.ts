/** Says why a command failed, with what was behind it, and ends it with exit code 1 once nothing more is to be done. */
export function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Error && error.cause instanceof Error)
    process.stderr.write(`${error.cause.message}\n`);
  process.exitCode = 1;
}
