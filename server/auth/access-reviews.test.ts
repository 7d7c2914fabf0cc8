import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '#server/kube/client.ts';
import { createTransport } from '#server/kube/transport.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { createAccessReviews } from './access-reviews.ts';
import type { Identity } from './identity.ts';

let server: Server;
let identity: Identity;
let connections = 0;

/** An API server that hangs up on everybody. */
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => listening.resolve(undefined));
  await listening.promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const config: ClusterConfig = {
    server: `http://127.0.0.1:${String(port)}`,
    source: 'test',
    context: 'test',
    cluster: 'test',
    user: 'test',
    contexts: [],
    tls: { insecure: false },
    credential: { kind: 'none' },
  };
  identity = { key: 'me', client: createClient(config), transport: createTransport(config) };
});

afterAll(() => {
  server.close();
});

const check = { verb: 'list', group: '', resource: 'pods', namespace: 'a' };

it('takes no answer for a no, says so, and asks again the next time', async () => {
  const access = createAccessReviews();
  for (const _time of [1, 2]) {
    const before = connections;
    const answers = await access.review(identity, [check]);
    expect(answers).toEqual([{ allowed: false, reason: { code: 'unchecked' } }]);
    expect(connections).toBeGreaterThan(before);
  }
});
