import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { ownerLabels } from '#lib/olm/api/labels.ts';
import { refusedPods } from '#lib/olm/views/refused-pods.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';

const CATALOG = 'tests';
const CSV = resources.clusterServiceVersions;
const SUB = resources.subscriptions;

const held = heldByFile();
let catalog: CatalogFolder;
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  const both = ['1.0.0', '2.0.0'];
  catalog = held.use(
    await ticketsCatalog({
      manual: both,
      uninstall: ['1.0.0'],
      groups: ['1.0.0'],
      config: ['1.0.0'],
      late: ['1.0.0'],
      remains: ['1.0.0'],
    }),
  );
  await catalog.add('automatic', '1.0.0');
  await catalog.add('automatic', '2.0.0', { replaces: 'automatic.v1.0.0', deployment: 'renamed' });
  await catalog.add('optional', '1.0.0', { files: { 'manifests/rule.yaml': RULE } });
  await catalog.add('tolerant', '1.0.0', { spec: sloppyDeployment() });
  await catalog.add('refused', '1.0.0', { spec: invalidDeployment });
  await catalog.add('priority', '1.0.0', { spec: strategy(withPriority('not-there')) });
  await catalog.add('kinds', '1.0.0', { files: ofAllKinds({ note: 'first' }) });
  // Apply refuses fields that the schema does not have.
  const next = { note: 'second', unknown: true };
  await catalog.add('kinds', '2.0.0', { replaces: 'kinds.v1.0.0', files: ofAllKinds(next) });
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

/** What bundles may carry besides what every operator has: from the cluster itself, or from definitions of others. */
const KINDS = [
  ['networking.k8s.io', 'NetworkPolicy', 'networkpolicies', { spec: { podSelector: {} } }],
  ['scheduling.k8s.io', 'PriorityClass', 'priorityclasses', { value: 7 }],
  ['monitoring.coreos.com', 'ServiceMonitor', 'servicemonitors', {}],
  ['autoscaling.k8s.io', 'VerticalPodAutoscaler', 'verticalpodautoscalers', {}],
  ['console.openshift.io', 'ConsoleCLIDownload', 'consoleclidownloads', {}],
  ['console.openshift.io', 'ConsoleLink', 'consolelinks', {}],
  ['console.openshift.io', 'ConsolePlugin', 'consoleplugins', {}],
  ['console.openshift.io', 'ConsoleQuickStart', 'consolequickstarts', {}],
  ['console.openshift.io', 'ConsoleYAMLSample', 'consoleyamlsamples', {}],
] as const;

const isOfAll = (group: string, kind: string): boolean =>
  group === 'console.openshift.io' || kind === 'PriorityClass';

function ofAllKinds({ note, ...more }: { note: string; unknown?: boolean }): Record<string, string> {
  const metadata = { name: 'kinds', annotations: { note } };
  return Object.fromEntries(
    KINDS.map(([group, kind, plural, content]) => [
      `manifests/${plural}.yaml`,
      JSON.stringify({ apiVersion: `${group}/v1`, kind, metadata, ...content, ...more }),
    ]),
  );
}

const RULE = JSON.stringify({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'alerts' },
});

const podTemplate = (env: object[], more: object = {}): object => ({
  metadata: { labels: { app: 'tickets' } },
  spec: { containers: [{ name: 'manager', image: 'example.invalid/tickets:1', env, ...more }] },
});

const withPriority = (priorityClassName: string): object => ({
  metadata: { labels: { app: 'tickets' } },
  spec: { priorityClassName, containers: [{ name: 'manager', image: 'example.invalid/tickets:1' }] },
});

const strategy = (template: object): Record<string, unknown> => ({
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [
        { name: 'tickets', spec: { replicas: 1, selector: { matchLabels: { app: 'tickets' } }, template } },
      ],
    },
  },
});

/** Two variables of one name and a field that no API has: both are found in real bundles. */
function sloppyDeployment(): Record<string, unknown> {
  const twice = [
    { name: 'A', value: '1' },
    { name: 'A', value: '2' },
  ];
  return strategy(podTemplate(twice, { madeUp: true }));
}

const invalidDeployment = strategy(podTemplate([], { ports: [{ containerPort: 70_000 }] }));

const request = (name: string, more: object = {}): Parameters<Bench['install']>[0] => ({
  namespace: name,
  package: name,
  catalog: CATALOG,
  targetNamespaces: [name],
  ...more,
});

const names = async (...[resource, namespace, selector]: Parameters<Bench['list']>): Promise<string[]> =>
  (await user.list(resource, namespace, selector)).map(({ metadata }) => metadata.name).sort();

const condition = async (namespace: string, name: string, type: string): Promise<unknown> => {
  const conditions = await user.field(SUB, namespace, name, 'status.conditions');
  const all: unknown[] = Array.isArray(conditions) ? conditions : [];
  const found = all.find((entry) => at(entry, 'type') === type && at(entry, 'status') === 'True');
  return found === undefined ? undefined : `${String(at(found, 'reason'))}: ${String(at(found, 'message'))}`;
};

describe('install', () => {
  it('takes the head of the channel through the versions before it, and removes what only those had', async () => {
    await user.install(request('automatic', { spec: { startingCSV: 'automatic.v1.0.0' } }));
    await user.untilPhase('automatic', 'automatic.v2.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await names(CSV, 'automatic')).toEqual(['automatic.v2.0.0']);
      expect(await names(resources.deployments, 'automatic')).toEqual(['renamed']);
      expect(await user.field(SUB, 'automatic', 'automatic', 'status.state')).toBe('AtLatestKnown');
      expect(await user.field(SUB, 'automatic', 'automatic', 'status.installedCSV')).toBe('automatic.v2.0.0');
    });
    const rights = await names(
      resources.clusterRoles,
      undefined,
      'olm.owner.namespace=automatic,olm.owner.kind=ClusterServiceVersion',
    );
    expect(rights).toEqual([expect.stringMatching(/^automatic\.v2\.0\.0-/)]);
    // Of the strategy, and of the OperatorCondition.
    expect(await names(resources.roles, 'automatic')).toEqual([
      'automatic.v2.0.0',
      expect.stringMatching(/^automatic\.v2\.0\.0-tickets-/),
    ]);
    expect(await names(resources.installPlans, 'automatic')).toHaveLength(2);
    const service = await user.client.get(resources.services, {
      namespace: 'automatic',
      name: 'tickets-metrics',
    });
    expect(service.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['automatic.v2.0.0']);
  });

  it('waits for a person at every step of a Manual Subscription', async () => {
    await user.install(
      request('manual', { spec: { installPlanApproval: 'Manual', startingCSV: 'manual.v1.0.0' } }),
    );
    const waiting = (): Promise<string> =>
      eventually(async () => {
        expect(await condition('manual', 'manual', 'InstallPlanPending')).toMatch(/^RequiresApproval/);
        const plans = await user.list(resources.installPlans, 'manual');
        const plan = plans.find((object) => at(object, 'status.phase') === 'RequiresApproval');
        expect(plan).toBeDefined();
        return plan?.metadata.name ?? '';
      });
    const first = await waiting();
    expect(await names(CSV, 'manual')).toEqual([]);
    await user.approve('manual', first);
    await user.untilPhase('manual', 'manual.v1.0.0', 'Succeeded');
    const second = await waiting();
    expect(second).not.toBe(first);
    // The plan is made before the status says what it follows.
    await eventually(async () => {
      expect(await user.field(SUB, 'manual', 'manual', 'status.installedCSV')).toBe('manual.v1.0.0');
    });
    await user.approve('manual', second);
    await user.untilPhase('manual', 'manual.v2.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await names(CSV, 'manual')).toEqual(['manual.v2.0.0']);
      expect(await user.field(SUB, 'manual', 'manual', 'status.state')).toBe('AtLatestKnown');
    });
  });

  it('comes up without optional parts, names them, and adds them when it can', async () => {
    await user.install(request('optional'));
    await user.untilPhase('optional', 'optional.v1.0.0', 'Succeeded');
    const csv = await user.client.get(CSV, { namespace: 'optional', name: 'optional.v1.0.0' });
    expect(csv.metadata.annotations?.['capstan.dev/left-out']).toContain('PrometheusRule');
    expect(JSON.stringify(at(csv, 'status.conditions'))).toContain(
      'installed without: PrometheusRule alerts',
    );
    const [plan] = await user.list(resources.installPlans, 'optional');
    expect(at(plan, 'status.message')).toContain('PrometheusRule alerts');
    const rules = {
      group: 'monitoring.coreos.com',
      version: 'v1',
      plural: 'prometheusrules',
      kind: 'PrometheusRule',
      namespaced: true,
    };
    await user.client.create(resources.customResourceDefinitions, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'prometheusrules.monitoring.coreos.com' },
      spec: {
        group: 'monitoring.coreos.com',
        scope: 'Namespaced',
        names: { kind: 'PrometheusRule', plural: 'prometheusrules' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    });
    await eventually(async () => {
      expect(await names(rules, 'optional')).toEqual(['alerts']);
    });
  });

  it('brings every kind that bundles may carry, and brings it anew with the next version', async () => {
    for (const [group, kind, plural] of KINDS.slice(2)) {
      const schema = { openAPIV3Schema: { type: 'object' } };
      await user.client.create(resources.customResourceDefinitions, {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: {
          name: `${plural}.${group}`,
          annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
        },
        spec: {
          group,
          scope: isOfAll(group, kind) ? 'Cluster' : 'Namespaced',
          names: { kind, plural },
          versions: [{ name: 'v1', served: true, storage: true, schema }],
        },
      });
    }
    const notes = (): Promise<unknown[]> =>
      Promise.all(
        KINDS.map(([group, kind, plural]) => {
          const namespaced = !isOfAll(group, kind);
          const resource = { group, version: 'v1', plural, kind, namespaced };
          return user.field(resource, namespaced ? 'kinds' : '', 'kinds', 'metadata.annotations.note');
        }),
      );
    const spec = { installPlanApproval: 'Manual', startingCSV: 'kinds.v1.0.0' };
    await user.install(request('kinds', { spec }));
    const approve = async (version: string, note: string): Promise<void> => {
      const plan = await eventually(async () => {
        const plans = await user.list(resources.installPlans, 'kinds');
        const waiting = plans.find((object) => at(object, 'status.phase') === 'RequiresApproval');
        expect(waiting).toBeDefined();
        return waiting?.metadata.name ?? '';
      });
      await user.approve('kinds', plan);
      await user.untilPhase('kinds', `kinds.v${version}`, 'Succeeded');
      // What may be left out comes last.
      await eventually(async () => {
        expect(await notes()).toEqual(KINDS.map(() => note));
      });
    };
    await approve('1.0.0', 'first');
    await approve('2.0.0', 'second');
  });

  it('writes what server-side apply refuses the way that the API server tolerates', async () => {
    await user.install(request('tolerant'));
    await user.untilPhase('tolerant', 'tolerant.v1.0.0', 'Succeeded');
  });

  it('shows why a Deployment cannot be made', async () => {
    await user.install(request('refused'));
    // It is tried again and again, and fails each time.
    await eventually(async () => {
      expect(await user.field(CSV, 'refused', 'refused.v1.0.0', 'status')).toMatchObject({
        ...{ phase: 'Failed', message: expect.stringMatching(/^install strategy failed: .*containerPort/s) },
      });
    });
  });

  it('tells of pods that are refused, beside what the CSV says in the words of upstream', async () => {
    const name = 'priority';
    await user.install({ namespace: name, package: name, catalog: CATALOG });
    await eventually(async () => {
      const csv = await user.client.get(CSV, { namespace: name, name: 'priority.v1.0.0' });
      const deployments = await user.list(resources.deployments, name);
      if (!isCsv(csv)) throw new Error('no CSV');
      expect(refusedPods(csv, deployments)).toEqual([
        {
          deployment: 'tickets',
          message: expect.stringMatching(/forbidden: no PriorityClass with name not-there was found/),
        },
      ]);
      expect([csv.status?.phase, csv.status?.message]).toEqual([
        'Installing',
        expect.stringMatching(/^installing: waiting for deployment tickets to become ready: /),
      ]);
    });
    // Or it would be given up in the middle of what comes after.
    await user.client.delete(SUB, { namespace: name, name });
    await user.client.delete(CSV, { namespace: name, name: 'priority.v1.0.0' });
  });

  it('lays the settings of the Subscription over the pods, later ones too', async () => {
    const env = (value: string): object => ({ config: { env: [{ name: 'LEVEL', value }] } });
    await user.install(request('config', { spec: env('info') }));
    await user.untilPhase('config', 'config.v1.0.0', 'Succeeded');
    const deployed = async (): Promise<string> =>
      JSON.stringify(
        await user.field(resources.deployments, 'config', 'tickets', 'spec.template.spec.containers'),
      );
    expect(await deployed()).toContain('"value":"info"');
    const patch = { type: 'merge', body: { spec: env('debug') } } as const;
    await user.client.patch(SUB, { namespace: 'config', name: 'config' }, patch);
    await eventually(async () => {
      expect(await deployed()).toContain('"value":"debug"');
    });
    await user.untilPhase('config', 'config.v1.0.0', 'Succeeded');
  });
});

describe('a catalog that changes', () => {
  it('brings an upgrade as soon as a new version lies in its directory', async () => {
    await user.install(request('late'));
    await user.untilPhase('late', 'late.v1.0.0', 'Succeeded');
    await catalog.add('late', '2.0.0', { replaces: 'late.v1.0.0' });
    await user.untilPhase('late', 'late.v2.0.0', 'Succeeded');
  });
});

describe('what stands in the way', () => {
  it('is a missing package: the condition names it and the catalog', async () => {
    await user.install(request('nothing'));
    await eventually(async () => {
      const text = await condition('nothing', 'nothing', 'ResolutionFailed');
      expect(text).toMatch(/^ConstraintsNotSatisfiable: .*package nothing .*capstan-system\/tests/);
    });
  });

  it('is a second OperatorGroup, until it is gone', async () => {
    await user.install(request('groups'));
    await user.untilPhase('groups', 'groups.v1.0.0', 'Succeeded');
    await user.client.create(resources.operatorGroups, {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: 'second', namespace: 'groups' },
      spec: {},
    });
    await user.untilPhase('groups', 'groups.v1.0.0', 'Failed');
    expect(await user.field(CSV, 'groups', 'groups.v1.0.0', 'status.reason')).toBe('TooManyOperatorGroups');
    await user.client.delete(resources.operatorGroups, { namespace: 'groups', name: 'second' });
    await user.untilPhase('groups', 'groups.v1.0.0', 'Succeeded');
  });
});

/** Kinds of what an Operator lists, with the condition that tells most of those that have some. */
async function components(operator: string): Promise<string[]> {
  const found = await user.client.get(resources.operators, { name: operator });
  const refs = at(found, 'status.components.refs') as { kind: string; conditions?: { type: string }[] }[];
  const telling = /^(Succeeded|Established|Available|Installed)$/;
  const lines = refs.map(({ kind, conditions = [] }) =>
    [kind, ...conditions.map(({ type }) => type).filter((type) => telling.test(type))].join(' '),
  );
  return [...new Set(lines)].sort();
}

describe('uninstall', () => {
  it('takes all that the operator brought, and neither definition nor instances', async () => {
    await user.install(request('uninstall', { targetNamespaces: undefined }));
    await user.untilPhase('uninstall', 'uninstall.v1.0.0', 'Succeeded');
    const tickets = {
      group: 'uninstall.example.com',
      version: 'v1',
      plural: 'tickets',
      kind: 'Ticket',
      namespaced: true,
    };
    await user.client.create(tickets, {
      apiVersion: 'uninstall.example.com/v1',
      kind: 'Ticket',
      metadata: { name: 'mine', namespace: 'uninstall' },
    });
    const owned = 'olm.owner.namespace=uninstall,olm.owner.kind=ClusterServiceVersion';
    expect(await names(resources.clusterRoles, undefined, owned)).toHaveLength(2);
    // OLM 81.
    await eventually(async () => {
      expect(await components('uninstall.uninstall')).toEqual([
        'ClusterRole',
        'ClusterRoleBinding',
        'ClusterServiceVersion Succeeded',
        'CustomResourceDefinition Established',
        'Deployment Available',
        'InstallPlan Installed',
        'OperatorCondition',
        'Role',
        'RoleBinding',
        'ServiceAccount',
        'Subscription',
      ]);
    });
    await user.client.delete(SUB, { namespace: 'uninstall', name: 'uninstall' });
    expect(await names(CSV, 'uninstall')).toEqual(['uninstall.v1.0.0']);
    await user.client.delete(CSV, { namespace: 'uninstall', name: 'uninstall.v1.0.0' });
    await eventually(async () => {
      expect(await names(CSV, 'uninstall')).toEqual([]);
      expect(await names(resources.clusterRoles, undefined, owned)).toEqual([]);
      expect(await names(resources.clusterRoleBindings, undefined, owned)).toEqual([]);
      expect(await names(resources.deployments, 'uninstall')).toEqual([]);
      expect(await names(resources.services, 'uninstall')).toEqual([]);
      expect(await names(resources.roles, 'uninstall')).toEqual([]);
      expect(await names(resources.installPlans, 'uninstall')).toEqual([]);
    });
    expect(await names(tickets, 'uninstall')).toEqual(['mine']);
    await eventually(async () => {
      expect(await components('uninstall.uninstall')).toEqual(['CustomResourceDefinition Established']);
    });
    // And back again: the old ticket is still there.
    await user.subscribe(request('uninstall'));
    await user.untilPhase('uninstall', 'uninstall.v1.0.0', 'Succeeded');
    expect(await names(tickets, 'uninstall')).toEqual(['mine']);
  });
});

describe('what bears the labels of a CSV and cannot have it as its owner', () => {
  const role = (name: string, csv: string): Parameters<typeof user.client.create>[1] => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name, labels: ownerLabels({ name: csv, namespace: 'remains' }) },
    rules: [],
  });

  it('goes when the CSV is not there, as after a plan that outlived it', async () => {
    await user.install(request('remains'));
    await user.untilPhase('remains', 'remains.v1.0.0', 'Succeeded');
    await user.client.create(resources.clusterRoles, role('remains-of-one-that-runs', 'remains.v1.0.0'));
    await user.client.create(resources.clusterRoles, role('remains-of-one-that-went', 'remains.v0.9.0'));
    await eventually(async () => {
      const left = await names(resources.clusterRoles, undefined, 'olm.owner.namespace=remains');
      expect(left).toContain('remains-of-one-that-runs');
      expect(left).not.toContain('remains-of-one-that-went');
    });
  });
});

/** Operator objects are written 5 s after what they are about. */
const REST_MS = 6_000;

describe('the controller itself', () => {
  it('writes nothing to an unchanged world after a restart', async () => {
    const versions = async (): Promise<Record<string, string | undefined>> => {
      const { installPlans, operatorGroups, operators: operatorObjects, catalogSources } = resources;
      const kinds = [SUB, CSV, installPlans, operatorGroups, operatorObjects, catalogSources];
      const lists = await Promise.all(kinds.map((kind) => user.list(kind)));
      const settled = lists.flat().filter(({ metadata }) => metadata.namespace !== 'refused');
      return Object.fromEntries(
        settled.map(({ kind, metadata }) => [
          `${kind}/${metadata.namespace ?? ''}/${metadata.name}`,
          metadata.resourceVersion,
        ]),
      );
    };
    let before = await versions();
    await eventually(async () => {
      // Longer than anything is put off.
      await delay(REST_MS);
      const now = await versions();
      const same = JSON.stringify(now) === JSON.stringify(before);
      before = now;
      expect(same).toBe(true);
    });
    expect(await operators.controller.stop()).toBe(0);
    await operators.start();
    // Something to do, so that we know that it has looked at everything else.
    await user.install(request('after', { package: 'manual', spec: {} }));
    await user.untilPhase('after', 'manual.v2.0.0', 'Succeeded');
    const after = await versions();
    for (const [key, version] of Object.entries(before)) expect([key, after[key]]).toEqual([key, version]);
  });

  it('takes back a catalog that is not given any more, but not one that is in use', async () => {
    await operators.controller.stop();
    await using folder = await ticketsCatalog({ unused: ['1.0.0'] });
    const once = await operators.start({ catalogs: { [CATALOG]: catalog.path, unused: folder.path } });
    expect(await names(resources.catalogSources)).toEqual([CATALOG, 'unused']);
    await once.stop();
    const without = await operators.start({ catalogs: {} });
    expect(await names(resources.catalogSources)).toEqual([CATALOG]);
    await eventually(async () => {
      const status = await user.field(resources.catalogSources, 'capstan-system', CATALOG, 'status');
      expect(at(status, 'connectionState.lastObservedState')).toBe('TRANSIENT_FAILURE');
      expect(at(status, 'message')).toContain('--catalog tests=DIR');
    });
    await without.stop();
    await operators.start();
    await eventually(async () => {
      const status = await user.field(resources.catalogSources, 'capstan-system', CATALOG, 'status');
      expect(at(status, 'connectionState.lastObservedState')).toBe('READY');
    });
  });

  it('answers for its health', async () => {
    const url = operators.controller.url('health');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    expect(await operators.controller.leads()).toBe(true);
  });
});
