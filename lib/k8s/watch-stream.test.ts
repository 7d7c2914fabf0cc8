import { describe, expect, it } from 'vitest';
import { parseStreamMessage } from './watch-message.ts';
import { StreamRequestShape } from './watch-request.ts';
import { createSseDecoder, encodeSse, ssePing } from './watch-stream.ts';

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
    { name: 'too many', given: { watches: Array.from({ length: 257 }, () => watch) }, want: false },
    { name: 'no body', given: null, want: false },
  ])('$name', ({ given, want: ok }) => {
    expect(StreamRequestShape.safeParse(given).success).toBe(ok);
  });
});

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, extra: { deep: [1] } };

const column = { name: 'Age', type: 'string', format: '', description: '', priority: 0 };

describe('parseStreamMessage', () => {
  it.each([
    { id: 'a', type: 'snapshot', items: [], resourceVersion: '1' },
    // Fields of objects that it does not know are kept.
    { id: 'a', type: 'snapshot', items: [pod], resourceVersion: '1' },
    { id: 'a', type: 'snapshot', items: [pod], resourceVersion: '1', columns: [column], parts: 2 },
    { id: 'a', type: 'part', index: 0, items: [pod] },
    { type: 'reconnect', withinMs: 5 },
    { id: 'a', type: 'event', events: [{ type: 'DELETED', object: pod }], resourceVersion: '2' },
    { id: 'a', type: 'error', kind: 'forbidden', message: 'no' },
    { id: 'a', type: 'stale' },
    { id: 'a', type: 'live' },
  ])('reads $type', (message) => {
    expect(parseStreamMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    { name: 'what is not JSON', text: '{"id":' },
    { name: 'null', text: 'null' },
    { name: 'a list', text: '[]' },
    { name: 'a message about no list', text: '{"type":"live"}' },
    { name: 'an unknown type', text: '{"id":"a","type":"reboot"}' },
    { name: 'a snapshot without a position', text: '{"id":"a","type":"snapshot","items":[]}' },
    { name: 'a snapshot of no list', text: '{"id":"a","type":"snapshot","items":{},"resourceVersion":"1"}' },
    {
      name: 'an object without metadata',
      text: '{"id":"a","type":"snapshot","items":[{}],"resourceVersion":"1"}',
    },
    {
      name: 'an object whose metadata is null',
      text: '{"id":"a","type":"snapshot","items":[{"metadata":null}],"resourceVersion":"1"}',
    },
    {
      name: 'an unknown change',
      text: '{"id":"a","type":"event","events":[{"type":"MOVED","object":{"metadata":{}}}],"resourceVersion":"1"}',
    },
    { name: 'a part without a place', text: '{"id":"a","type":"part","items":[]}' },
    { name: 'a reconnect without a time', text: '{"type":"reconnect"}' },
    {
      name: 'half a column',
      text: '{"id":"a","type":"snapshot","items":[],"resourceVersion":"1","columns":[{"name":"Age"}]}',
    },
    { name: 'an inherited name for a type', text: '{"id":"a","type":"toString"}' },
    { name: 'an error without words', text: '{"id":"a","type":"error","kind":"forbidden"}' },
  ])('drops $name', ({ text }) => {
    expect(parseStreamMessage(text)).toBeUndefined();
  });
});
