/** What a failed read is to the user. */
import { optional } from '#lib/base/loose.ts';
import type { ReadFailure } from '#lib/olm/sources/read.ts';
import { reason, systemCode } from '../read/document.ts';
import { SourceError } from '../sources/reader.ts';

/** For status and pages: what is unexpected says nothing of its inside. */
export function readFailureOf(error: unknown): ReadFailure {
  if (error instanceof SourceError) {
    const { kind, message, retryAfterMs } = error;
    return { kind, message, ...optional({ retryAfterMs }) };
  }
  if (systemCode(error) !== undefined && error instanceof Error && 'syscall' in error)
    return { kind: 'unreachable', message: `the controller cannot keep what it reads: ${reason(error)}` };
  // Its text may name files of this machine.
  return {
    kind: 'unreachable',
    message: 'an unexpected fault stopped the reading; the log of the controller says more',
  };
}
