/** A connection that becomes something other than HTTP; whoever refuses that says why in an answer. */
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { answerError } from '../call.ts';
import type { CredentialProvider, Credentials } from '../credentials.ts';
import { abortedError } from '../errors.ts';
import type { TransportResponse, UpgradeRequest } from '../types.ts';

/** Of a refusal. */
const MOST_BYTES = 64 * 1024;

/** Rejects with KubeError for an answer, with what broke it otherwise. */
export async function upgraded(
  { path, signal }: UpgradeRequest,
  credentials: CredentialProvider,
  way: (using: Credentials) => [Dispatcher, Dispatcher.DispatchOptions],
): Promise<Duplex> {
  const [dispatcher, options] = way(await credentials.get());
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const refusal: Omit<TransportResponse, 'body'> & { body: Buffer[] } = {
    status: 0,
    headers: {},
    body: [],
  };
  let bytes = 0;
  dispatcher.dispatch(
    { ...options, upgrade: 'websocket' },
    {
      onRequestStart: (controller) => {
        const abort = (): void => {
          controller.abort(abortedError());
        };
        if (signal?.aborted === true) abort();
        signal?.addEventListener('abort', abort);
        const forget = (): void => signal?.removeEventListener('abort', abort);
        promise.then(forget, forget);
      },
      onRequestUpgrade: (_controller, _status, _headers, socket) => {
        resolve(socket);
      },
      onResponseStart: (_controller, status, headers) => {
        if (status >= 200) Object.assign(refusal, { status, headers });
      },
      onResponseData: (_controller, chunk) => {
        bytes += chunk.length;
        if (bytes <= MOST_BYTES) refusal.body.push(chunk);
      },
      onResponseEnd: () => {
        const { body, ...answer } = refusal;
        reject(answerError(answer, Buffer.concat(body).toString('utf8'), { method: 'GET', path }));
      },
      onResponseError: (_controller, error) => {
        reject(error);
      },
    },
  );
  return promise;
}
