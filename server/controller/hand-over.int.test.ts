import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';

const CATALOG = 'tests';
const CSV = resources.clusterServiceVersions;
const CONDITION = resources.operatorConditions;

/** The API server takes no such port. */
const REFUSED = {
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [
        {
          name: 'tickets',
          spec: {
            selector: { matchLabels: { app: 'tickets' } },
            template: {
              metadata: { labels: { app: 'tickets' } },
              spec: {
                containers: [
                  { name: 'manager', image: 'example.invalid/tickets:2', ports: [{ containerPort: 70_000 }] },
                ],
              },
            },
          },
        },
      ],
    },
  },
};

const held = heldByFile();
let catalog: CatalogFolder;
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  catalog = held.use(await ticketsCatalog({ polite: ['1.0.0', '2.0.0'], early: ['1.0.0', '2.0.0'] }));
  await catalog.add('forward', '1.0.0');
  await catalog.add('forward', '2.0.0', { replaces: 'forward.v1.0.0', spec: REFUSED });
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

const names = async (...[resource, namespace]: Parameters<Bench['list']>): Promise<string[]> =>
  (await user.list(resource, namespace)).map(({ metadata }) => metadata.name).sort();

const reasonOf = async (namespace: string, csv: string): Promise<string> => {
  const status = await user.field(CSV, namespace, csv, 'status');
  return [at(status, 'phase'), at(status, 'reason'), at(status, 'message')].join(' / ');
};

/** As the operator says it, with the rights of its own account. */
async function say(namespace: string, csv: string, status: 'True' | 'False', field: string): Promise<void> {
  const condition = {
    type: 'Upgradeable',
    status,
    reason: 'Migration',
    message: 'a migration is at work',
    lastTransitionTime: new Date().toISOString(),
  };
  const patch = JSON.stringify({ spec: { [field]: [condition] } });
  const as = `--as=system:serviceaccount:${namespace}:tickets`;
  const args = ['patch', `operatorcondition/${csv}`, '-n', namespace, '--type=merge', '-p', patch];
  await operators.cluster.kubectl(...(field === 'conditions' ? [as] : []), ...args);
}

async function installFirst(name: string): Promise<void> {
  const spec = { installPlanApproval: 'Manual', startingCSV: `${name}.v1.0.0` };
  await user.install({ namespace: name, package: name, catalog: CATALOG, targetNamespaces: [name], spec });
  await approveNext(name);
  await user.untilPhase(name, `${name}.v1.0.0`, 'Succeeded');
}

async function approveNext(name: string): Promise<void> {
  const plan = await eventually(async () => {
    const plans = await user.list(resources.installPlans, name);
    const waiting = plans.find((object) => at(object, 'status.phase') === 'RequiresApproval');
    expect(waiting).toBeDefined();
    return waiting?.metadata.name ?? '';
  });
  await user.approve(name, plan);
}

describe('OLM 73: an operator that says whether it may be upgraded', () => {
  it('holds its own upgrade back, and lets it go on as soon as it says otherwise', async () => {
    await installFirst('polite');
    await eventually(async () => {
      expect(await names(resources.roleBindings, 'polite')).toContain('polite.v1.0.0');
      expect(await user.field(CONDITION, 'polite', 'polite.v1.0.0', 'spec.deployments')).toEqual(['tickets']);
    });
    await eventually(() => say('polite', 'polite.v1.0.0', 'False', 'conditions'));
    await eventually(async () => {
      const path = 'status.conditions';
      const conditions = await user.field(CONDITION, 'polite', 'polite.v1.0.0', path);
      expect(conditions).toMatchObject([{ type: 'Upgradeable', status: 'False', observedGeneration: 2 }]);
    });
    await approveNext('polite');
    await eventually(async () => {
      expect(await reasonOf('polite', 'polite.v2.0.0')).toBe(
        'Pending / OperatorConditionNotUpgradeable / operator is not upgradeable: the operator is not upgradeable: a migration is at work',
      );
    });
    // Its content stays as it was until then.
    const path = 'spec.template.spec.containers';
    const containers = await user.field(resources.deployments, 'polite', 'tickets', path);
    expect(containers).toMatchObject([{ image: 'example.invalid/tickets:1.0.0' }]);
    await say('polite', 'polite.v1.0.0', 'True', 'conditions');
    await user.untilPhase('polite', 'polite.v2.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await names(CSV, 'polite')).toEqual(['polite.v2.0.0']);
      expect(await names(CONDITION, 'polite')).toEqual(['polite.v2.0.0']);
      const rights = await names(resources.roles, 'polite');
      expect(rights.filter((name) => name.startsWith('polite.v1'))).toEqual([]);
      expect(rights).toContain('polite.v2.0.0');
    });
  });

  it('is overruled by an administrator', async () => {
    await installFirst('early');
    await eventually(() => say('early', 'early.v1.0.0', 'False', 'conditions'));
    // What it says counts once the controller has seen it.
    await eventually(async () => {
      expect(await user.field(CONDITION, 'early', 'early.v1.0.0', 'status.conditions')).toMatchObject([
        { type: 'Upgradeable', status: 'False' },
      ]);
    });
    await approveNext('early');
    await eventually(async () => {
      expect(await reasonOf('early', 'early.v2.0.0')).toContain('OperatorConditionNotUpgradeable');
    });
    await say('early', 'early.v1.0.0', 'True', 'overrides');
    await user.untilPhase('early', 'early.v2.0.0', 'Succeeded');
  });
});

describe('OLM 72: old and new hand over', () => {
  it('OLM 43: goes past a version that failed only with fail forward, and leaves the last one alone', async () => {
    await user.install({
      namespace: 'forward',
      package: 'forward',
      catalog: CATALOG,
      targetNamespaces: ['forward'],
      spec: { startingCSV: 'forward.v1.0.0' },
    });
    await user.untilPhase('forward', 'forward.v2.0.0', 'Failed');
    expect(await reasonOf('forward', 'forward.v1.0.0')).toBe(
      'Replacing / BeingReplaced / being replaced by csv: forward.v2.0.0',
    );
    await catalog.add('forward', '3.0.0', { replaces: 'forward.v2.0.0' });
    const group = { namespace: 'forward', name: 'group' };
    const body = { spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' } };
    await user.client.patch(resources.operatorGroups, group, { type: 'merge', body });
    await user.untilPhase('forward', 'forward.v3.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await names(CSV, 'forward')).toEqual(['forward.v3.0.0']);
      expect(await names(CONDITION, 'forward')).toEqual(['forward.v3.0.0']);
      expect(await names(resources.deployments, 'forward')).toEqual(['tickets']);
    });
    const tickets = await user.client.get(resources.deployments, { namespace: 'forward', name: 'tickets' });
    expect(tickets.metadata.labels?.['olm.owner']).toBe('forward.v3.0.0');
    const rights = await user.list(
      resources.clusterRoles,
      undefined,
      'olm.owner.namespace=forward,olm.owner.kind=ClusterServiceVersion',
    );
    expect(rights.map(({ metadata }) => metadata.labels?.['olm.owner'])).toEqual(['forward.v3.0.0']);
  });
});
