import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { loadConfig } from './config.ts';
import type { ClusterConfig } from './config.ts';
import type { CredentialProvider, Credentials } from './credentials.ts';
import { closeConnections, createTransport } from './transport.ts';
import type { AnswerSink, TransportRequest } from './types.ts';

let config: ClusterConfig;

beforeAll(() => {
  config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
});
afterAll(() => closeConnections(config));

interface Heard extends AnswerSink {
  /** What the sink was told, in order. */
  told: string[];
  status: number;
  body: string;
  ended: Promise<string>;
}

function listener(): Heard {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const heard: Heard = {
    told: [],
    status: 0,
    body: '',
    ended,
    onHead: (status) => {
      heard.told.push('head');
      heard.status = status;
    },
    onData: (chunk) => {
      if (heard.told.at(-1) !== 'data') heard.told.push('data');
      heard.body += chunk.toString('utf8');
    },
    onEnd: () => {
      heard.told.push('end');
      resolve('end');
    },
    onError: (error) => {
      heard.told.push(`error ${error.kind}`);
      resolve(error.kind);
    },
  };
  return heard;
}

const get = (path: string): TransportRequest => ({
  method: 'GET',
  path,
  headers: { accept: 'application/json' },
});

/** Credentials of which the first do not work. */
function renewing(then: () => Promise<Credentials>): CredentialProvider & { asked: number } {
  const wrong: Credentials = { headers: { authorization: 'Bearer wrong' } };
  const provider = {
    asked: 0,
    get: () => {
      provider.asked += 1;
      return provider.asked === 1 ? Promise.resolve(wrong) : then();
    },
    invalidate: () => true,
  };
  return provider;
}

const right = (): Promise<Credentials> =>
  Promise.resolve({
    headers: {},
    ...optional({ clientCertificate: config.clientCertificate }),
  });

describe('forward', () => {
  it('tells head, data and end', async () => {
    const heard = listener();
    createTransport(config).forward(get('/api/v1/namespaces/default'), heard);
    expect(await heard.ended).toBe('end');
    expect(heard.told).toEqual(['head', 'data', 'end']);
    expect(JSON.parse(heard.body)).toMatchObject({ kind: 'Namespace', metadata: { name: 'default' } });
  });

  it('renews refused credentials once and tells of the second answer only', async () => {
    const credentials = renewing(right);
    const heard = listener();
    createTransport(config, { credentials }).forward(get('/api/v1/namespaces/default'), heard);
    expect(await heard.ended).toBe('end');
    expect([heard.status, credentials.asked]).toEqual([200, 2]);
    expect(heard.told).toEqual(['head', 'data', 'end']);
  });

  it('passes the refusal on when renewing brings nothing else', async () => {
    const wrong: Credentials = { headers: { authorization: 'Bearer wrong' } };
    const credentials = { get: () => Promise.resolve(wrong), invalidate: () => true };
    const heard = listener();
    createTransport(config, { credentials }).forward(get('/version'), heard);
    expect(await heard.ended).toBe('end');
    expect(heard.status).toBe(401);
    expect(JSON.parse(heard.body)).toMatchObject({ reason: 'Unauthorized' });
  });

  it('asks a second time and no third', async () => {
    const credentials = renewing(() => Promise.resolve({ headers: { authorization: 'Bearer also-wrong' } }));
    const heard = listener();
    createTransport(config, { credentials }).forward(get('/version'), heard);
    expect(await heard.ended).toBe('end');
    expect([heard.status, credentials.asked]).toEqual([401, 2]);
  });

  it('tells why there are no credentials', async () => {
    const credentials = { get: () => Promise.reject(new Error('the plugin failed')), invalidate: () => true };
    const heard = listener();
    createTransport(config, { credentials }).forward(get('/version'), heard);
    await heard.ended;
    expect(heard.told).toEqual(['error unavailable']);
  });

  it('tells nothing after it was cancelled, at whatever moment', async () => {
    const early = listener();
    createTransport(config).forward(get('/version'), early).cancel();
    const late = listener();
    const watch = get('/api/v1/namespaces?watch=true');
    const forwarding = createTransport(config).forward(watch, late);
    await eventually(() => expect(late.told).toContain('data'));
    forwarding.cancel();
    const before = late.told.length;
    await sharedTestCluster().kubectl('create', 'namespace', 'after-cancel');
    const after = listener();
    createTransport(config).forward(get('/api/v1/namespaces/after-cancel'), after);
    await after.ended;
    expect(early.told).toEqual([]);
    expect(late.told.length).toBe(before);
  });

  it('tells of an answer that is cut off', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const broken: ClusterConfig = { ...config, server: `http://127.0.0.1:${String(port)}` };
    const heard = listener();
    createTransport(broken, { token: 'x' }).forward(get('/version'), heard);
    expect(await heard.ended).toBe('unavailable');
    expect(heard.told).toEqual(['head', 'data', 'error unavailable']);
    await closeConnections(broken);
    await new Promise((resolve) => server.close(resolve));
  });
});
