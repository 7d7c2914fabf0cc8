/** Turns the status of a call into a SourceError. What the server says about it is kept for the log alone. */
import { SourceError, type SourceErrorKind } from '../reader.ts';

const explanations: Readonly<Record<number, readonly [SourceErrorKind, string]>> = {
  // UNKNOWN: how the registry server says that it has no such package or bundle.
  2: ['missing', 'does not know what it was asked for. Retrying shortly.'],
  4: ['unreachable', 'did not answer in time. Retrying shortly.'],
  5: ['missing', 'does not know what it was asked for. Retrying shortly.'],
  7: ['denied', 'does not allow access. Check the address and the rights of the controller.'],
  8: ['limit', 'sent more in one message than is read. Serve the bundle as an image.'],
  12: ['missing', 'does not serve the registry API. Check the address.'],
  13: ['invalid', 'sent something that is no answer of the registry API. Check the address.'],
  14: [
    'unreachable',
    'cannot be reached, or cut the connection. Check that it is running and the port is right.',
  ],
  16: ['denied', 'asks for credentials, which the registry API does not use. Check the address.'],
};

/** Any error of a call; a SourceError stays as it is. @param address for the message */
export function failureOfCall(error: unknown, address: string): SourceError {
  if (error instanceof SourceError) return error;
  const code = error instanceof Error && 'code' in error ? Number(error.code) : Number.NaN;
  const [kind, words] = explanations[code] ?? ['unreachable', 'broke off the call. Retrying shortly.'];
  return new SourceError(kind, `The catalog at ${address} ${words}`, { cause: error });
}
