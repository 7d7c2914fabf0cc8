import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { plainWorld } from '#local/testing/worlds/plain-world.ts';
import { createClient } from '#server/kube/client.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { servedApis } from './discovered-apis.ts';

it('is asked for once, by however many CSVs that come together', () => {
  const { world } = plainWorld();
  expect(servedApis(world)).toBe(servedApis(world));
});

it('is asked for anew when what is known is ten seconds old', () => {
  const { world } = plainWorld();
  const first = servedApis(world);
  const known = world.memory.served;
  if (known !== undefined) world.memory.served = { ...known, at: performance.now() - 10_001 };
  const second = servedApis(world);
  expect(second).not.toBe(first);
  expect(servedApis(world)).toBe(second);
});

/** Of a server that cuts each connection, with the number of those that came. */
async function cutOff(): Promise<{ client: KubeClient; connections: () => number }> {
  let connections = 0;
  const server = createServer();
  server.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    source: 'test',
    context: 'test',
    cluster: 'test',
    user: 'test',
    server: `http://127.0.0.1:${String(port)}`,
    contexts: [],
    tls: { insecure: false },
    credential: { kind: 'none' },
  });
  return { client, connections: () => connections };
}

it('is asked for anew after a failure, which whoever asked is told of', async () => {
  const { client, connections } = await cutOff();
  const { world } = plainWorld({ client });
  await expect(servedApis(world)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(world.memory.served).toBeUndefined();
  const before = connections();
  await expect(servedApis(world)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(connections()).toBeGreaterThan(before);
});
