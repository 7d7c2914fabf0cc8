/** Tabs without a browser: follow the list as a page does and note when each beat came out of the socket. */
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';

const [origin = '', cookie = '', body = '', count = '0'] = process.argv.slice(2);
/** By reader. */
const seen: Map<number, number>[] = [];
let open = 0;

/** The last byte of a beat may come with the next chunk. */
function follow(response: IncomingMessage): void {
  const moments = new Map<number, number>();
  seen.push(moments);
  let rest = '';
  response.setEncoding('latin1');
  response.on('data', (chunk: string) => {
    const at = Date.now();
    const text = rest + chunk;
    for (const [, beat] of text.matchAll(/~(\d+)~/g))
      if (!moments.has(Number(beat))) moments.set(Number(beat), at);
    rest = text.slice(-16);
  });
  response.on('close', () => {
    open -= 1;
  });
}

function openOne(): Promise<void> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        hostname: '127.0.0.1',
        port,
        path: '/api/stream',
        method: 'POST',
        agent: false,
        headers: { host, origin, cookie, 'x-capstan-request': '1', 'content-type': 'application/json' },
      },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`a stream was answered by ${String(response.statusCode)}`));
          return;
        }
        open += 1;
        follow(response);
        resolve();
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}

for (let reader = 0; reader < Number(count); reader += 1) await openOne();
process.send?.({ ready: open });
process.on('message', () => {
  process.send?.({ open, seen: seen.map((moments) => [...moments]) }, () => process.exit(0));
});
