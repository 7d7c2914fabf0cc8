import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

/** What OperatorGroups make of operators, and how that is mended: OLM 61, 63, 64. */
const CATALOG = 'tests';
const CSV = resources.clusterServiceVersions;
const GROUPS = resources.operatorGroups;
const PROVIDED = 'olm.providedAPIs';

const held = heldByFile();
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  const catalog = held.use(await ticketsCatalog({ shared: ['1.0.0'], listed: ['1.0.0'] }));
  await catalog.add('narrow', '1.0.0', {
    spec: {
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({
        type,
        supported: type === 'OwnNamespace',
      })),
    },
  });
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

const request = (namespace: string, name: string, targetNamespaces?: string[]) => ({
  ...{ namespace, package: name, catalog: CATALOG },
  ...(targetNamespaces === undefined ? {} : { targetNamespaces }),
});

async function wordsOf(namespace: string, csv: string): Promise<string> {
  const status = await user.field(CSV, namespace, csv, 'status');
  return `${String(at(status, 'phase'))}/${String(at(status, 'reason'))} ${String(at(status, 'message'))}`;
}

async function expectWords(namespace: string, csv: string, want: string): Promise<void> {
  await eventually(async () => {
    expect(await wordsOf(namespace, csv)).toBe(want);
  });
}

/** What the status remembers, oldest first. */
async function history(namespace: string, csv: string): Promise<string[]> {
  const conditions = await user.field(CSV, namespace, csv, 'status.conditions');
  return (Array.isArray(conditions) ? (conditions as unknown[]) : []).map(
    (one) => `${String(at(one, 'phase'))}/${String(at(one, 'reason'))} ${String(at(one, 'message'))}`,
  );
}

const change = (namespace: string, body: Record<string, unknown>): Promise<KubeObject> =>
  user.client.patch(GROUPS, { namespace, name: 'group' }, { type: 'merge', body });

const deploymentsIn = async (namespace: string): Promise<string[]> =>
  (await user.list(resources.deployments, namespace)).map(({ metadata }) => metadata.name);

const DONE = 'Succeeded/InstallSucceeded install strategy completed with no errors';

describe('an OperatorGroup', () => {
  it('for all namespaces of an operator that watches only its own: told, and mended by the group', async () => {
    await user.install(request('narrow', 'narrow'));
    await expectWords(
      'narrow',
      'narrow.v1.0.0',
      'Failed/UnsupportedOperatorGroup AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces',
    );
    expect(await deploymentsIn('narrow')).toEqual([]);
    await change('narrow', { spec: { targetNamespaces: ['narrow'] } });
    await expectWords('narrow', 'narrow.v1.0.0', DONE);
    expect(await history('narrow', 'narrow.v1.0.0')).toContain(
      'Pending/RequirementsUnknown InstallModes now support target namespaces',
    );
    const [deployment] = await user.list(resources.deployments, 'narrow');
    expect(at(deployment, 'spec.template.metadata.annotations')).toMatchObject({
      'olm.targetNamespaces': 'narrow',
    });
    // Each transition is a line of the log, too: what it came to, and what was written.
    const lines = operators.controller.log
      .filter((line) => line.includes('"decided"') && line.includes('"key":"narrow/narrow.v1.0.0"'))
      .map((line): unknown => JSON.parse(line));
    expect(lines.map((line) => at(line, 'reason'))).toEqual(
      expect.arrayContaining(['UnsupportedOperatorGroup', 'AllRequirementsMet', 'InstallSucceeded']),
    );
    expect(JSON.stringify(lines)).toContain('apply Deployment narrow/tickets');
  });

  it('that meets another which provides the same API: the younger gives way, until the other is gone', async () => {
    const both: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'both' } };
    await user.client.create(resources.namespaces, both);
    await user.install(request('left', 'shared', ['left', 'both']));
    await user.untilPhase('left', 'shared.v1.0.0', 'Succeeded');
    await user.install(request('right', 'shared', ['right', 'both']));
    await expectWords(
      'right',
      'shared.v1.0.0',
      'Failed/InterOperatorGroupOwnerConflict intersecting operatorgroups provide the same apis',
    );
    expect(await deploymentsIn('right')).toEqual([]);
    expect(await wordsOf('left', 'shared.v1.0.0')).toBe(DONE);
    await user.client.delete(resources.subscriptions, { namespace: 'left', name: 'shared' });
    await user.client.delete(CSV, { namespace: 'left', name: 'shared.v1.0.0' });
    await expectWords('right', 'shared.v1.0.0', DONE);
    expect(await history('right', 'shared.v1.0.0')).toContain(
      'Pending/RequirementsUnknown OperatorGroup no longer intersecting with conflicting owner',
    );
    expect(await deploymentsIn('right')).toEqual(['tickets']);
  });

  it('that comes to meet another takes the pods of its operator away, and gives them back', async () => {
    await user.install(request('east', 'shared', ['east']));
    await user.install(request('west', 'shared', ['west']));
    await user.untilPhase('east', 'shared.v1.0.0', 'Succeeded');
    await user.untilPhase('west', 'shared.v1.0.0', 'Succeeded');
    await change('west', { spec: { targetNamespaces: ['west', 'east'] } });
    await eventually(async () => {
      const states = [await wordsOf('east', 'shared.v1.0.0'), await wordsOf('west', 'shared.v1.0.0')];
      expect(states.filter((state) => state === DONE)).toHaveLength(1);
      expect(
        states.filter((state) => state.startsWith('Failed/InterOperatorGroupOwnerConflict')),
      ).toHaveLength(1);
      expect([...(await deploymentsIn('east')), ...(await deploymentsIn('west'))]).toEqual(['tickets']);
    });
    await change('west', { spec: { targetNamespaces: ['west'] } });
    await expectWords('east', 'shared.v1.0.0', DONE);
    await expectWords('west', 'shared.v1.0.0', DONE);
  });

  it('with a list of APIs of somebody’s own is not changed: the operator waits until it is in the list', async () => {
    await user.prepare(request('listed', 'listed', ['listed']));
    await change('listed', { spec: { staticProvidedAPIs: true } });
    await user.subscribe(request('listed', 'listed'));
    await expectWords(
      'listed',
      'listed.v1.0.0',
      'Failed/CannotModifyStaticOperatorGroupProvidedAPIs static provided api operatorgroup cannot be modified by these apis',
    );
    expect(await deploymentsIn('listed')).toEqual([]);
    const apis = 'Ticket.v1.listed.example.com,Z.v1.somebody.example.com';
    await change('listed', { metadata: { annotations: { [PROVIDED]: apis } } });
    await expectWords('listed', 'listed.v1.0.0', DONE);
    const { metadata } = await user.client.get(GROUPS, { namespace: 'listed', name: 'group' });
    expect(metadata.annotations?.[PROVIDED]).toBe(apis);
  });
});
