import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { messagesOf, upgradeHeaders } from './web-socket.ts';

/** As servers send it: not masked. */
function frame(opcode: number, payload: Buffer, isLast = true): Buffer {
  const first = (isLast ? 0x80 : 0) | opcode;
  if (payload.length < 126) return Buffer.concat([Buffer.from([first, payload.length]), payload]);
  const head = Buffer.alloc(payload.length < 65_536 ? 4 : 10);
  head[0] = first;
  if (payload.length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(payload.length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, payload]);
}

async function heard(sent: readonly Buffer[]): Promise<{ messages: string[]; answered: Buffer }> {
  const [ours, theirs] = duplexPair();
  const answered: Buffer[] = [];
  theirs.on('data', (chunk: Buffer) => answered.push(chunk));
  const ended = once(theirs, 'end');
  for (const bytes of sent) theirs.write(bytes);
  theirs.end();
  const messages: string[] = [];
  for await (const message of messagesOf(ours)) messages.push(message.toString('utf8'));
  await ended;
  return { messages, answered: Buffer.concat(answered) };
}

const BINARY = 2;

describe('messages of a WebSocket', () => {
  it('come whole, however they are cut', async () => {
    const long = 'x'.repeat(70_000);
    const all = Buffer.concat([
      frame(BINARY, Buffer.from('one')),
      frame(BINARY, Buffer.from('tw'), false),
      frame(0, Buffer.from('o')),
      frame(BINARY, Buffer.from('y'.repeat(300))),
      frame(1, Buffer.from(long)),
    ]);
    const bytes = [...all.subarray(0, 400)].map((byte) => Buffer.from([byte]));
    const { messages } = await heard([...bytes, all.subarray(400)]);
    expect(messages).toEqual(['one', 'two', 'y'.repeat(300), long]);
  });

  it('end with a farewell, which is answered, and nothing after it is read; pings are answered', async () => {
    const { messages, answered } = await heard([
      frame(9, Buffer.from('are you there')),
      frame(BINARY, Buffer.from('a')),
      frame(8, Buffer.from([3, 232])),
      frame(BINARY, Buffer.from('b')),
    ]);
    expect(messages).toEqual(['a']);
    expect([answered[0], answered[1]]).toEqual([0x8a, 0x80 | 13]);
    const mask = answered.subarray(2, 6);
    const said = answered.subarray(6, 19).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    expect(Buffer.from(said).toString()).toBe('are you there');
  });

  it.each<[string, Buffer]>([
    ['what is masked', Buffer.from([0x82, 0x81, 0, 0, 0, 0, 1])],
    ['extensions that nobody asked for', Buffer.from([0xc2, 1, 65])],
    ['what is longer than may be kept', Buffer.from([0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0])],
  ])('refuse %s', async (_name, bytes) => {
    await expect(heard([bytes])).rejects.toThrow(/WebSocket|bytes/);
  });
});

it('asks for protocols in order', () => {
  expect(upgradeHeaders(['a', 'b'])).toMatchObject({ 'sec-websocket-protocol': 'a, b' });
});
