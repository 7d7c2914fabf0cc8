/** Ends servers that the API server calls. It keeps its connections open, and asks again on none that failed. */
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two calls of whoever calls often, many times over. */
const GRACE_MS = 500;
/** An answer that takes longer is not worth the wait. */
const LONGEST_MS = 5_000;

/**
 * Resolves when nobody is connected any more. A connection that is closed at the moment when a request comes fails that
 * request, so for `graceMs` (milliseconds) everybody is answered still, and told that the connection ends with the answer;
 * what is being answered then has another 5 s. No error.
 */
export async function endServing(server: Server | TlsServer, graceMs = GRACE_MS): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await pause(graceMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), LONGEST_MS);
  await closed;
  clearTimeout(late);
}
