import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { KubeError, kubeErrorKinds } from '#server/kube/errors.ts';
import type { Identity } from '#server/auth/identity.ts';
import { setRuntime } from '#server/queries/runtime.ts';
import { route } from './route.ts';
import { statusOf } from './status.ts';

const identity = { key: 'me' } as Identity;
const reported = vi.fn();

beforeEach(() => {
  reported.mockReset();
  setRuntime({
    identify: (cookie) => (cookie === 'ok' ? identity : undefined),
    // Not asked by the handlers below.
    access: { review: () => Promise.resolve([]) },
    catalog: {} as never,
    reportError: reported,
  });
});

const handler = route(
  {
    params: z.object({ name: z.string().max(3) }),
    query: z.object({ n: z.coerce.number() }),
    body: z.object({ a: z.string() }),
  },
  ({ params, query, body, identity: who }) => Promise.resolve({ params, query, body, who: who.key }),
);

function call(
  run: typeof handler,
  options: { cookie?: string; body?: string; url?: string; name?: string } = {},
): Promise<Response> {
  const { cookie = 'ok', body = '{"a":"x"}', url = 'http://localhost/?n=1', name = 'abc' } = options;
  const request = new Request(url, { method: 'POST', body, headers: { cookie, 'x-request-id': 'id-1' } });
  return run(request, { params: Promise.resolve({ name }) });
}

describe('route', () => {
  it('hands over what it parsed', async () => {
    const response = await call(handler);
    expect(await response.json()).toEqual({
      params: { name: 'abc' },
      query: { n: 1 },
      body: { a: 'x' },
      who: 'me',
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    { name: 'params', options: { name: 'abcd' }, want: 'name' },
    { name: 'query', options: { url: 'http://localhost/?n=x' }, want: 'n' },
    { name: 'body', options: { body: '{}' }, want: 'a' },
    { name: 'broken JSON', options: { body: '{' }, want: '' },
  ])('answers 400 with the field for wrong $name', async ({ options, want }) => {
    const response = await call(handler, options);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      kind: 'badRequest',
      causes: [{ field: want }],
      requestId: 'id-1',
    });
  });

  it('answers 401 without a session, before it looks at anything else', async () => {
    expect((await call(handler, { cookie: 'no', body: '{' })).status).toBe(401);
  });

  it.each(kubeErrorKinds)('tells the user what the cluster said: %s', async (kind) => {
    const failing = route({}, () =>
      Promise.reject(new KubeError({ kind, message: 'for the log', publicMessage: 'for people' })),
    );
    const response = await call(failing);
    expect(response.status).toBe(statusOf(kind));
    expect(await response.json()).toEqual({ kind, message: 'for people', requestId: 'id-1' });
  });

  it('says when to ask again', async () => {
    const busy = new KubeError({ kind: 'tooManyRequests', message: 'busy', retryAfterMs: 1_200 });
    const response = await call(route({}, () => Promise.reject(busy)));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await response.text()).not.toContain('retryAfter');
  });

  it('knows an error of another copy of the module by its shape', async () => {
    const foreign = Object.assign(new Error('x'), {
      name: 'KubeError',
      kind: 'conflict',
      publicMessage: 'changed',
      causes: [],
    });
    expect((await call(route({}, () => Promise.reject(foreign)))).status).toBe(409);
  });

  it('says nothing of what it does not know, and reports it', async () => {
    const failure = new Error('secret detail');
    const response = await call(route({}, () => Promise.reject(failure)));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(reported).toHaveBeenCalledWith(failure, 'id-1');
  });
});
