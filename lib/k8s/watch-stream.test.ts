import { describe, expect, it } from 'vitest';
import { createSseDecoder, encodeSse, ssePing, StreamMessage, StreamRequest } from './watch-stream.ts';

const text = `${encodeSse('{"a":"x\\ny"}')}${ssePing}${encodeSse('{"ünïcode":"☸"}')}data:tight\r\n\r\ndata: two\ndata: lines\n\nevent: other\n\n`;
const want = ['{"a":"x\\ny"}', '{"ünïcode":"☸"}', 'tight', 'two\nlines'];

describe('createSseDecoder', () => {
  it('reads events in one piece', () => {
    expect(createSseDecoder()(text)).toEqual(want);
  });

  it('reads the same when cut at every place', () => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const decode = createSseDecoder();
      expect([...decode(text.slice(0, cut)), ...decode(text.slice(cut))]).toEqual(want);
    }
  });

  it('reads the same one byte at a time', () => {
    const decode = createSseDecoder();
    const decoder = new TextDecoder();
    const got = [...new TextEncoder().encode(text)].flatMap((byte) =>
      decode(decoder.decode(Uint8Array.of(byte), { stream: true })),
    );
    expect(got).toEqual(want);
  });

  it('keeps an unfinished event', () => {
    expect(createSseDecoder()('data: {"a":1}\n')).toEqual([]);
  });
});

describe('StreamRequest', () => {
  const watch = { id: 'a', group: '', version: 'v1', plural: 'pods' };
  it.each([
    { name: 'a list', given: { watches: [watch] }, want: true },
    { name: 'none', given: { watches: [] }, want: true },
    { name: 'an unknown field', given: { watches: [{ ...watch, as: 'root' }] }, want: false },
    { name: 'too many', given: { watches: Array.from({ length: 65 }, () => watch) }, want: false },
    { name: 'no body', given: null, want: false },
  ])('$name', ({ given, want: ok }) => {
    expect(StreamRequest.safeParse(given).success).toBe(ok);
  });
});

describe('StreamMessage', () => {
  it('keeps fields of objects that it does not know', () => {
    const message = {
      id: 'a',
      type: 'snapshot',
      items: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, extra: { deep: [1] } }],
      resourceVersion: '1',
    };
    expect(StreamMessage.parse(message)).toEqual(message);
  });
});
