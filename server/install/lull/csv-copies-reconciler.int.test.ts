import { beforeAll, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import { OLM_CONFIG_NAME } from '#lib/olm/csv/copies-config.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { at as field } from '#local/testing/installs.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { observe } from '../caches.ts';
import { csvCopiesKind } from './csv-copies-reconciler.ts';
import { eventsWritten } from '../events.ts';
import { olmConfigKind } from './olm-config-reconciler.ts';
import { reconcile } from '../reconcile.ts';

const held = heldByFile();
const CSV = resources.clusterServiceVersions;
const NAME = 'tickets.v1.0.0';
const MANY = 50;
let at: InstallWorld;
const target = (index: number): string => `${at.namespace}-${String(index)}`;

beforeAll(async () => {
  at = await installWorld(held);
  // Other test files have namespaces in this cluster, too.
  const labels = { watched: at.namespace };
  await Promise.all(
    Array.from({ length: MANY }, (_, index) =>
      at.make(resources.namespaces, {
        ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: target(index), labels } },
      }),
    ),
  );
  await at.make(resources.operatorGroups, {
    ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup' },
    metadata: { name: 'group', namespace: at.namespace },
    spec: { selector: { matchLabels: labels } },
  });
  const csv = anInstallableCsv(NAME, {
    spec: { description: 'What only pages show.' },
    status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
  });
  await at.make(CSV, at.here(csv));
});

const copy = async (): Promise<string[]> => {
  await reconcile(csvCopiesKind, { ...at, key: `${at.namespace}/${NAME}` });
  await eventsWritten(at.world);
  return at.writes();
};

async function copies(): Promise<KubeObject[]> {
  const labelSelector = `${COPIED_FROM_LABEL}=${at.namespace}`;
  return (await at.user.list(CSV, { labelSelector })).items;
}

/** What the OLMConfig says then of copies. */
async function switched(disableCopiedCSVs: boolean): Promise<void> {
  const config = await at.user.apply(
    resources.olmConfigs,
    {
      ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name: OLM_CONFIG_NAME } },
      spec: { features: { disableCopiedCSVs } },
    },
    { fieldManager: 'capstan-test' },
  );
  observe(at.world.caches, resources.olmConfigs, config);
}

async function told(): Promise<unknown> {
  await reconcile(olmConfigKind, { ...at, key: OLM_CONFIG_NAME });
  const config = await at.user.get(resources.olmConfigs, { name: OLM_CONFIG_NAME });
  const [condition] = field(config, 'status.conditions') as { status: string; reason: string }[];
  at.writes();
  return [condition?.status, condition?.reason];
}

it('1f.6 copies a CSV to fifty namespaces and back, with no more writes than that takes', async () => {
  expect(await copy()).toEqual([]);
  await switched(false);
  // Each is made, and then says what it is.
  expect(await copy()).toHaveLength(2 * MANY);
  const made = await copies();
  expect(new Set(made.map(({ metadata }) => metadata.namespace))).toEqual(
    new Set(Array.from({ length: MANY }, (_, index) => target(index))),
  );
  for (const one of made)
    expect(one).toMatchObject({
      spec: { description: 'What only pages show.', install: { strategy: 'deployment' } },
      status: {
        ...{ phase: 'Succeeded', reason: 'Copied' },
        message: `The operator is running in ${at.namespace} but is managing this namespace`,
      },
    });
  expect(await copy()).toEqual([]);
  expect(await told()).toEqual(['False', 'CopiedCSVsEnabled']);

  // One that somebody deletes comes back, alone.
  const [lost] = made;
  await at.user.delete(CSV, { namespace: lost?.metadata.namespace ?? '', name: NAME });
  const { caches } = at.world;
  await eventually(() => {
    expect(caches.clusterServiceVersions.list(lost?.metadata.namespace)).toEqual([]);
  });
  expect(await copy()).toHaveLength(2);

  await switched(true);
  // All go, and one Event says so.
  expect(await copy()).toHaveLength(MANY + 1);
  expect(await copies()).toEqual([]);
  const about = { namespace: at.namespace, fieldSelector: `involvedObject.name=${NAME}` };
  const events = (await at.user.list(resources.events, about)).items;
  expect(events.map(({ reason, message }) => [reason, message])).toEqual([
    ['DisabledCopiedCSVs', `CSV copying disabled for ${at.namespace}/${NAME}`],
  ]);
  await eventually(() => {
    for (let index = 0; index < MANY; index += 1)
      expect(caches.clusterServiceVersions.list(target(index))).toEqual([]);
  });
  expect(await copy()).toEqual([]);
  expect(await told()).toEqual(['True', 'CopiedCSVsDisabled']);
});
