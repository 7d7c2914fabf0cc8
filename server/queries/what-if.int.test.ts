/** What would happen if, asked as the console asks, and held against what then does happen. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { explanationOf } from '#lib/olm/resolver/explanation.ts';
import type { WhatIf, WhatIfAnswer } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfQuestion } from '#lib/olm/foresight/what-if-question.ts';
import type { TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench } from '#local/testing/installs.ts';
import { startOperators } from '#local/testing/operators.ts';
import { untilAllowed, type Right } from '#local/testing/people/rights.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { createAccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createCatalogClient } from '#server/catalog/service/client.ts';
import type { CatalogClient } from '#server/catalog/service/client.ts';
import { requestToken } from '#server/kube/ask.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import { createCatalogQueries } from './catalog.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { queryWhatIf } from './what-if.ts';

const held = heldByFile();
let cluster: TestCluster;
let catalogs: CatalogClient;
let user: Bench;

const own = (name: string): { deployment: string; account: string } => ({ deployment: name, account: name });

beforeAll(async () => {
  const first = held.use(await ticketsCatalog({}));
  const second = held.use(await ticketsCatalog({}));
  await first.add('ferry', '1.0.0', { ...own('ferry'), needs: { buoy: '>=1.0.0' } });
  await first.add('wreck', '1.0.0', { ...own('wreck'), needsApiOf: ['nothing'] });
  await first.add('gull', '1.0.0', own('gull'));
  await first.add('gull', '2.0.0', { ...own('gull'), replaces: 'gull.v1.0.0' });
  await second.add('buoy', '1.0.0', own('buoy'));
  const folders = { first: first.path, second: second.path };
  const operators = held.use(await startOperators({ catalogs: folders }));
  ({ cluster, user } = operators);
  const client = createCatalogClient({ url: operators.controller.url('catalog-service') });
  catalogs = held.adopt(client, (one) => one.close());
});

function admin(): Identity {
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  return { key: 'admin', client: createClient(config), transport: createTransport(config) };
}

function ask(identity: Identity, question: WhatIfQuestion): Promise<WhatIfAnswer> {
  return queryWhatIf(identity, createCatalogQueries(catalogs, createAccessReviews()), question);
}

async function known(question: WhatIfQuestion): Promise<WhatIf> {
  const answer = await ask(admin(), question);
  if (!answer.known) throw new Error('a real OLM is here?');
  return answer;
}

const wish = (
  namespace: string,
  name: string,
  spec: Partial<Extract<WhatIfQuestion['change'], { kind: 'put' }>['subscription']['spec']> = {},
): WhatIfQuestion => ({
  namespace,
  change: {
    kind: 'put',
    subscription: { name, spec: { name, source: 'first', sourceNamespace: 'capstan-system', ...spec } },
  },
});

const request = (namespace: string, name: string, spec: Record<string, unknown> = {}) => ({
  ...{ namespace, package: name, catalog: 'first', targetNamespaces: [namespace], spec },
});

const csvsIn = async (namespace: string): Promise<string[]> =>
  (await user.list(resources.clusterServiceVersions, namespace)).map(({ metadata }) => metadata.name).sort();

describe('what the console foretells', () => {
  it('comes true: version, dependency from another catalog, no approval', async () => {
    const namespace = 'what-if-true';
    await user.prepare(request(namespace, 'ferry'));
    const answer = await known(wish(namespace, 'ferry'));
    expect(answer).toMatchObject({
      outcome: { kind: 'install', chosen: { csv: 'ferry.v1.0.0', catalog: { name: 'first' } } },
      plan: { waits: false, manual: [] },
      groups: 1,
      hidden: false,
    });
    const foretold = answer.plan?.brings ?? [];
    expect(foretold.map(({ kind, csv, catalog }) => [kind, csv, catalog.name])).toEqual([
      ['install', 'ferry.v1.0.0', 'first'],
      ['dependency', 'buoy.v1.0.0', 'second'],
    ]);
    await user.subscribe(request(namespace, 'ferry'));
    await user.untilPhase(namespace, 'ferry.v1.0.0', 'Succeeded');
    expect(await csvsIn(namespace)).toEqual(foretold.map(({ csv }) => csv).sort());
  });

  it('comes true: why nothing is installed', async () => {
    const namespace = 'what-if-not';
    await user.prepare(request(namespace, 'wreck'));
    const { outcome, plan } = await known(wish(namespace, 'wreck'));
    expect(plan).toBeUndefined();
    if (outcome?.kind !== 'unresolvable') throw new Error(`foretold: ${JSON.stringify(outcome)}`);
    expect(outcome.explanation.actions.map(({ kind }) => kind)).toContain('find-provider');
    await user.subscribe(request(namespace, 'wreck'));
    await eventually(async () => {
      const subscription = await user.client.get(resources.subscriptions, { namespace, name: 'wreck' });
      expect(explanationOf(subscription.metadata.annotations)).toEqual(outcome.explanation);
    });
  });

  it('names whose approval it waits for', async () => {
    const namespace = 'what-if-manual';
    const spec = { installPlanApproval: 'Manual', startingCSV: 'gull.v1.0.0' };
    await user.install(request(namespace, 'gull', spec));
    const plan = await eventually(async () => {
      const [waiting] = await user.list(resources.installPlans, namespace);
      expect(waiting).toBeDefined();
      return waiting?.metadata.name ?? '';
    });
    await user.approve(namespace, plan);
    await user.untilPhase(namespace, 'gull.v1.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await user.list(resources.installPlans, namespace)).toHaveLength(2);
      // By which the question is answered.
      const state = await user.field(resources.subscriptions, namespace, 'gull', 'status.state');
      expect(state).toBe('UpgradePending');
    });
    const answer = await known(wish(namespace, 'ferry'));
    expect(answer.plan).toMatchObject({ waits: true, manual: ['gull'] });
    // The upgrade of the other has a plan of its own by now.
    expect(answer.plan?.brings.filter(({ own: isOwn }) => !isOwn)).toEqual([]);
  });
});

describe('what it is made of', () => {
  it('is what the user may list: who may not, hears which right is missing', async () => {
    const nobody = await identityOf('what-if-nobody');
    await expect(ask(nobody, wish('what-if-true', 'gull'))).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('holds no catalog that the user may not see, and says that something is missing', async () => {
    const namespace = 'what-if-half';
    await user.prepare(request(namespace, 'ferry'));
    const half = await identityOf('what-if-reader', [
      { apiGroups: ['operators.coreos.com'], resources: ['*'], verbs: ['list'] },
      {
        apiGroups: ['operators.coreos.com'],
        resources: ['catalogsources'],
        resourceNames: ['first'],
        verbs: ['get'],
      },
    ]);
    const answer = await ask(half, wish(namespace, 'ferry'));
    expect(answer).toMatchObject({ known: true, hidden: true, outcome: { kind: 'unresolvable' } });
    expect(JSON.stringify(answer)).not.toContain('second');
  });

  it('is answered to whoever asks without end at a pace, and to others all the same', async () => {
    const restless = { ...(await identityOf('what-if-restless')), key: 'restless' };
    const question = wish('what-if-true', 'gull');
    const asked = Array.from({ length: 40 }, () => ask(restless, question).catch((error: unknown) => error));
    const kinds = (await Promise.all(asked)).map((error) => (isKubeError(error) ? error.kind : 'none'));
    // It may list nothing, and hears so as often as it may ask.
    expect(kinds.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'forbidden'));
    expect(kinds.slice(-10)).toEqual(Array.from({ length: 10 }, () => 'tooManyRequests'));
    const patient = await identityOf('what-if-patient');
    await expect(ask(patient, question)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('writes nothing', async () => {
    const namespace = 'what-if-still';
    await user.prepare(request(namespace, 'gull'));
    await known(wish(namespace, 'gull'));
    expect(await user.list(resources.subscriptions, namespace)).toEqual([]);
    expect(await user.list(resources.installPlans, namespace)).toEqual([]);
  });
});

/** A ServiceAccount of that name, with these rights in the whole cluster. */
async function identityOf(name: string, rules: readonly Right[] = []): Promise<Identity> {
  const { client } = user;
  const namespace = 'default';
  const rbac = 'rbac.authorization.k8s.io';
  await client.create(resources.serviceAccounts, object('v1', 'ServiceAccount', { name, namespace }));
  await client.create(resources.clusterRoles, {
    ...object(`${rbac}/v1`, 'ClusterRole', { name }),
    rules,
  });
  await client.create(resources.clusterRoleBindings, {
    ...object(`${rbac}/v1`, 'ClusterRoleBinding', { name }),
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });
  const { token } = await requestToken(client, { namespace, name }, { expirationSeconds: 3_600 });
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  await untilAllowed(createClient(config, { token }), undefined, rules[0]);
  return {
    key: name,
    client: createClient(config, { token }),
    transport: createTransport(config, { token }),
  };
}

function object(apiVersion: string, kind: string, metadata: KubeObject['metadata']): KubeObject {
  return { apiVersion, kind, metadata };
}
