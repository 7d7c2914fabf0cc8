/** Rights that come and go while a list is on the screen. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import { eventually } from '#local/testing/eventually.ts';
import { startFaultProxy } from '#local/testing/fault-proxy.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { loadConfig } from '#server/kube/config.ts';
import { closeConnections } from '#server/kube/transport.ts';
import { startTestConsole } from '../testing/test-console.ts';
import { namesIn, openStream } from '../testing/test-stream.ts';

const namespace = `rights-${String(process.pid)}`;
const cluster = sharedTestCluster();
const subject = `system:serviceaccount:${namespace}:reader`;
let token = '';

const kubectl = (...args: string[]): Promise<string> => cluster.kubectl(...args, '-n', namespace);
const bind = (): Promise<string> =>
  kubectl('create', 'rolebinding', 'reader', '--role=reader', `--serviceaccount=${namespace}:reader`);
const unbind = (): Promise<string> => kubectl('delete', 'rolebinding', 'reader');

/** What the API server itself says. */
async function mayWatch(): Promise<boolean> {
  const answer = await kubectl('auth', 'can-i', 'watch', 'configmaps', `--as=${subject}`).catch(() => 'no');
  return answer.trim() === 'yes';
}

beforeAll(async () => {
  await cluster.kubectl('create', 'namespace', namespace);
  await kubectl('create', 'serviceaccount', 'reader');
  await kubectl('create', 'role', 'reader', '--verb=list,watch', '--resource=configmaps');
  await bind();
  token = (await kubectl('create', 'token', 'reader')).trim();
});

const configMaps: WatchInterest = {
  id: 'maps',
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespace,
};

describe('a right that is taken away', () => {
  it('ends the list, and brings it back when it is given again', async () => {
    const user = await startTestConsole({ kubeconfig: cluster.kubeconfig, token });
    onTestFinished(() => user.stop());
    await kubectl('create', 'configmap', 'before');
    const [stream, other] = [await openStream(user, configMaps), await openStream(user, configMaps)];
    for (const one of [stream, other]) await eventually(() => expect(one.types('maps')).toContain('live'));

    await unbind();
    await eventually(() => {
      for (const { messages } of [stream, other])
        expect(messages.at(-1)).toMatchObject({ type: 'error', kind: 'forbidden' });
    });
    expect(await mayWatch()).toBe(false);
    const metrics = (await user.call('/metrics')).text;
    expect(metrics).toContain('capstan_web_upstream_watches 0\n');
    expect(metrics).toContain('capstan_web_stream_revoked_total 1\n');
    await kubectl('create', 'configmap', 'secretly');
    // Whoever comes now, also with a position from before, gets nothing either.
    const late = await openStream(user, { ...configMaps, resourceVersion: 'x.1' });
    await eventually(() => expect(late.types('maps')).toEqual(['error']));
    const told = stream.messages.length;

    await bind();
    await eventually(() => {
      for (const one of [stream, other, late]) expect(namesIn(one, 'maps')).toEqual(['before', 'secretly']);
    });
    // Nothing was said between the refusal and the new snapshot.
    await eventually(() =>
      expect(stream.messages.slice(told).map(({ type }) => type)).toEqual(['snapshot', 'live']),
    );
    expect(await mayWatch()).toBe(true);
  });

  it('ends the list also when the clock of the machine has been set back meanwhile', async () => {
    const wall = Date.now.bind(Date);
    let setBy = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => wall() + setBy);
    onTestFinished(() => clock.mockRestore());
    const user = await startTestConsole({ kubeconfig: cluster.kubeconfig, token });
    onTestFinished(() => user.stop());
    const stream = await openStream(user, configMaps);
    await eventually(() => expect(stream.types('maps')).toContain('live'));
    // Who joins is judged: an answer is known from then on.
    const joined = await openStream(user, configMaps);
    await eventually(() => expect(joined.types('maps')).toContain('live'));
    setBy = -3_600_000;
    await unbind();
    onTestFinished(async () => {
      await bind();
    });
    await eventually(() =>
      expect(stream.messages.at(-1)).toMatchObject({ type: 'error', kind: 'forbidden' }),
    );
  });

  it('is not believed to be gone because nobody could be asked', async () => {
    const proxy = await startFaultProxy(loadConfig({ kubeconfig: cluster.kubeconfig }));
    onTestFinished(async () => {
      await closeConnections(proxy.config);
      await proxy.close();
    });
    const user = await startTestConsole({ kubeconfig: cluster.kubeconfig, token, config: proxy.config });
    onTestFinished(() => user.stop());
    const stream = await openStream(user, configMaps);
    await eventually(() => expect(stream.types('maps')).toContain('live'));
    const isReview = (request: string): boolean => request.includes('selfsubjectaccessreviews');
    let asked = 0;
    proxy.onRequest = ({ url }) => {
      if (!isReview(url)) return undefined;
      asked += 1;
      return { status: 500, body: { kind: 'Status', code: 500, message: 'down' } };
    };
    await eventually(() => expect(asked).toBeGreaterThanOrEqual(2));
    await kubectl('create', 'configmap', 'meanwhile');
    await eventually(() => expect(namesIn(stream, 'maps')).toContain('meanwhile'));
    expect(stream.types('maps')).not.toContain('error');
    // But nobody joins unchecked.
    const late = await openStream(user, configMaps);
    await eventually(() =>
      expect(late.messages.at(-1)).toMatchObject({ type: 'error', kind: 'unavailable' }),
    );
    expect(late.types('maps')).not.toContain('snapshot');
    proxy.onRequest = ({ url }) =>
      isReview(url) ? { status: 401, body: { kind: 'Status', code: 401, message: 'expired' } } : undefined;
    await eventually(() =>
      expect(stream.messages.at(-1)).toMatchObject({ type: 'error', kind: 'unauthorized' }),
    );
  });

  it('asks each question once per round, however many tabs and lists depend on it', async () => {
    const proxy = await startFaultProxy(loadConfig({ kubeconfig: cluster.kubeconfig }));
    onTestFinished(async () => {
      await closeConnections(proxy.config);
      await proxy.close();
    });
    const user = await startTestConsole({ kubeconfig: cluster.kubeconfig, token, config: proxy.config });
    onTestFinished(() => user.stop());
    const lists = [configMaps, { ...configMaps, id: 'some', labelSelector: 'a=b' }];
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(user, ...lists)));
    for (const one of streams) await eventually(() => expect(one.types('some')).toContain('live'));
    const reviews = (): number =>
      proxy.requests.filter((request) => request.includes('accessreviews')).length;
    proxy.requests.length = 0;
    await eventually(() => expect(reviews()).toBeGreaterThanOrEqual(2));
    // One of "list" and one of "watch"; the next round is seconds away.
    expect(reviews()).toBe(2);
  });
});
