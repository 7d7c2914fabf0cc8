import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { effort, isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

/**
 * What happens to a controller from outside while it works: others write what it writes, its cluster answers late, and
 * objects come from Capstans of other versions. One cluster for all, whose etcd nobody else needs.
 */
const CATALOG = 'tests';
const WRITERS = effort(6, 24);
const FREEZES = effort(1, 5);
/** Of a writer, between two rounds: quick for anything that looks and writes, and time for others in between. */
const ROUND_MS = 50;
/** A wait for nothing to happen has to end some time. */
const REST_MS = 2_000;
/** Whoever has to write between two others' writes may need many tries. */
const PATIENT = { timeoutMs: 240_000 };
const LONG = { timeout: 600_000 };
/** Characters of a CSV's description: more than etcd takes for one object, 1.5 MiB, and than the API server for a request, 3 MB. */
const OVERSIZE = 3_500_000;
const names = [
  'calm',
  'storm',
  'skew',
  ...Array.from({ length: FREEZES }, (_, index) => `slow${String(index)}`),
];
const { subscriptions, installPlans, clusterServiceVersions, operatorGroups, catalogSources } = resources;

const held = heldByFile();
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  const versions = Object.fromEntries(names.map((name) => [name, ['1.0.0', '2.0.0']]));
  const catalog = held.use(await ticketsCatalog({ ...versions, neighbour: ['1.0.0', '2.0.0'] }));
  await catalog.add('oversize', '1.0.0', { spec: { description: 'x'.repeat(OVERSIZE) } });
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

/** Installs version 1 and lets it upgrade to version 2, unless somebody has to approve. */
async function install(name: string, spec: Record<string, unknown> = {}): Promise<void> {
  await user.install({
    namespace: name,
    package: name,
    catalog: CATALOG,
    targetNamespaces: [name],
    spec: { startingCSV: `${name}.v1.0.0`, ...spec },
  });
}

async function untilSettled(name: string): Promise<void> {
  await user.untilPhase(name, `${name}.v2.0.0`, 'Succeeded', 300_000);
  await eventually(async () => {
    const csvs = await user.list(clusterServiceVersions, name);
    expect(csvs.map(({ metadata }) => metadata.name)).toEqual([`${name}.v2.0.0`]);
    const [subscription] = await user.list(subscriptions, name);
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
    const plans = await user.list(installPlans, name);
    expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete', 'Complete']);
  }, PATIENT);
}

const outcome = (name: string): Promise<string[]> =>
  installOutcome(user, name, { crds: [`tickets.${name}.example.com`], replaced: [`${name}.v1.0.0`] });

/** The controller's answered requests about a namespace, of those that change something. */
function written(name: string): number[] {
  return auditEvents(operators.cluster.auditLog, `/namespaces/${name}/`)
    .filter(({ requestURI }) => requestURI.includes('fieldManager=capstan-controller'))
    .map(({ responseStatus }) => responseStatus?.code ?? 0);
}

describe('a controller', () => {
  it('ends where it would when many others write to its objects, without a hot loop', LONG, async () => {
    await install('calm');
    await untilSettled('calm');
    const over = new AbortController();
    let writes = 0;
    const scribble = async (resource: Resource, writer: number): Promise<void> => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        for (const { metadata } of await user.list(resource, 'storm')) {
          // Not by an annotation: those of a CSV are also those of its pods.
          const body = {
            metadata: { labels: { [`scribble.example.com/${String(writer)}`]: String(count) } },
          };
          const ref = { namespace: 'storm', name: metadata.name };
          await user.client.patch(resource, ref, { type: 'merge', body }).then(
            () => (writes += 1),
            // It was removed in between.
            () => undefined,
          );
        }
        await delay(ROUND_MS);
      }
    };
    const kinds = [subscriptions, installPlans, clusterServiceVersions, operatorGroups];
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      scribble(kinds[writer % kinds.length] ?? subscriptions, writer),
    );
    try {
      await install('storm');
      await untilSettled('storm');
      // A slow machine has installed before it was much of a storm.
      await eventually(() => {
        expect(writes).toBeGreaterThan(100);
      });
    } finally {
      over.abort();
      await Promise.all(writers);
    }
    const conflicts = written('storm').filter((code) => code === 409);
    // Each of them has somebody else's write before it; a hot loop has many for one.
    expect(conflicts.length).toBeLessThanOrEqual(2 * writes);
    const scribbles = /,?"scribble\.example\.com\/\d+"/g;
    // The roles of a group are made beside an install, and may come later.
    await eventually(async () => {
      const end = (await outcome('storm')).map((line) => line.replaceAll(scribbles, ''));
      expect(end).toEqual(await outcome('calm'));
    });
    await eventually(
      async () => {
        const before = written('storm').length;
        await delay(REST_MS);
        expect(written('storm')).toHaveLength(before);
      },
      { timeoutMs: 60_000 },
    );
  });

  it('gives up its lease while etcd stands still, and carries on; never two at once', LONG, async () => {
    const first = operators.controller;
    const second = await operators.start();
    const isReady = async (controller: typeof first): Promise<boolean> =>
      (await fetch(`${controller.url('health')}/readyz`)).ok;
    for (const name of names.filter((one) => one.startsWith('slow'))) {
      const installing = install(name);
      await eventually(async () => {
        expect((await user.list(installPlans, name)).length).toBeGreaterThan(0);
      });
      await installing;
      operators.cluster.freeze('etcd');
      try {
        // Longer than a lease lives without an answer.
        await eventually(
          async () => {
            const [ready, ...leading] = [await isReady(first), await first.leads(), await second.leads()];
            expect({ ready, leading }).toEqual({ ready: false, leading: [false, false] });
          },
          { timeoutMs: 120_000 },
        );
      } finally {
        operators.cluster.thaw('etcd');
      }
      await untilSettled(name);
      await eventually(async () => expect(await outcome(name)).toEqual(await outcome('calm')));
      await eventually(async () => {
        expect([await first.leads(), await second.leads()].filter(Boolean)).toHaveLength(1);
      });
    }
    await Promise.all([first.stop(), second.stop()]);
    await operators.start();
  });

  it('leaves what other versions have written, and carries on their plans', LONG, async () => {
    await install('skew', { installPlanApproval: 'Manual' });
    await eventually(async () => {
      const [plan] = await user.list(installPlans, 'skew');
      expect(at(plan, 'status.phase')).toBe('RequiresApproval');
      // Told last: before that there is no status to mark.
      const [subscription] = await user.list(subscriptions, 'skew');
      expect(at(subscription, 'status.state')).toBe('UpgradePending');
    });
    await operators.controller.kill();
    const marked = [subscriptions, installPlans, operatorGroups] as const;
    for (const resource of marked) await markAll(resource, 'skew');
    await markAll(catalogSources, 'capstan-system');
    // As a newer one would define them: an older one has to live with it.
    const crd = { name: 'subscriptions.operators.coreos.com' };
    const annotations = {
      'capstan.dev/definition': 'of-a-newer-one',
      'capstan.dev/of-another-version': 'yes',
    };
    await user.client.patch(resources.customResourceDefinitions, crd, {
      type: 'merge',
      body: { metadata: { annotations } },
    });
    await operators.start();
    const [plan] = await user.list(installPlans, 'skew');
    await user.approve('skew', plan?.metadata.name ?? '');
    await user.untilPhase('skew', 'skew.v1.0.0', 'Succeeded');
    await eventually(async () => {
      const plans = await user.list(installPlans, 'skew');
      expect(plans.map((one) => at(one, 'status.phase')).sort()).toEqual(['Complete', 'RequiresApproval']);
      const [subscription] = await user.list(subscriptions, 'skew');
      expect(at(subscription, 'status.state')).toBe('UpgradePending');
    });
    for (const resource of marked) {
      const first = (await user.list(resource, 'skew')).filter(isMarked);
      expect([resource.kind, first.length]).toEqual([resource.kind, 1]);
      expect(unknownConditions(first[0])).toEqual(hasConditions(resource) ? ['OfAnotherVersion'] : []);
    }
    const definition = await user.client.get(resources.customResourceDefinitions, crd);
    expect(definition.metadata.annotations?.['capstan.dev/of-another-version']).toBe('yes');
  });
});

const hasConditions = ({ kind }: Resource): boolean => kind !== 'CatalogSource';
const condition = { type: 'OfAnotherVersion', status: 'True', reason: 'Told', message: 'by a newer one' };

/** Puts an annotation that this version does not know onto all objects, and a condition beside theirs. */
async function markAll(resource: Resource, namespace: string): Promise<void> {
  for (const object of await user.list(resource, namespace)) {
    const ref = { namespace, name: object.metadata.name };
    const annotations = { 'capstan.dev/of-another-version': 'yes' };
    await user.client.patch(resource, ref, { type: 'merge', body: { metadata: { annotations } } });
    if (!hasConditions(resource)) continue;
    const known: unknown = at(object, 'status.conditions');
    const conditions = [
      ...(Array.isArray(known) ? (known as unknown[]) : []),
      { ...condition, lastTransitionTime: new Date().toISOString() },
    ];
    const body = { status: { conditions } };
    await user.client.patch(resource, ref, { type: 'merge', body }, { subresource: 'status' });
  }
}

const isMarked = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.['capstan.dev/of-another-version'] === 'yes';

function unknownConditions(object: KubeObject | undefined): unknown[] {
  const conditions = at(object, 'status.conditions');
  return (Array.isArray(conditions) ? (conditions as unknown[]) : [])
    .map((one) => at(one, 'type'))
    .filter((type) => type === condition.type);
}

describe('a CSV that is too large for the cluster', () => {
  it('is named with the reason, is not tried without end, and holds nobody else up', LONG, async () => {
    await user.install({ namespace: 'oversize', package: 'oversize', catalog: CATALOG });
    await install('neighbour');
    await untilSettled('neighbour');
    await eventually(async () => {
      const [plan] = await user.list(installPlans, 'oversize');
      expect(at(plan, 'status.message')).toMatch(
        /ClusterServiceVersion oversize\/oversize\.v1\.0\.0: The object is larger than the cluster accepts/,
      );
      // The minute in which a plan tries again is for the deep size.
      if (isDeep) expect(at(plan, 'status.phase')).toBe('Failed');
    }, PATIENT);
    expect(written('oversize').filter((code) => code === 413).length).toBeLessThan(20);
    if (!isDeep) return;
    const before = written('oversize').length;
    await delay(REST_MS);
    expect(written('oversize')).toHaveLength(before);
  });
});
