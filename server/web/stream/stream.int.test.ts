import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createSseDecoder } from '#lib/k8s/watch-stream.ts';
import { maxWatchesPerStream } from '#lib/k8s/watch-stream.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import { effort } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { cookieOf, startTestConsole } from '../testing/test-console.ts';
import type { Answer, TestConsole, TestConsoleOptions } from '../testing/test-console.ts';
import { namesIn, openStream, positionIn } from '../testing/test-stream.ts';

const namespace = `stream-${String(process.pid)}`;
const cluster = sharedTestCluster();
let console_: TestConsole;

/** Together with the one that reads, the deep size is all that a console serves. */
const SLOW = effort(100, 1_000) - 1;
/** Of one person; fewer than anybody may have. */
const TABS = effort(50, 200);

beforeAll(async () => {
  await cluster.kubectl('create', 'namespace', namespace);
  console_ = await startTestConsole({ kubeconfig: cluster.kubeconfig });
});

afterAll(async () => {
  await console_.stop();
});

const configMaps: WatchInterest = {
  id: 'maps',
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespace,
};

const Answers = z.object({
  answers: z.array(z.object({ allowed: z.boolean(), reason: z.unknown().optional() })),
});

async function restricted(name: string, rules: readonly string[]): Promise<TestConsole> {
  await cluster.kubectl('create', 'serviceaccount', name, '-n', namespace);
  await cluster.kubectl('create', 'role', name, '-n', namespace, ...rules);
  await cluster.kubectl(
    'create',
    'rolebinding',
    name,
    '-n',
    namespace,
    `--role=${name}`,
    `--serviceaccount=${namespace}:${name}`,
  );
  const token = (await cluster.kubectl('create', 'token', name, '-n', namespace)).trim();
  const other = await startTestConsole({ kubeconfig: cluster.kubeconfig, token });
  onTestFinished(() => other.stop());
  return other;
}

/** A console of several people who may read everything in a namespace. */
async function sharedBy(
  space: string,
  names: readonly string[],
  streamLimits: TestConsoleOptions['streamLimits'] = {},
): Promise<{ shared: TestConsole; as: (name: string) => TestConsole }> {
  const people = await Promise.all(
    names.map(async (name) => {
      await cluster.kubectl('create', 'serviceaccount', name, '-n', space);
      await cluster.kubectl(
        ...['create', 'rolebinding', name, '-n', space, '--clusterrole=view'],
        `--serviceaccount=${space}:${name}`,
      );
      return { name, token: (await cluster.kubectl('create', 'token', name, '-n', space)).trim() };
    }),
  );
  const shared = await startTestConsole({ kubeconfig: cluster.kubeconfig, people, streamLimits });
  onTestFinished(() => shared.stop());
  const as = (name: string): TestConsole => ({
    ...shared,
    open: (path, options) => shared.open(path, { ...options, headers: { cookie: cookieOf({ name }) } }),
  });
  return { shared, as };
}

describe('a stream', () => {
  it('delivers what is there, and each creation, change and deletion', async () => {
    const stream = await openStream(console_, { ...configMaps, labelSelector: 'test=crud' });
    await eventually(() => expect(stream.types('maps')).toEqual(['snapshot', 'live']));
    await cluster.kubectl('create', 'configmap', 'one', '-n', namespace);
    await cluster.kubectl('label', 'configmap', 'one', '-n', namespace, 'test=crud');
    await eventually(() => expect(namesIn(stream, 'maps')).toEqual(['one']));
    await cluster.kubectl('annotate', 'configmap', 'one', '-n', namespace, 'note=changed');
    await eventually(() => expect(JSON.stringify(stream.messages)).toContain('"note":"changed"'));
    await cluster.kubectl('delete', 'configmap', 'one', '-n', namespace);
    await eventually(() => expect(namesIn(stream, 'maps')).toEqual([]));
    expect(JSON.stringify(stream.messages)).not.toContain('managedFields');
    expect(JSON.stringify(stream.messages)).toContain('"kind":"ConfigMap"');
  });

  it('follows one object by its name', async () => {
    await cluster.kubectl('create', 'configmap', 'chosen', '-n', namespace);
    const stream = await openStream(console_, { ...configMaps, name: 'chosen' });
    await eventually(() => expect(namesIn(stream, 'maps')).toEqual(['chosen']));
  });

  it('goes on with the others when one list fails', async () => {
    const absent: WatchInterest = {
      id: 'absent',
      group: 'nowhere.example',
      version: 'v1',
      plural: 'nothings',
    };
    const stream = await openStream(console_, absent, configMaps);
    await eventually(() => {
      expect(stream.types('maps')).toContain('snapshot');
      expect(stream.messages).toContainEqual(
        expect.objectContaining({ id: 'absent', type: 'error', kind: 'notFound' }),
      );
    });
  });

  it('hides the data of Secrets', async () => {
    await cluster.kubectl(
      'create',
      'secret',
      'generic',
      'hidden',
      '-n',
      namespace,
      '--from-literal=p=hunter2',
    );
    const secrets: WatchInterest = {
      id: 's',
      group: '',
      version: 'v1',
      plural: 'secrets',
      kind: 'Secret',
      namespace,
    };
    const stream = await openStream(console_, secrets);
    await eventually(() => expect(namesIn(stream, 's')).toContain('hidden'));
    expect(JSON.stringify(stream.messages)).not.toContain(Buffer.from('hunter2').toString('base64'));
  });

  it('resumes where another ended, without a snapshot', async () => {
    const interest = { ...configMaps, labelSelector: 'test=resume' };
    const first = await openStream(console_, interest);
    await eventually(() => expect(first.types('maps')).toEqual(['snapshot', 'live']));
    first.response.destroy();
    await cluster.kubectl('create', 'configmap', 'between', '-n', namespace);
    await cluster.kubectl('label', 'configmap', 'between', '-n', namespace, 'test=resume');
    const second = await openStream(console_, { ...interest, resourceVersion: positionIn(first) });
    await eventually(() => expect(namesIn(second, 'maps')).toEqual(['between']));
    await eventually(() => expect(second.types('maps')).toContain('live'));
    expect(second.types('maps')).not.toContain('snapshot');
  });

  it('sends a snapshot for a position that it does not know', async () => {
    const stream = await openStream(console_, { ...configMaps, resourceVersion: 'elsewhere.7' });
    await eventually(() => expect(stream.types('maps')).toEqual(['snapshot', 'live']));
  });

  it('shares one upstream watch with the others of its identity', async () => {
    const own = await startTestConsole({ kubeconfig: cluster.kubeconfig });
    onTestFinished(() => own.stop());
    const streams = await Promise.all([
      openStream(own, configMaps),
      openStream(own, configMaps),
      openStream(own, configMaps),
    ]);
    for (const stream of streams) await eventually(() => expect(stream.types('maps')).toContain('live'));
    const metrics = (await own.call('/metrics')).text;
    expect(metrics).toContain('capstan_web_upstream_watches 1\n');
    expect(metrics).toContain('capstan_web_streams 3\n');
  });

  it('skips states for a reader that does not keep up, and ends with the last one', async () => {
    const { client } = console_.identity;
    const filler = 'x'.repeat(500_000);
    const object = (turn: number): KubeObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'large', namespace, labels: { test: 'slow' } },
      data: { filler, turn: String(turn) },
    });
    await client.create(resources.configMaps, object(0));
    const body = JSON.stringify({ watches: [{ ...configMaps, labelSelector: 'test=slow' }] });
    // Not read until all is written: more than the sockets between can hold.
    const response = await console_.open('/api/stream', { method: 'POST', body });
    onTestFinished(() => {
      response.destroy();
    });
    const turns = 60;
    for (let turn = 1; turn <= turns; turn += 1) await client.replace(resources.configMaps, object(turn));
    const seen: string[] = [];
    const decode = createSseDecoder();
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      for (const data of decode(chunk)) seen.push(...(/"turn":"\d+"/.exec(data) ?? []));
    });
    await eventually(() => {
      expect(seen.at(-1)).toBe(`"turn":"${String(turns)}"`);
    });
    expect(seen.length).toBeLessThan(turns);
  });

  it('ends when the console drains, and says so', async () => {
    const own = await startTestConsole({ kubeconfig: cluster.kubeconfig });
    onTestFinished(() => own.stop());
    const stream = await openStream(own, configMaps);
    await eventually(() => expect(stream.types('maps')).toContain('live'));
    own.drain();
    await eventually(() => expect(stream.response.complete).toBe(true));
    expect(stream.all.at(-1)).toMatchObject({ type: 'reconnect' });
  });

  it('refuses more tabs and lists than one person needs, and says when to come back', async () => {
    const own = await startTestConsole({
      kubeconfig: cluster.kubeconfig,
      streamLimits: { streamsPerIdentity: 2, watchesPerIdentity: 3 },
    });
    onTestFinished(() => own.stop());
    const body = (...labels: string[]): string =>
      JSON.stringify({
        watches: labels.map((label) => ({ ...configMaps, id: label, labelSelector: label })),
      });
    const ask = (...labels: string[]): Promise<Answer> =>
      own.call('/api/stream', { method: 'POST', body: body(...labels) });
    const lists = await ask('a', 'b', 'c', 'd');
    expect(lists).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(lists.json()).toMatchObject({
      kind: 'tooManyRequests',
      message: expect.stringContaining('lists'),
    });
    await openStream(own, { ...configMaps, labelSelector: 'a' });
    await openStream(own, { ...configMaps, labelSelector: 'a' });
    expect((await ask('a')).json()).toMatchObject({
      kind: 'tooManyRequests',
      message: expect.stringContaining('2 tabs'),
    });
    expect((await own.call('/metrics')).text).toContain('capstan_web_stream_refused_total 2\n');
  });

  it('holds no more bytes for one person than it may: a list without room says so, and comes when there is', async () => {
    const { client } = console_.identity;
    const filled = (name: string, filler: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace, labels: { test: name } },
      data: { filler },
    });
    const list = (name: string): WatchInterest => ({
      ...configMaps,
      id: name,
      labelSelector: `test=${name}`,
    });
    for (const name of ['first', 'second']) {
      await client.create(resources.configMaps, filled(name, 'x'.repeat(300_000)));
    }
    const { shared, as } = await sharedBy(namespace, ['tall', 'small'], { heldBytesPerIdentity: 500_000 });
    const first = await openStream(as('tall'), list('first'));
    await eventually(() => expect(first.types('first')).toEqual(['snapshot', 'live']));
    const both = await openStream(as('tall'), list('first'), list('second'));
    // A tab more of the same list takes no room, and what there is no room for takes nothing from the others.
    await eventually(() => {
      expect(both.types('first')).toEqual(['snapshot', 'live']);
      expect(both.messages.filter(({ id }) => id === 'second')).toEqual([
        {
          id: 'second',
          type: 'error',
          kind: 'tooLarge',
          message: expect.stringMatching(/more than 0\.5 MB.*automatically as soon as there is room/),
          code: 'listsTooLarge',
          values: { megabytes: 0.5 },
        },
      ]);
    });
    expect((await shared.call('/metrics')).text).toContain('capstan_web_stream_refused_total 1\n');
    const other = await openStream(as('small'), list('second'));
    await eventually(() => expect(other.types('second')).toEqual(['snapshot', 'live']));

    await client.replace(resources.configMaps, filled('first', 'short'));
    await eventually(() => {
      expect(JSON.stringify(first.messages.at(-1))).toContain('short');
      expect(both.types('second')).toEqual(['error', 'snapshot', 'live']);
    });
  });

  it('keeps little for each of many that never read, and tells one beside them everything in order', async () => {
    const space = `${namespace}-idle`;
    await cluster.kubectl('create', 'namespace', space);
    const { client } = console_.identity;
    const create = (name: string, filler: string): Promise<KubeObject> =>
      client.create(resources.configMaps, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: space },
        data: { filler },
      });
    const numbered = (word: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${word}-${String(index).padStart(3, '0')}`);
    // More than the sockets between can hold.
    for (const name of numbered('large', 120)) await create(name, 'x'.repeat(50_000));
    const names = numbered('person', Math.ceil(SLOW / TABS));
    const { shared, as } = await sharedBy(space, names);
    const list = { ...configMaps, namespace: space };
    // Of somebody whose other tabs do not read.
    const healthy = await openStream(as('person-000'), list);
    for (let reader = 0; reader < SLOW; reader += 1) {
      const own = as(names[Math.floor(reader / TABS)] ?? '');
      const body = JSON.stringify({ watches: [list] });
      const response = await own.open('/api/stream', { method: 'POST', body });
      expect(response.statusCode).toBe(200);
      onTestFinished(() => {
        response.destroy();
      });
    }
    await eventually(() => {
      expect(shared.untaken().filter((bytes) => bytes > 0)).toHaveLength(SLOW);
      expect(healthy.types('maps')).toContain('live');
    });

    const news = numbered('news', 200);
    let most = 0;
    for (const name of news) {
      await create(name, 'x'.repeat(5_000));
      most = Math.max(most, ...shared.untaken());
    }
    const told = (): string[] =>
      healthy.messages.flatMap((message) =>
        message.type === 'event'
          ? message.events.map(({ type, object }) => `${type} ${object.metadata.name}`)
          : [],
      );
    await eventually(() => expect(told()).toEqual(news.map((name) => `ADDED ${name}`)));
    most = Math.max(most, ...shared.untaken());
    process.stdout.write(
      `${String(SLOW)} readers that never read: at most ${String(most)} bytes kept for one\n`,
    );
    // 6 MB were there to be sent, and 1 MB more came.
    expect(most).toBeLessThan(500_000);
  });

  it.each([
    { name: 'no JSON', body: '{' },
    { name: 'no watches', body: '{}' },
    {
      name: 'too many',
      body: JSON.stringify({
        watches: Array.from({ length: maxWatchesPerStream + 1 }, (_, id) => ({
          ...configMaps,
          id: String(id),
        })),
      }),
    },
    { name: 'one id twice', body: JSON.stringify({ watches: [configMaps, configMaps] }) },
  ])('refuses a request with $name', async ({ body }) => {
    expect((await console_.call('/api/stream', { method: 'POST', body })).status).toBe(400);
  });
});

describe('a restricted user', () => {
  it('sees only what the API server lets it see', async () => {
    const user = await restricted('reader', ['--verb=list,watch', '--resource=configmaps']);
    const everywhere: WatchInterest = { id: 'all', group: '', version: 'v1', plural: 'configmaps' };
    const stream = await openStream(user, configMaps, everywhere);
    await eventually(() => {
      expect(stream.types('maps')).toContain('snapshot');
      expect(stream.messages).toContainEqual(
        expect.objectContaining({ id: 'all', type: 'error', kind: 'forbidden' }),
      );
    });
    expect((await user.call(`/k8s/api/v1/namespaces/${namespace}/configmaps`)).status).toBe(200);
    expect((await user.call('/k8s/api/v1/configmaps')).status).toBe(403);
  });

  it('gets the answers to "may I" that kubectl gets', async () => {
    const user = await restricted('asker', ['--verb=get,create', '--resource=configmaps,pods']);
    const rows = [
      { verb: 'get', resource: 'configmaps', namespace },
      { verb: 'create', resource: 'pods', namespace },
      { verb: 'delete', resource: 'pods', namespace },
      { verb: 'get', resource: 'secrets', namespace },
      { verb: 'get', resource: 'configmaps', namespace: 'default' },
      { verb: 'list', resource: 'nodes' },
    ];
    const checks = rows.map((row) => ({ group: '', ...row }));
    const answer = await user.call('/api/access', { method: 'POST', body: JSON.stringify({ checks }) });
    const as = `--as=system:serviceaccount:${namespace}:asker`;
    const want = await Promise.all(
      rows.map(async (row) => {
        const where = row.namespace === undefined ? [] : ['-n', row.namespace];
        const text = await cluster
          .kubectl('auth', 'can-i', row.verb, row.resource, as, ...where)
          .catch(() => 'no');
        return text.trim() === 'yes';
      }),
    );
    const { answers } = Answers.parse(answer.json());
    expect(answers.map(({ allowed }) => allowed)).toEqual(want);
    expect(want).toEqual([true, true, false, false, false, false]);
    expect(answers[2]?.reason).toEqual({
      code: 'denied',
      values: { right: `delete pods in namespace ${namespace}` },
    });
  });

  it('gets no for an answer when nobody can be asked', async () => {
    const stranger = await startTestConsole({ kubeconfig: cluster.kubeconfig, token: 'not-a-token' });
    onTestFinished(() => stranger.stop());
    const checks = [{ verb: 'get', group: '', resource: 'pods' }];
    const answer = await stranger.call('/api/access', { method: 'POST', body: JSON.stringify({ checks }) });
    expect(answer.json()).toEqual({
      answers: [{ allowed: false, reason: { code: 'signedOut' } }],
    });
  });
});
