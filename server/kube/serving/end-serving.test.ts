/** A server ends under callers who keep their connections: none of them is let down. */
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { endServing } from './end-serving.ts';

it('answers whoever asks while it ends, and ends their connections with the answer', async () => {
  const slow = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    if (request.url !== '/slow') {
      response.end('yes');
      return;
    }
    begun.resolve(undefined);
    void slow.promise.then(() => response.end('late'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (
    path: string,
    over = agent,
  ): Promise<[answer: string, connection: string | undefined]> => {
    const [response] = (await once(get({ port, path, agent: over }), 'response')) as [IncomingMessage];
    return [await text(response), response.headers.connection];
  };
  expect(await ask('/')).toEqual(['yes', 'keep-alive']);
  const late = ask('/slow', new Agent());
  await begun.promise;

  const ended = endServing(server, 200);
  // On the connection that it had, and then on a new one.
  expect(await ask('/')).toEqual(['yes', 'close']);
  expect(await ask('/')).toEqual(['yes', 'close']);
  slow.resolve(undefined);
  expect((await late)[0]).toBe('late');
  await ended;
  await expect(ask('/')).rejects.toThrow('ECONNREFUSED');
});
