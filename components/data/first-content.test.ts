import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { readFirstContent, type FirstReads } from '#lib/first-content.ts';
import { readingSource } from './first-content.ts';

const interest = { group: 'flights.com', version: 'v1', plural: 'tickets' };
const ticket = { apiVersion: 'flights.com/v1', kind: 'Ticket', metadata: { namespace: 'a', name: 'one' } };
const snapshot = JSON.stringify({ id: 'key', type: 'snapshot', items: [ticket], resourceVersion: 'x.7' });

function reads(list?: string, answer?: string): FirstReads {
  return { list: vi.fn(() => Promise.resolve(list)), answer: vi.fn(() => Promise.resolve(answer)) };
}

describe('what a page is rendered with', () => {
  it('stands in the cache once it was waited for, and is handed over once', async () => {
    const queryClient = new QueryClient();
    const source = readingSource(queryClient, reads(snapshot, '{"name":"one"}'));
    await source.ask({ list: 'key', interest });
    await source.ask({ path: '/api/x' });
    expect(queryClient.getQueryData(['watch', 'key'])).toMatchObject({
      phase: 'ready',
      items: [ticket],
      position: 'x.7',
    });
    expect(queryClient.getQueryData(['api', '/api/x'])).toEqual({ name: 'one' });
    const content = { lists: { key: snapshot }, answers: { '/api/x': '{"name":"one"}' } };
    expect(readFirstContent(source.handOver() ?? '')).toEqual(content);
    expect(source.handOver()).toBeUndefined();
  });

  it('is asked for once, however many ask', async () => {
    const asked = reads(snapshot);
    const source = readingSource(new QueryClient(), asked);
    const first = source.ask({ list: 'key', interest });
    expect(source.ask({ list: 'key', interest })).toBe(first);
    await first;
    expect(asked.list).toHaveBeenCalledTimes(1);
  });

  it('leaves to the browser what could not be read', async () => {
    const queryClient = new QueryClient();
    const source = readingSource(queryClient, reads());
    await source.ask({ list: 'key', interest });
    expect(queryClient.getQueryData(['watch', 'key'])).toBeUndefined();
    expect(source.handOver()).toBeUndefined();
  });

  it('is nothing to wait for where nobody reads', () => {
    expect(readingSource(new QueryClient(), undefined).ask({ path: '/api/x' })).toBeUndefined();
  });
});
