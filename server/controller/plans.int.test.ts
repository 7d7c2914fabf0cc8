import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { planBundles, type PlanBundle } from '#lib/olm/plan/bundle.ts';
import { crdCheckOf } from '#lib/olm/plan/crd-check.ts';
import { shortHash } from '#lib/base/hash.ts';
import { aCrdObject } from '#lib/testing/bundle-files.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { person } from '#local/testing/people/person.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';
import { inParallel } from '#server/install/limiter.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';

const CATALOG = 'tests';
const OLM = 'operators.coreos.com';
const { clusterServiceVersions: CSV, customResourceDefinitions: CRD, installPlans: PLAN } = resources;

const held = heldByFile();
let catalog: CatalogFolder;
let operators: Operators;
let user: Bench;

/** A definition of tickets whose `spec` has these properties. */
const schema = (properties: object): object => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
});

const ticketsCrd = (name: string, spec: object, more: object = {}): Record<string, string> => {
  const crd = aCrdObject(`${name}.example.com`, 'tickets', 'Ticket');
  const versions = [{ name: 'v1', served: true, storage: true, schema: schema(spec) }];
  const all = { ...crd, spec: { ...Object(at(crd, 'spec')), versions, ...more } };
  return { 'manifests/crd.yaml': JSON.stringify(all) };
};

const tickets = (name: string, version = 'v1'): Resource => ({
  ...{ group: `${name}.example.com`, version, plural: 'tickets', kind: 'Ticket', namespaced: true },
});

const ticket = (name: string, object: string, spec: object, version = 'v1'): KubeObject => ({
  apiVersion: `${name}.example.com/${version}`,
  kind: 'Ticket',
  metadata: { name: object, namespace: name },
  spec,
});

const size = { type: 'integer' };
const text = { type: 'string' };

/** Every API server that we support warns of its annotation. */
const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
const DEPRECATED = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'warned', annotations } };

/** Two definitions, each near what etcd takes for one object. */
function bigCrds(): Record<string, string> {
  const files = ['tickets', 'notes'].map((plural) => {
    const crd = aCrdObject('huge.example.com', plural, plural === 'tickets' ? 'Ticket' : 'Note');
    const properties = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [
        `field${String(index)}`,
        { type: 'string', description: 'x'.repeat(1_000) },
      ]),
    );
    const versions = [{ name: 'v1', served: true, storage: true, schema: schema(properties) }];
    const whole = { ...crd, spec: { ...Object(at(crd, 'spec')), versions } };
    return [`manifests/${plural === 'tickets' ? 'crd' : plural}.yaml`, JSON.stringify(whole)];
  });
  return Object.fromEntries(files);
}

beforeAll(async () => {
  catalog = held.use(
    await ticketsCatalog({
      same: ['1.0.0', '2.0.0'],
      base: ['1.0.0'],
      quiet: ['1.0.0'],
      swap: ['1.0.0'],
      gone: ['1.0.0'],
    }),
  );
  await catalog.add('strict', '1.0.0', { files: ticketsCrd('strict', { size, old: text, note: text }) });
  await catalog.add('strict', '2.0.0', {
    replaces: 'strict.v1.0.0',
    files: ticketsCrd('strict', { size: { ...size, maximum: 10 }, note: text }),
  });
  const alpha = { name: 'v1alpha1', served: true, storage: true, schema: schema({ size }) };
  const beta = { name: 'v1', served: true, storage: false, schema: schema({ size }) };
  await catalog.add('stored', '1.0.0', { files: ticketsCrd('stored', {}, { versions: [alpha, beta] }) });
  await catalog.add('stored', '2.0.0', {
    replaces: 'stored.v1.0.0',
    files: ticketsCrd('stored', {}, { versions: [{ ...beta, storage: true }] }),
  });
  await catalog.add('huge', '1.0.0', { files: bigCrds() });
  await catalog.add('warned', '1.0.0', {
    files: { 'manifests/account.yaml': JSON.stringify(DEPRECATED) },
  });
  await catalog.add('hooked', '1.0.0', { files: ticketsCrd('hooked', { size }) });
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      conversionReviewVersions: ['v1'],
      clientConfig: { url: 'https://hooked.invalid/convert' },
    },
  };
  await catalog.add('hooked', '2.0.0', {
    replaces: 'hooked.v1.0.0',
    files: ticketsCrd('hooked', { size: { ...size, maximum: 10 } }, { conversion }),
  });
  await catalog.add('usurper', '1.0.0', {
    files: { 'manifests/own.yaml': JSON.stringify(aCrdObject(OLM, 'subscriptions', 'Subscription')) },
  });
  await catalog.add('needer', '1.0.0', { deployment: 'needer', account: 'needer', needsApiOf: ['base'] });
  const catalogs = { [CATALOG]: catalog.path };
  operators = held.use(await startOperators({ catalogs, keepsCache: true }));
  ({ user } = operators);
});

const request = (name: string, spec: object = {}): Parameters<Bench['install']>[0] => ({
  namespace: name,
  package: name,
  catalog: CATALOG,
  targetNamespaces: [name],
  spec: { ...spec },
});

const names = async (resource: Resource, namespace?: string, selector?: string): Promise<string[]> =>
  (await user.list(resource, namespace, selector)).map(({ metadata }) => metadata.name).sort();

/** The one plan of the namespace in this phase. */
const planIn = (namespace: string, phase: string): Promise<KubeObject> =>
  eventually(async () => {
    const plans = await user.list(PLAN, namespace);
    const found = plans.filter((plan) => at(plan, 'status.phase') === phase);
    expect(found, JSON.stringify(plans.map((plan) => plan['status'])).slice(0, 2_000)).toHaveLength(1);
    return found[0] ?? { apiVersion: '', kind: '', metadata: { name: '' } };
  });

const approveNext = async (namespace: string): Promise<void> => {
  const plan = await planIn(namespace, 'RequiresApproval');
  await user.approve(namespace, plan.metadata.name);
};

const installed = (plan: KubeObject): unknown => {
  const conditions = at(plan, 'status.conditions');
  const all: unknown[] = Array.isArray(conditions) ? conditions : [];
  const found = all.find((entry) => at(entry, 'type') === 'Installed');
  return [at(found, 'status'), at(found, 'reason'), at(found, 'message')];
};

const stepStatuses = (plan: KubeObject): string[] => {
  const steps = at(plan, 'status.plan');
  return (Array.isArray(steps) ? steps : []).map(
    (step) => `${String(at(step, 'resource.kind'))} ${String(at(step, 'status'))}`,
  );
};

/** All that a plan could have touched. */
const traces = async (name: string): Promise<unknown> => ({
  crd: (await user.client.get(CRD, { name: `tickets.${name}.example.com` })).metadata.resourceVersion,
  csvs: await names(CSV, name),
  accounts: (await user.list(resources.serviceAccounts, name)).map(
    ({ metadata }) => metadata.resourceVersion,
  ),
  services: (await user.list(resources.services, name)).map(({ metadata }) => metadata.resourceVersion),
  roles: await names(resources.roles, name),
  clusterRoles: await names(
    resources.clusterRoles,
    undefined,
    `olm.owner.namespace=${name},olm.owner.kind=ClusterServiceVersion`,
  ),
});

describe('a definition that existing objects do not fit (OLM 55)', () => {
  const COUNT = 250;
  const object = (index: number): string => `t-${String(index).padStart(3, '0')}`;
  const large = [0, 140, 249];

  it('stops the plan before it touches anything, and names every object', async () => {
    await user.install(request('strict', { installPlanApproval: 'Manual', startingCSV: 'strict.v1.0.0' }));
    await approveNext('strict');
    await user.untilPhase('strict', 'strict.v1.0.0', 'Succeeded');
    await inParallel(16, [...Array(COUNT).keys()], (index) => {
      const spec = { size: large.includes(index) ? 11 : 1, ...(index < 3 ? { old: 'x' } : {}) };
      return user.client.create(tickets('strict'), ticket('strict', object(index), spec));
    });
    // Whoever is asked to approve it sees what would come of that; a controller that starts looks at once.
    await planIn('strict', 'RequiresApproval');
    await operators.controller.kill();
    await operators.start();
    await eventually(async () => {
      const waiting = await planIn('strict', 'RequiresApproval');
      expect(crdCheckOf(waiting)?.unfit).toEqual({ 'tickets.strict.example.com': 3 });
    });
    const before = await traces('strict');
    await approveNext('strict');
    const plan = await planIn('strict', 'Failed');
    expect(installed(plan)).toEqual([
      'False',
      'InstallComponentFailed',
      'error validating existing CRs against new CRD\'s schema for "tickets.strict.example.com": ' +
        large
          .map(
            (index) =>
              `error validating strict.example.com/v1, Kind=Ticket "strict/${object(index)}": ` +
              'updated validation is too restrictive: spec.size: should be less than or equal to 10',
          )
          .join('; '),
    ]);
    expect(await traces('strict')).toEqual(before);
    expect(crdCheckOf(plan)).toMatchObject({
      checked: COUNT,
      unfit: { 'tickets.strict.example.com': 3 },
      objects: large.map((index) => ({ namespace: 'strict', name: object(index) })),
      lost: [{ path: 'spec.old', version: 'v1', objects: 3, example: 'strict/t-000' }],
    });
  });

  it('lets the plan pass once they do', async () => {
    for (const index of large) {
      const patch = { type: 'merge', body: { spec: { size: 10 } } } as const;
      await user.client.patch(tickets('strict'), { namespace: 'strict', name: object(index) }, patch);
    }
    const failed = await planIn('strict', 'Failed');
    await user.client.delete(PLAN, { namespace: 'strict', name: failed.metadata.name });
    await approveNext('strict');
    await user.untilPhase('strict', 'strict.v2.0.0', 'Succeeded');
    const plans = await user.list(PLAN, 'strict');
    const plan = plans.find((entry) => at(entry, 'spec.clusterServiceVersionNames.0') === 'strict.v2.0.0');
    // Nothing is wrong any more, but that a field goes.
    expect(plan && crdCheckOf(plan)).toMatchObject({ unfit: {}, objects: [], lost: [{ path: 'spec.old' }] });
    expect(plan && stepStatuses(plan)).toContain('CustomResourceDefinition Present');
  });

  it('is not looked for when the schema stays as it is', async () => {
    await user.install(request('same', { startingCSV: 'same.v1.0.0' }));
    await user.untilPhase('same', 'same.v2.0.0', 'Succeeded');
    const path = (name: string): string => `/apis/${name}.example.com/v1/tickets`;
    const lists = (name: string): number =>
      auditEvents(operators.cluster.auditLog, path(name)).filter(
        ({ verb, userAgent }) => verb === 'list' && userAgent === 'capstan',
      ).length;
    // The one that was looked at shows that a look would be seen: in pages.
    await eventually(() => {
      expect(lists('strict')).toBeGreaterThanOrEqual(4);
    });
    expect(lists('same')).toBe(0);
  });
});

describe('a definition that loses a version that objects are stored in (OLM 55)', () => {
  it('fails the plan and stays as it is', async () => {
    await user.install(request('stored', { installPlanApproval: 'Manual', startingCSV: 'stored.v1.0.0' }));
    await approveNext('stored');
    await user.untilPhase('stored', 'stored.v1.0.0', 'Succeeded');
    await planIn('stored', 'RequiresApproval');
    const before = await traces('stored');
    await approveNext('stored');
    const plan = await planIn('stored', 'Failed');
    expect(installed(plan)).toEqual([
      'False',
      'InstallComponentFailed',
      'risk of data loss updating "tickets.stored.example.com": new CRD removes version v1alpha1 ' +
        'that is listed as a stored version on the existing CRD',
    ]);
    expect(crdCheckOf(plan)?.refusals).toMatchObject([{ reason: 'storedVersion' }]);
    expect(await traces('stored')).toEqual(before);
  });
});

describe('a definition by which operators are installed', () => {
  it('is brought by no bundle, however limited the rights of its namespace', async () => {
    const own = { name: `subscriptions.${OLM}` };
    const before = await user.client.get(CRD, own);
    await user.install(request('usurper', { installPlanApproval: 'Manual' }));
    const plan = await planIn('usurper', 'Failed');
    expect(at(plan, 'status.message')).toContain(`brings CustomResourceDefinition ${own.name}`);
    expect(await user.client.get(CRD, own)).toEqual(before);
    expect(await names(CSV, 'usurper')).toEqual([]);
  });
});

const events = async (namespace: string, reason: string): Promise<unknown[]> =>
  (await user.list(resources.events, namespace))
    .filter((event) => at(event, 'reason') === reason)
    .map((event) => [
      at(event, 'involvedObject.kind'),
      at(event, 'involvedObject.fieldPath'),
      at(event, 'message'),
    ]);

describe('an Event on the plan', () => {
  it('says what the API server has against an object (OLM 54)', async () => {
    await user.install(request('warned'));
    await user.untilPhase('warned', 'warned.v1.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await events('warned', 'AppliedWithWarnings')).toEqual([
        [
          'InstallPlan',
          'status.plan[2]',
          expect.stringMatching(
            /^1 warning\(s\) generated during installation of operator "warned.v1.0.0" \(ServiceAccount "warned"\): metadata.*deprecated/,
          ),
        ],
      ]);
    });
  });

  it('is all that unfit objects lead to when a webhook converts them (OLM 55)', async () => {
    await user.install(request('hooked', { installPlanApproval: 'Manual', startingCSV: 'hooked.v1.0.0' }));
    await approveNext('hooked');
    await user.untilPhase('hooked', 'hooked.v1.0.0', 'Succeeded');
    await user.client.create(tickets('hooked'), ticket('hooked', 'large', { size: 11 }));
    await approveNext('hooked');
    await eventually(async () => {
      expect(await events('hooked', 'CRDValidation')).toEqual([
        ['InstallPlan', undefined, expect.stringContaining('Kind=Ticket "hooked/large": updated validation')],
      ]);
      const plans = await user.list(PLAN, 'hooked');
      expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete', 'Complete']);
    });
  });
});

describe('content of more than 1.5 MiB', () => {
  it('is installed from a plan that only refers to it', async () => {
    await user.install(request('huge'));
    await user.untilPhase('huge', 'huge.v1.0.0', 'Succeeded');
    const plan = await planIn('huge', 'Complete');
    const sizes = await Promise.all(
      ['tickets', 'notes'].map(async (plural) => {
        const crd = await user.client.get(CRD, { name: `${plural}.huge.example.com` });
        return JSON.stringify(crd['spec']).length;
      }),
    );
    expect(sizes[0]! + sizes[1]!).toBeGreaterThan(1.5 * 1024 * 1024);
    expect(JSON.stringify(plan).length).toBeLessThan(64 * 1024);
  });
});

const GENERATED = 'base-stable-tests-capstan-system';

describe('a plan that brings a dependency', () => {
  it('makes the Subscription to it (OLM 28)', async () => {
    await user.install(request('needer'));
    await user.untilPhase('needer', 'base.v1.0.0', 'Succeeded');
    const plan = await planIn('needer', 'Complete');
    expect(stepStatuses(plan)).toContain('Subscription Created');
    const subscription = await user.client.get(resources.subscriptions, {
      namespace: 'needer',
      name: GENERATED,
    });
    expect(subscription.metadata.annotations?.['olm.generated-by']).toBe(plan.metadata.name);
    expect(subscription['spec']).toEqual({
      name: 'base',
      channel: 'stable',
      source: CATALOG,
      sourceNamespace: 'capstan-system',
      startingCSV: 'base.v1.0.0',
      installPlanApproval: 'Automatic',
    });
  });

  it('does not bring it when the API has got another owner since (OLM 57)', async () => {
    const wanted = { ...request('owned', { installPlanApproval: 'Manual' }), package: 'needer' };
    await user.install(wanted);
    await planIn('owned', 'RequiresApproval');
    const base = await user.client.get(CSV, { namespace: 'needer', name: 'base.v1.0.0' });
    await user.client.create(CSV, {
      apiVersion: base.apiVersion,
      kind: base.kind,
      metadata: { name: 'rival.v1.0.0', namespace: 'owned' },
      spec: base['spec'],
    });
    // Plan and CSV come to the controller by watches of their own.
    await eventually(async () => {
      expect(await user.field(CSV, 'owned', 'rival.v1.0.0', 'status.phase')).toBeDefined();
    });
    await approveNext('owned');
    await eventually(async () => {
      const [plan] = await user.list(PLAN, 'owned');
      expect(at(plan, 'status.message')).toBe(
        'retrying execution due to error: ' +
          'pre-existing CRD owners found for owned CRD(s) of dependent CSV base.v1.0.0',
      );
    });
    expect(await names(CSV, 'owned')).toEqual(['rival.v1.0.0']);
    expect(await names(resources.roles, 'owned')).toEqual([]);
  });

  it('leaves a Subscription that is there already to whom it belongs (OLM 51)', async () => {
    const wanted = { ...request('present'), package: 'needer' };
    await user.prepare(wanted);
    const name = GENERATED;
    const spec = { name: 'elsewhere', source: 'nowhere', sourceNamespace: 'present' };
    await user.client.create(resources.subscriptions, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name, namespace: 'present' },
      spec,
    });
    await user.subscribe(wanted);
    const plan = await planIn('present', 'Complete');
    expect(stepStatuses(plan)).toContain('Subscription Present');
    expect(stepStatuses(plan)).toContain('ClusterServiceVersion Created');
    expect(await user.field(resources.subscriptions, 'present', name, 'spec')).toEqual(spec);
  });
});

/** What earlier versions of the controller wrote onto plans, and took at its word. */
const asAnnotation = (...bundles: object[]): { annotations: Record<string, string> } => ({
  annotations: { 'capstan.dev/bundles': JSON.stringify(bundles) },
});

const bundlesOf = (plan: KubeObject): readonly PlanBundle[] =>
  (isInstallPlan(plan) ? planBundles(plan) : undefined) ?? [];

/** What the plan in `needer` has brought. */
async function known(): Promise<object> {
  const bundle = bundlesOf(await planIn('needer', 'Complete')).find(({ csv }) => csv === 'base.v1.0.0');
  expect(bundle).toBeDefined();
  return { ...bundle, subscription: '' };
}

/** All that the controller has made in the namespace, and for it. */
const madeIn = async (namespace: string): Promise<unknown> => ({
  csvs: await names(CSV, namespace),
  roles: await names(resources.roles, namespace, 'olm.managed=true'),
  clusterRoles: await names(
    resources.clusterRoles,
    undefined,
    `olm.owner.namespace=${namespace},olm.owner.kind=ClusterServiceVersion`,
  ),
  bindings: await names(resources.clusterRoleBindings, undefined, `olm.owner.namespace=${namespace}`),
  deployments: await names(resources.deployments, namespace),
  services: await names(resources.services, namespace),
});

const NOTHING_MADE = { csvs: [], roles: [], clusterRoles: [], bindings: [], deployments: [], services: [] };

describe('a plan that the controller has not made', () => {
  const plan = (namespace: string, name: string, metadata: object, more: object = {}): KubeObject => ({
    apiVersion: `${OLM}/v1alpha1`,
    kind: 'InstallPlan',
    metadata: { name, namespace, ...metadata },
    spec: { approval: 'Automatic', approved: true, clusterServiceVersionNames: ['base.v1.0.0'] },
    ...more,
  });

  it('is left alone: whoever may only create plans gets nothing made and nothing pulled', async () => {
    let calls = 0;
    const registry = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    held.defer(() => {
      registry.close();
    });
    const address = registry.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await user.prepare(request('intruded'));
    const intruder = await person(operators.cluster.kubeconfig, {
      name: 'intruder',
      namespace: 'intruded',
      rights: [{ apiGroups: [OLM], resources: ['installplans'], verbs: ['create'] }],
    });
    const bundle = await known();
    const image = `127.0.0.1:${String(port)}/evil@sha256:${'0'.repeat(64)}`;
    const unknown = { ...bundle, digest: `sha256:${'1'.repeat(64)}`, image };
    // With the status of a plan that was carried out: the API server does not take it from them.
    const status = at(await planIn('needer', 'Complete'), 'status');
    await intruder.create(PLAN, plan('intruded', 'content', asAnnotation(bundle), { status }));
    await intruder.create(PLAN, plan('intruded', 'image', asAnnotation(unknown)));
    // Plans are looked at in turn: once one that came later is done, they have been.
    await user.install(request('quiet'));
    await user.untilPhase('quiet', 'quiet.v1.0.0', 'Succeeded');
    expect(await madeIn('intruded')).toEqual(NOTHING_MADE);
    expect(calls).toBe(0);
    const plans = await user.list(PLAN, 'intruded');
    expect(plans.map((entry) => [entry.metadata.name, entry['status']])).toEqual([
      ['content', undefined],
      ['image', undefined],
    ]);
  });

  it('does not stand in for one that the controller makes, whatever its name', async () => {
    const wanted = { ...request('squatted', { installPlanApproval: 'Manual' }), package: 'quiet' };
    await operators.controller.kill();
    await user.install(wanted);
    const subscription = await user.client.get(resources.subscriptions, {
      namespace: 'squatted',
      name: 'quiet',
    });
    // A name follows from what a plan is for, and whoever reads the Subscription can work it out.
    const hash = shortHash(['squatted', 1, ['quiet.v1.0.0'], [subscription.metadata.uid]], 5);
    const squatter = plan('squatted', `install-${hash}`, asAnnotation(await known()));
    const { metadata } = await user.client.create(PLAN, squatter);
    await operators.start();
    const waiting = await planIn('squatted', 'RequiresApproval');
    expect(waiting.metadata.name).toBe(metadata.name);
    expect(waiting.metadata.uid).not.toBe(metadata.uid);
    expect(at(waiting, 'spec.approved')).toBe(false);
    expect(await madeIn('squatted')).toEqual(NOTHING_MADE);
  });
});

describe('an approval', () => {
  it('lets a plan go on that an earlier version of the controller has made', async () => {
    const namespace = 'earlier';
    await user.install({ ...request(namespace, { installPlanApproval: 'Manual' }), package: 'quiet' });
    const { name } = (await planIn(namespace, 'RequiresApproval')).metadata;
    // It had all of this in the annotation, and only what tells where the content lies in the status, too.
    const [bundle] = bundlesOf(await user.client.get(PLAN, { namespace, name }));
    const annotated = { type: 'merge', body: { metadata: asAnnotation(Object(bundle)) } } as const;
    const plan = await user.client.patch(PLAN, { namespace, name }, annotated);
    const steps = at(plan, 'status.plan');
    const older = (Array.isArray(steps) ? steps : []).map((step: unknown): unknown => {
      const resource = Object(at(step, 'resource'));
      if (resource.kind !== 'ClusterServiceVersion') return step;
      const said = Object.entries(Object(JSON.parse(resource.manifest)));
      const less = said.filter(([field]) => field !== 'package' && field !== 'subscription');
      return {
        ...Object(step),
        resource: { ...resource, manifest: JSON.stringify(Object.fromEntries(less)) },
      };
    });
    const status = { ...Object(plan['status']), plan: older };
    await user.client.replace(PLAN, { ...plan, status }, { subresource: 'status' });
    await user.approve(namespace, name);
    await user.untilPhase(namespace, 'quiet.v1.0.0', 'Succeeded');
    expect(await user.list(PLAN, namespace)).toHaveLength(1);
  });

  it('that changes what a plan is said to bring changes nothing in what it brings', async () => {
    const namespace = 'changed';
    await user.install({ ...request(namespace, { installPlanApproval: 'Manual' }), package: 'quiet' });
    const waiting = await planIn(namespace, 'RequiresApproval');
    const { name } = waiting.metadata;
    const approver = await person(operators.cluster.kubeconfig, {
      name: 'approver',
      namespace,
      rights: [{ apiGroups: [OLM], resources: ['installplans'], verbs: ['get', 'patch'] }],
    });
    const patch = (body: Record<string, unknown>): Promise<KubeObject> =>
      approver.patch(PLAN, { namespace, name }, { type: 'merge', body });
    await patch({
      metadata: asAnnotation(await known()),
      spec: { approved: true, clusterServiceVersionNames: ['base.v1.0.0'] },
    });
    await eventually(async () => {
      const plan = await user.client.get(PLAN, { namespace, name });
      expect(installed(plan)).toEqual(['False', 'InstallCheckFailed', expect.stringContaining('annotation')]);
      expect(at(plan, 'status.message')).toContain('capstan.dev/bundles says something else than the status');
    });
    expect(await madeIn(namespace)).toEqual(NOTHING_MADE);
    await patch({ metadata: { annotations: { 'capstan.dev/bundles': null } } });
    await user.untilPhase(namespace, 'quiet.v1.0.0', 'Succeeded');
    expect(await names(CSV, namespace)).toEqual(['quiet.v1.0.0']);
    expect(installed(await planIn(namespace, 'Complete'))).toEqual(['True', undefined, undefined]);
  });
});

describe('a catalog that changes while a plan waits', () => {
  const deployments = (namespace: string): Promise<string[]> => names(resources.deployments, namespace);

  it('does not change what the plan brings', async () => {
    await user.install(request('swap', { installPlanApproval: 'Manual' }));
    await planIn('swap', 'RequiresApproval');
    await catalog.add('swap', '1.0.0', { deployment: 'other' });
    // Tells when the catalog has been read again.
    await catalog.add('marker', '1.0.0');
    await user.install(request('marker'));
    await user.untilPhase('marker', 'marker.v1.0.0', 'Succeeded');
    await user.install({ ...request('later'), package: 'swap' });
    await eventually(async () => {
      expect(await deployments('later')).toEqual(['other']);
    });
    await approveNext('swap');
    await user.untilPhase('swap', 'swap.v1.0.0', 'Succeeded');
    expect(await deployments('swap')).toEqual(['tickets']);
  });

  it('may go altogether', async () => {
    const source = { namespace: 'capstan-system', name: 'doomed' };
    await user.client.create(resources.catalogSources, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: source,
      spec: { sourceType: 'grpc', address: 'directory:tests' },
    });
    await user.install({ ...request('gone', { installPlanApproval: 'Manual' }), catalog: 'doomed' });
    await planIn('gone', 'RequiresApproval');
    await user.client.delete(resources.catalogSources, source);
    await eventually(async () => {
      expect(await user.field(resources.subscriptions, 'gone', 'gone', 'status.catalogHealth')).toHaveLength(
        1,
      );
    });
    // A new process knows nothing but what lies on its disk.
    await operators.controller.kill();
    await operators.start();
    await approveNext('gone');
    await user.untilPhase('gone', 'gone.v1.0.0', 'Succeeded');
  });
});
