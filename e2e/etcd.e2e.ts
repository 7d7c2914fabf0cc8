/** What `docs/etcd.md` tells a newcomer to do, step by step, its commands included; it makes the pictures of it. */
import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { commandsUnder } from '#local/testing/deploy/documented.ts';
import { etcdBackups, etcdClusters, etcdRestores, etcdUser } from '#local/testing/samples/etcd-clusters.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { picture } from './fixtures/pictures.ts';
import { install, openPackage } from './fixtures/steps.ts';

// A cluster of its own: the journey begins where the operator is not installed.
test.use({ catalogs: [samples] });

const DOCUMENT = 'docs/etcd.md';
const NAMESPACE = 'keys';
const EXAMPLE = { namespace: NAMESPACE, name: 'example' };
/** What the rules for alerts go by. */
const ALERTED = [
  'etcd_server_has_leader',
  'etcd_mvcc_db_total_size_in_use_in_bytes',
  'etcd_server_quota_backend_bytes',
];
const LONG = { timeout: 120_000 };

test('a newcomer runs a cluster, loses a member, grows, keeps its keys and brings them back', async ({
  page,
  capstan,
}) => {
  const keys = etcdUser(capstan.kube, NAMESPACE, 'example-client');

  await test.step('install', async () => {
    await openPackage(page, 'etcd', /^etcd/);
    await install(page, { namespace: NAMESPACE });
    await expect(page.getByText('etcd 1.2.0 is running')).toBeVisible();
  });

  await test.step('ask for a cluster', async () => {
    await page.getByRole('link', { name: 'Create EtcdCluster' }).click();
    await page.getByLabel('Name', { exact: true }).fill('example');
    await page.getByLabel('Size').fill('3');
    await page.getByLabel('Version').fill('3.2.13');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'example' })).toBeVisible();
    await expect(page.getByRole('definition').getByText('Running', { exact: true })).toBeVisible(LONG);
    await expect(page.getByRole('cell', { name: '3 of 3 members answer.' })).toBeVisible(LONG);
    await picture(page, DOCUMENT, 'etcd-cluster.png');
    const [pods = ''] = commandsUnder(DOCUMENT, 'Ask for a cluster');
    expect(await capstan.cluster.shell(pods)).toMatch(
      /^example-0 .+Running[^]+^example-1 .+Running[^]+^example-2 .+Running/m,
    );
  });

  await test.step('write to it', async () => {
    const [put = ''] = commandsUnder(DOCUMENT, 'Write to it');
    await eventually(() => capstan.cluster.shell(put));
    expect(await keys.all()).toEqual({ hello: 'world' });
  });

  await test.step('lose a member', async () => {
    const before = await uidsOf(capstan);
    for (const command of commandsUnder(DOCUMENT, 'Lose a member')) await capstan.cluster.shell(command);
    await eventually(async () => {
      const after = await uidsOf(capstan);
      expect(after.get('example-1')).toBeDefined();
      expect(after.get('example-1')).not.toBe(before.get('example-1'));
    });
    await isWhole(capstan, 3);
    await expect(page.getByRole('cell', { name: '3 of 3 members answer.' })).toBeVisible(LONG);
    expect(await keys.all()).toEqual({ hello: 'world' });
  });

  await test.step('change it', async () => {
    const [grow = '', refused = ''] = commandsUnder(DOCUMENT, 'Change it');
    await capstan.cluster.shell(grow);
    await isWhole(capstan, 5);
    await capstan.cluster.shell(refused);
    await expect(page.getByRole('cell', { name: /spec\.size: 4 is even/ })).toBeVisible(LONG);
    await capstan.kube.patch(etcdClusters, EXAMPLE, { type: 'merge', body: { spec: { size: 3 } } });
    await isWhole(capstan, 3);
  });

  await test.step('watch it', async () => {
    const [operator = '', member = ''] = commandsUnder(DOCUMENT, 'Watch it');
    expect(await capstan.cluster.shell(operator)).toContain('controller_runtime_reconcile_total');
    const metrics = await capstan.cluster.shell(member);
    for (const name of ALERTED) expect(metrics).toContain(`\n${name}`);
  });

  await test.step('keep its keys, and bring them back', async () => {
    const [spoil = '', read = ''] = commandsUnder(DOCUMENT, 'Keep its keys, and bring them back');
    await create(page, 'EtcdBackup', 'nightly', { Cluster: 'example' });
    await eventually(async () => {
      const backup = await capstan.kube.get(etcdBackups, { namespace: NAMESPACE, name: 'nightly' });
      expect(backup['status']).toMatchObject({ succeeded: true, keys: 1 });
    });
    await expect(page.getByText('nightly.etcd-backup-0')).toBeVisible(LONG);
    await picture(page, DOCUMENT, 'etcd-backup.png');
    await eventually(() => capstan.cluster.shell(spoil));
    expect(await keys.all()).toEqual({ hello: 'oops' });
    await create(page, 'EtcdRestore', 'back', { Cluster: 'example', Backup: 'nightly' });
    await expect(page.getByRole('definition').getByText('Restored', { exact: true })).toBeVisible(LONG);
    await eventually(async () => {
      expect(await capstan.cluster.shell(read)).toContain('"value":"d29ybGQ="');
    });
    const restore = await capstan.kube.get(etcdRestores, { namespace: NAMESPACE, name: 'back' });
    expect(restore['status']).toMatchObject({ succeeded: true });
    await isWhole(capstan, 3);
  });
});

/** From the list of its kind. */
async function create(page: Page, kind: string, name: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: kind, exact: true }).click();
  await page
    .getByRole('link', { name: `Create ${kind}` })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  for (const [label, value] of Object.entries(fields)) {
    // The section around it may have the same name.
    const field = page.getByLabel(label, { exact: true }).and(page.locator('input'));
    await field.fill(value);
    await field.press('Tab');
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function uidsOf({ kube }: Capstan): Promise<Map<string, string | undefined>> {
  const { items } = await kube.list(resources.pods, {
    namespace: NAMESPACE,
    labelSelector: 'etcd_cluster=example',
  });
  const living = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return new Map(living.map(({ metadata }) => [metadata.name, metadata.uid]));
}

async function isWhole(capstan: Capstan, size: number): Promise<void> {
  await eventually(
    async () => {
      const cluster = await capstan.kube.get(etcdClusters, EXAMPLE);
      const ready = Array.from({ length: size }, (_, index) => `example-${String(index)}`);
      expect(cluster['status']).toMatchObject({
        ...{ observedGeneration: cluster.metadata.generation, phase: 'Running', size },
        members: { ready, unready: [] },
      });
    },
    { timeoutMs: 120_000 },
  );
}
