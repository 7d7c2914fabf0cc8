/** Tables as an outsider would write them: plain objects in, what the controller would do out. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../k8s/object.ts';
import {
  aCrd,
  account,
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  EARLIER,
  healthyStatus,
  NOW,
  withStatus,
} from '../testing/install-facts.ts';
import { aChain, aSubscriptionTo } from '../testing/resolver.ts';
import type { CsvAction } from './csv/facts.ts';
import { generatedRbac } from './plan/rbac.ts';
import { health, plan, requirements, resolve, transition, type ReplayWorld } from './replay.ts';

const REF = { namespace: 'team-a', name: 'tickets.v1.0.0' };

const group: KubeObject = {
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'group', namespace: 'team-a' },
  spec: { targetNamespaces: ['team-a'] },
};

const bare = anInstallableCsv('tickets.v1.0.0', { metadata: { annotations: {}, finalizers: [] } });
const rights = generatedRbac({ name: bare.metadata.name, namespace: 'team-a', spec: bare.spec }).filter(
  ({ kind }) => kind !== 'ServiceAccount',
);
const tickets: KubeObject = { ...account('tickets'), metadata: { name: 'tickets', namespace: 'team-a' } };
const needs = [aCrd(), tickets, ...rights];

const at = (objects: readonly KubeObject[], more: Partial<ReplayWorld> = {}): ReplayWorld => ({
  now: NOW,
  objects,
  ...more,
});

const same = (a: KubeObject, b: KubeObject): boolean =>
  a.kind === b.kind && a.metadata.name === b.metadata.name && a.metadata.namespace === b.metadata.namespace;

/** What the API server would have after an action on the CSV `ref`. */
function after(objects: readonly KubeObject[], action: CsvAction): KubeObject[] {
  if (action.kind === 'apply') {
    return [...objects.filter((object) => !same(object, action.object)), action.object];
  }
  if (action.kind === 'delete') return objects.filter(({ metadata }) => metadata.uid !== action.uid);
  if (action.kind === 'certificate') return [...objects];
  const { annotations, finalizers } = action;
  return objects.map((object) =>
    object.metadata.name === REF.name && object.kind === 'ClusterServiceVersion'
      ? { ...object, metadata: { ...object.metadata, annotations, finalizers } }
      : object,
  );
}

/** Steps until the CSV stays as it is; the phases and reasons on the way, and what is there then. */
function run(start: readonly KubeObject[]): { way: string[]; objects: readonly KubeObject[] } {
  let objects = start;
  const way: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    const { next, status, actions } = transition(at(objects), REF);
    if (next === undefined && actions.length === 0) break;
    for (const action of actions) objects = after(objects, action);
    objects = objects.map((object) => (object.metadata.name === REF.name ? { ...object, status } : object));
    if (next !== undefined) way.push(`${next.phase}/${next.reason}`);
  }
  return { way, objects };
}

const up = (object: KubeObject): KubeObject =>
  object.kind === 'Deployment' ? withStatus(object, healthyStatus) : object;

describe('A CSV of plain objects', () => {
  it('says what it lacks, installs once that is there, and is done when its Deployment is', () => {
    const lacking = run([bare, group]);
    expect(lacking.way).toEqual(['Pending/RequirementsUnknown', 'Pending/RequirementsNotMet']);
    const installing = run([...lacking.objects, ...needs]);
    expect(installing.way).toEqual(['InstallReady/AllRequirementsMet', 'Installing/InstallSucceeded']);
    expect(health(at(installing.objects), REF)).toMatchObject({ healthy: false, missing: [], stale: [] });
    const done = run(installing.objects.map(up));
    expect(done.way).toEqual(['Succeeded/InstallSucceeded']);
    expect(health(at(done.objects), REF)).toEqual({ healthy: true, why: '', missing: [], stale: [] });
  });

  it('keeps its history in the status that comes back', () => {
    const { objects } = run([bare, group, ...needs]);
    const [csv] = objects.filter(({ kind }) => kind === 'ClusterServiceVersion');
    expect(csv?.['status']).toMatchObject({
      phase: 'Installing',
      conditions: [{ phase: 'Pending' }, { phase: 'InstallReady' }, { phase: 'Installing' }],
    });
  });

  it('waits by the moment that it is asked about', () => {
    const { objects } = run([bare, group, ...needs]);
    const late = { ...at(objects), now: NOW + 6 * 60_000 };
    expect(transition(late, REF).next).toMatchObject({ phase: 'Failed', reason: 'InstallCheckFailed' });
  });

  it('fails where no OperatorGroup is', () => {
    expect(transition(at([bare]), REF).next).toMatchObject({ phase: 'Failed', reason: 'NoOperatorGroup' });
  });

  it('takes along what it owns when it is deleted', () => {
    const { objects } = run([bare, group, ...needs]);
    const deleted = objects.map((object) =>
      object.metadata.name === REF.name && object.kind === 'ClusterServiceVersion'
        ? { ...object, metadata: { ...object.metadata, deletionTimestamp: EARLIER } }
        : object,
    );
    const gone = transition(at(deleted), REF).actions.flatMap((action) =>
      action.kind === 'delete' ? [action.resource.kind] : [],
    );
    expect(new Set(gone)).toEqual(
      new Set([
        'Deployment',
        'OperatorCondition',
        'Role',
        'RoleBinding',
        'ClusterRole',
        'ClusterRoleBinding',
      ]),
    );
  });

  it('is named when it is not there, or cannot be read', () => {
    expect(() => transition(at([group]), REF)).toThrow(/ClusterServiceVersion team-a\/tickets.v1.0.0/);
    const broken = { ...bare, spec: { ...bare.spec, install: 'none' } };
    expect(() => requirements(at([broken]), REF)).toThrow(RangeError);
  });
});

describe('Requirements of plain objects', () => {
  const asking = (spec: Parameters<typeof anInstallableCsv>[1]): KubeObject =>
    anInstallableCsv('tickets.v1.0.0', spec);
  const states = (world: ReplayWorld): string[] =>
    requirements(world, REF).statuses.map(({ kind, status }) => `${kind} ${status}`);

  it.each([
    ['nothing', [], ['CustomResourceDefinition NotPresent', 'ServiceAccount NotPresent']],
    ['all', needs, ['CustomResourceDefinition Present', 'ServiceAccount Present']],
    [
      'no rights',
      [aCrd(), tickets],
      ['CustomResourceDefinition Present', 'ServiceAccount PresentNotSatisfied'],
    ],
    [
      'a definition that is not served yet',
      [aCrd('tickets.example.com', false), tickets, ...rights],
      ['CustomResourceDefinition PresentNotAvailable', 'ServiceAccount Present'],
    ],
  ])('with %s', (_name, objects, want) => {
    expect(states(at([asking({}), group, ...objects]))).toEqual(want);
  });

  it.each([
    ['1.35.0', 'PresentNotSatisfied'],
    ['v1.36.0', 'Present'],
    [undefined, 'Present'],
  ])('against server version %s', (serverVersion, want) => {
    const world = at([asking({ spec: { minKubeVersion: '1.36.0' } }), group, ...needs]);
    const asked = serverVersion === undefined ? world : { ...world, serverVersion };
    expect(states(asked)[0]).toBe(`ClusterServiceVersion ${want}`);
  });

  it.each([
    ['served', ['monitoring.example.com/v1/Rule'], 'Rule Present'],
    ['not served', [], 'Rule NotPresent'],
  ])('for an API that is %s', (_name, servedApis, want) => {
    const nativeAPIs = [{ group: 'monitoring.example.com', version: 'v1', kind: 'Rule' }];
    const world = at([asking({ spec: { nativeAPIs } }), group, ...needs], { servedApis });
    expect(states(world)).toContain(want);
  });

  it('for an API that a definition among the objects serves', () => {
    const nativeAPIs = [{ group: 'example.com', version: 'v1', kind: 'Ticket' }];
    expect(states(at([asking({ spec: { nativeAPIs } }), group, ...needs]))).toContain('Ticket Present');
  });
});

describe('A plan of plain objects', () => {
  const bundle = aPlanBundle({ catalogNamespace: 'olm' });
  const where = { namespace: 'team-a', name: 'install-aaaaa' };

  it('waits for approval, then begins at the moment that is given', () => {
    const waiting = anInstallPlan([bundle], { phase: '', catalogSources: [] }, { approved: false });
    expect(plan(at([waiting, group]), where)?.status.phase).toBe('RequiresApproval');
    const approved = anInstallPlan([bundle], { phase: 'RequiresApproval', catalogSources: [] });
    expect(plan(at([approved, group]), where)?.status).toMatchObject({
      phase: 'Installing',
      startTime: '2026-01-01T00:10:00Z',
    });
  });

  it('writes what its bundle holds', () => {
    const running = anInstallPlan([bundle], { phase: 'Installing', catalogSources: [], startTime: EARLIER });
    const world = at([running, group], { contents: { 'sha256:aa': [bare, aCrd()] } });
    expect(plan(world, where)?.actions.map(({ object }) => object.kind)).toEqual(['ClusterServiceVersion']);
  });

  it('is left alone when its status does not say what it installs', () => {
    expect(plan(at([anInstallPlan([bundle]), group]), where)).toBeUndefined();
  });

  it('is named when it is not there', () => {
    expect(() => plan(at([group]), where)).toThrow('InstallPlan team-a/install-aaaaa');
  });
});

describe('A namespace of plain objects', () => {
  const olm = { namespace: 'olm', name: 'cat' };
  const offered = aChain('tickets', { '1.0.0': {}, '2.0.0': {} });
  const wanted = aSubscriptionTo('tickets', { spec: { sourceNamespace: 'olm' } });
  const outcome = (world: ReplayWorld): unknown => resolve(world, 'ns').outcomes['tickets'];

  it('gets the head of the channel', () => {
    const world = at([wanted], { catalogs: [{ ...olm, packages: [offered] }] });
    expect(outcome(world)).toMatchObject({ kind: 'install', chosen: { version: '2.0.0', catalog: olm } });
  });

  it('is told when the catalog cannot be used, is not there, or is kept from it', () => {
    const unusable = { ...olm, packages: [offered], problem: 'it does not answer' };
    expect(outcome(at([wanted], { catalogs: [unusable] }))).toMatchObject({
      kind: 'unresolvable',
      reason: 'ErrorPreventedResolution',
    });
    expect(outcome(at([wanted]))).toMatchObject({ kind: 'unresolvable' });
    const strict: KubeObject = {
      ...group,
      metadata: {
        ...group.metadata,
        namespace: 'ns',
        annotations: { 'olm.operatorframework.io/exclude-global-namespace-resolution': 'true' },
      },
    };
    expect(outcome(at([wanted, strict], { catalogs: [{ ...olm, packages: [offered] }] }))).toMatchObject({
      kind: 'unresolvable',
    });
  });

  it('prefers the catalog of higher priority for what others need', () => {
    const app = aChain('tickets', { '1.0.0': { requires: ['Base'] } });
    const base = aChain('base', { '1.0.0': { provides: ['Base'] } });
    const catalogs = [
      { ...olm, packages: [app] },
      { namespace: 'olm', name: 'low', packages: [base] },
      { namespace: 'olm', name: 'high', packages: [base], priority: 5 },
    ];
    expect(resolve(at([wanted], { catalogs }), 'ns').dependencies).toMatchObject([
      { package: 'base', catalog: { name: 'high' }, requiredBy: ['tickets.v1.0.0'] },
    ]);
  });
});
