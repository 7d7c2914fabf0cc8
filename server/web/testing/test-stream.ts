/** A tab without a browser: opens streams and applies what they say. For tests only. */
import type { IncomingMessage } from 'node:http';

import { keyOf } from '#lib/k8s/object.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { parseStreamMessage } from '#lib/k8s/watch-message.ts';
import { createSseDecoder } from '#lib/k8s/watch-stream.ts';
import type { StreamMessage, WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import type { TestConsole } from './test-console.ts';

/** A stream that is read all the time; the lists grow as messages come. */
export interface OpenStream {
  /** About lists. */
  messages: WatchMessage[];
  /** Of every kind, in the order in which they came. */
  all: StreamMessage[];
  response: IncomingMessage;
  /** Of one watch. */
  types(id: string): string[];
}

/** Stays open until its console stops, or its response is destroyed. */
export async function openStream(on: TestConsole, ...watches: WatchInterest[]): Promise<OpenStream> {
  const response = await on.open('/api/stream', { method: 'POST', body: JSON.stringify({ watches }) });
  if (response.statusCode !== 200)
    throw new Error(`The stream was answered by ${String(response.statusCode)}.`);
  const messages: WatchMessage[] = [];
  const all: StreamMessage[] = [];
  const read = messageReader();
  response.setEncoding('utf8');
  response.on('error', () => undefined);
  response.on('data', (chunk: string) => {
    for (const message of read(chunk)) {
      all.push(message);
      if (message.type !== 'reconnect') messages.push(message);
    }
  });
  return {
    messages,
    all,
    response,
    types: (id) => messages.filter((message) => message.id === id).map(({ type }) => type),
  };
}

/** Takes text in any pieces; throws for what is no message. */
export function messageReader(): (chunk: string) => StreamMessage[] {
  const decode = createSseDecoder();
  return (chunk) =>
    decode(chunk).map((data) => {
      const message = parseStreamMessage(data);
      if (message === undefined) throw new Error(`No message of the stream: ${data.slice(0, 200)}`);
      return message;
    });
}

/** What a tab shows after these messages about one list, by key. */
export function shownAfter(messages: readonly WatchMessage[]): Map<string, KubeObject> {
  let shown = new Map<string, KubeObject>();
  let parts: KubeObject[] = [];
  for (const message of messages) {
    if (message.type === 'error' && message.kind === 'forbidden') shown = new Map();
    if (message.type === 'part') parts = [...(message.index === 0 ? [] : parts), ...message.items];
    if (message.type === 'snapshot') {
      const items = [...(message.parts === undefined ? [] : parts), ...message.items];
      shown = new Map(items.map((item) => [keyOf(item), item]));
    }
    if (message.type !== 'event') continue;
    for (const { type, object } of message.events) {
      if (type === 'DELETED') shown.delete(keyOf(object));
      else shown.set(keyOf(object), object);
    }
  }
  return shown;
}

/** Names on the screen; those of what every namespace has are left out. */
export function namesIn({ messages }: OpenStream, id: string): string[] {
  const shown = shownAfter(messages.filter((one) => one.id === id)).values();
  return [...shown]
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== 'kube-root-ca.crt')
    .sort();
}

/** The `resourceVersion` to come back with; empty before the first message that has one. */
export function positionIn({ messages }: OpenStream): string {
  const last = messages.findLast((message) => message.type === 'snapshot' || message.type === 'event');
  return last !== undefined && 'resourceVersion' in last ? last.resourceVersion : '';
}
