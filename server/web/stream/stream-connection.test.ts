/** A stream over a real socket whose reader takes its time. */
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { WatchMessage } from '#lib/k8s/watch-stream.ts';
import { eventually } from '#local/testing/eventually.ts';
import { Channel, eventMessage } from './channel.ts';
import type { SharedWatch } from './shared-watch.ts';
import { Stream } from './stream-connection.ts';
import { newStreamStats } from './stream-stats.ts';
import { messageReader, shownAfter } from '../testing/test-stream.ts';
import { WatchContent } from './watch-content.ts';

function watchOver(content: WatchContent): SharedWatch {
  return {
    content,
    status: () => ({ phase: 'live' }),
    frame: (id, from) => {
      const { events = [], to = 0, skipped = 0 } = content.changes(from) ?? {};
      return { bytes: eventMessage(id, events, content.position(to)), to, events: events.length, skipped };
    },
  };
}

/** A stream of the server and the reader at its other end, which has not begun to read. */
async function connect(): Promise<{ stream: Stream; response: IncomingMessage }> {
  const opened = Promise.withResolvers<Stream>();
  const server = createServer((_request, response) => {
    opened.resolve(
      new Stream(response, {
        touch: (stream) => setImmediate(() => stream.flush()),
        onClose: () => undefined,
        onStuck: () => undefined,
      }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address is no string.
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).once('error', reject);
  });
  return { stream: await opened.promise, response };
}

it('loses nothing of 10,000 changes for a reader that slept, and keeps little for it meanwhile', async () => {
  const content = new WatchContent({
    type: { apiVersion: 'v1', kind: 'ConfigMap' },
    reduce: (object) => object,
  });
  const filler = 'x'.repeat(10_000);
  const object = (index: number, version: number): Parameters<WatchContent['stage']>[0][number] => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'n', name: `m${String(index)}`, resourceVersion: String(version) },
    filler,
  });
  content.stage([], true);
  content.commit(undefined);
  const { stream, response } = await connect();
  const stats = newStreamStats();
  const interest = { id: 'w', group: '', version: 'v1', plural: 'configmaps' };
  stream.connect(new Channel(interest, watchOver(content), stats), () => undefined);

  let [version, pending] = [0, 0];
  for (let round = 0; round < 100; round += 1) {
    for (let index = 0; index < 100; index += 1) {
      version += 1;
      const gone = round % 7 === 6 && index % 3 === 0;
      content.take([{ type: gone ? 'DELETED' : 'MODIFIED', object: object(index, version) }]);
    }
    stream.touch();
    await new Promise((resolve) => setImmediate(resolve));
    pending = Math.max(pending, stream.pendingBytes);
  }
  // 100 MB were there to be sent.
  expect(version).toBe(10_000);
  expect(pending).toBeLessThan(500_000);

  const messages: WatchMessage[] = [];
  const read = messageReader();
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    for (const message of read(chunk)) if (message.type !== 'reconnect') messages.push(message);
  });
  const versions = (items: Iterable<{ metadata: { name?: string; resourceVersion?: string } }>): unknown =>
    Object.fromEntries([...items].map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
  const want = versions(
    content.keys().map((key) => JSON.parse(content.json(key) ?? '') as ReturnType<typeof object>),
  );
  await eventually(() => expect(versions(shownAfter(messages).values())).toEqual(want));
  expect(stats.coalesced).toBeGreaterThan(5_000);
  response.destroy();
});
