/**
 * Objects of the cluster with something in them replaced, dropped or doubled, as a definition with a weaker schema than
 * ours would let it in. The guards of `lib/olm/observed/shapes.ts` may leave such an object alone; what they let through, everything that
 * decides about it and shows it can take: nothing throws. CAPSTAN_SEED repeats a run that failed.
 */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { operatorRows } from '#lib/olm/views/operator-view.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { setInValue } from '#lib/schema-form/schema/path.ts';
import { questions } from '#lib/testing/cluster-questions.ts';
import { type Scene, sceneObjects } from '#lib/testing/cluster-scene.ts';
import { mutate } from '#lib/testing/mutations.ts';
import { type Random, randomFrom } from '#lib/testing/random.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { mutated } from '#server/catalog/testing/mutations.ts';
import {
  isCatalogSource,
  isCsv,
  isInstallPlan,
  isOperatorGroup,
  isSubscription,
} from '#lib/olm/observed/shapes.ts';

const HARMED = effort(2_000, 100_000);
const seed = seedOr(20_260_102);

type Objects = Readonly<Record<keyof Scene, readonly KubeObject[]>>;

const KINDS = Object.keys(sceneObjects) as (keyof Scene)[];
const schemas = new Map(
  olmCrds.map(({ spec }) => [spec.names.kind, fieldOf(spec.versions[0]?.schema.openAPIV3Schema)]),
);

/** By one or the other way of harming. Metadata stays: the API server reads it by types of its own. */
function harmed(object: KubeObject, random: Random): KubeObject {
  const { spec, status } = object;
  const value = random.chance(0.5)
    ? mutated(JSON.stringify({ spec, status }), { entry: 0, place: random.below(1e6), harm: harmOf(random) })
    : JSON.stringify(
        mutate(schemas.get(object.kind) ?? fieldOf({}), { spec, status }, random).value,
        (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part),
      );
  const { apiVersion, kind, metadata } = object;
  return { ...(JSON.parse(value) as object), apiVersion, kind, metadata };
}

/** Of those that leave JSON what it is: see `mutated`. */
function harmOf(random: Random): number {
  return random.below(100_000) * 8 + 5 + random.below(3);
}

/** As reconcilers see a cluster: what a guard refuses is not there. */
function sceneOf(objects: Objects): Scene {
  return {
    csvs: objects.csvs.filter(isCsv),
    subscriptions: objects.subscriptions.filter(isSubscription),
    plans: objects.plans.filter(isInstallPlan),
    groups: objects.groups.filter(isOperatorGroup),
    sources: objects.sources.filter(isCatalogSource),
    crds: objects.crds,
  };
}

/** What was thrown by whom, of all that depends on objects of the kind. */
function faultsIn(objects: Objects, kind: keyof Scene): string[] {
  const scene = sceneOf(objects);
  return questions
    .filter(({ about }) => about.includes(kind))
    .flatMap(({ name, ask }) => {
      try {
        ask(scene);
        return [];
      } catch (cause) {
        return [`${name}: ${String(cause)}`];
      }
    });
}

const withObject = (kind: keyof Scene, before: KubeObject | undefined, after: KubeObject): Objects => ({
  ...sceneObjects,
  [kind]: sceneObjects[kind].map((object) => (object === before ? after : object)),
});

describe(`of ${String(HARMED)} harmed objects of the cluster`, () => {
  it('none that the guards let through makes a decision or a view throw', () => {
    const random = randomFrom(seed);
    let taken = 0;
    for (let run = 0; run < HARMED; run += 1) {
      const kind = random.pick(KINDS);
      const before = random.pick(sceneObjects[kind]);
      const after = harmed(before, random);
      const objects = withObject(kind, before, after);
      expect(faultsIn(objects, kind), JSON.stringify(after)).toEqual([]);
      if (sceneOf(objects)[kind].length === sceneObjects[kind].length) taken += 1;
    }
    // Else it would be the guards alone that were tried.
    expect(taken).toBeGreaterThan(HARMED / 2);
  });

  it('are what would be taken unharmed', () => {
    expect(sceneOf(sceneObjects)).toEqual(sceneObjects);
    for (const kind of KINDS) expect([kind, faultsIn(sceneObjects, kind)]).toEqual([kind, []]);
  });
});

describe('a cluster with', () => {
  const csvStep = { resource: { kind: 'ClusterServiceVersion', name: 'tickets.v2.0.0' } };
  it.each<{ kind: keyof Scene; path: readonly string[]; value: unknown }>([
    { kind: 'subscriptions', path: ['spec', 'config', 'env'], value: 'A=b' },
    { kind: 'subscriptions', path: ['spec', 'config', 'volumes'], value: [null] },
    { kind: 'subscriptions', path: ['status', 'conditions'], value: {} },
    { kind: 'subscriptions', path: ['status', 'conditions'], value: [null] },
    { kind: 'subscriptions', path: ['status', 'catalogHealth'], value: [{}] },
    { kind: 'plans', path: ['status'], value: null },
    { kind: 'plans', path: ['status', 'plan'], value: 'steps' },
    { kind: 'plans', path: ['status', 'plan'], value: [{}] },
    { kind: 'plans', path: ['status', 'plan'], value: [null] },
    { kind: 'plans', path: ['status', 'plan'], value: [csvStep] },
    { kind: 'csvs', path: ['status', 'requirementStatus'], value: [null] },
    { kind: 'groups', path: ['status', 'conditions'], value: 'none' },
    { kind: 'groups', path: ['status', 'conditions'], value: [null] },
    { kind: 'sources', path: ['status', 'conditions'], value: {} },
    { kind: 'sources', path: ['status', 'conditions'], value: [null] },
  ])('$value at $path of one of its $kind goes on without it', ({ kind, path, value }) => {
    const [object] = sceneObjects[kind];
    const objects = withObject(kind, object, setInValue(object, path, value) as KubeObject);
    expect(faultsIn(objects, kind)).toEqual([]);
    expect(sceneOf(objects)[kind]).toHaveLength(sceneObjects[kind].length - 1);
  });

  it.each([undefined, 1])('a ClusterServiceVersion whose display name is %s shows its name', (value) => {
    const [object] = sceneObjects.csvs;
    const objects = withObject(
      'csvs',
      object,
      setInValue(object, ['spec', 'displayName'], value) as KubeObject,
    );
    expect(faultsIn(objects, 'csvs')).toEqual([]);
    expect(sceneOf(objects).csvs).toHaveLength(sceneObjects.csvs.length);
    expect(operatorRows(sceneOf(objects)).map(({ title }) => title)).toContain(object?.metadata.name);
  });
});
