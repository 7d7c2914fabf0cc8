/**
 * Random removals in a small simulated cluster: others make instances, bring operators and delete things in between, finalizers
 * hang, the tab is closed and opened again, requests are lost. Whatever happens, nothing is deleted that was not agreed to.
 */
import { expect, it } from 'vitest';
import { effort, seedOr } from '#local/testing/effort.ts';
import { randomFrom, type Random } from '#lib/testing/random.ts';
import type { Change } from '../../k8s/change.ts';
import { optional } from '../../base/loose.ts';
import { decideRemoval, uninstallDeletions, type Removal } from './decide.ts';
import type { LeavingCsv, UninstallFacts, Standing } from './facts.ts';
import { inventoryOf } from './inventory.ts';
import { choicesOf, readRecord, recordOf, restOf, type RemovalPicks } from './record.ts';
import { standing } from './testing/worlds.ts';

const REMOVALS = effort(60, 500);
const ROUNDS = 200;

/** Moves of the world besides the removal's own end after so many rounds. */
const LIVELY = 60;

it(`deletes what was agreed to, and nothing else, in ${String(REMOVALS)} random removals`, () => {
  const first = seedOr(4_711);
  for (let seed = first; seed < first + REMOVALS; seed += 1) removeAtRandom(seed);
});

function removeAtRandom(seed: number): void {
  const random = randomFrom(seed);
  const cluster = new Cluster(random);
  const facts = cluster.facts();
  const picks = picksFrom(random, facts);
  const choices = choicesOf(facts, picks);
  const agreed = new Set(uninstallDeletions(facts, choices).map(uidOf));
  cluster.csv = { ...cluster.csv, record: recordOf(choices) } as LeavingCsv;
  let removal: Removal | undefined;
  for (let round = 0; round < ROUNDS && removal?.state !== 'done'; round += 1) {
    const now = cluster.facts();
    // Any tab reads what was agreed to from where it stands now.
    const read = readRecord(now.csv === undefined ? restOf(choices) : now.csv.record);
    expect(read, `seed ${String(seed)}`).toBeDefined();
    if (read === undefined) return;
    removal = decideRemoval(now, read);
    for (const change of removal.next) {
      const why = `seed ${String(seed)}, round ${String(round)}: ${change.verb} ${change.resource.kind} ${uidOf(change)}`;
      expect(agreed.has(uidOf(change)) || cluster.cameWithOperator.has(uidOf(change)), why).toBe(true);
      if (!random.chance(0.2)) cluster.take(change, why);
    }
    for (const { release } of removal.steps.flatMap(({ remaining }) => remaining)) {
      if (release !== undefined && random.chance(0.3)) cluster.release(uidOf(release));
    }
    cluster.goOn(round < LIVELY);
  }
  expect(removal?.state, `seed ${String(seed)}`).toBe('done');
  const left = removal?.steps.flatMap(({ remaining }) => remaining) ?? [];
  // What is left says why.
  for (const one of left) expect(one.wait?.code).toMatch(/newInstances|neededBy|otherOperators/);
  const { csv, subscriptions, made } = cluster.facts();
  expect({ csv, subscriptions, made }, `seed ${String(seed)}`).toEqual({
    csv: undefined,
    subscriptions: [],
    made: [],
  });
}

function picksFrom(random: Random, facts: UninstallFacts): RemovalPicks {
  const some = (names: readonly string[]): Set<string> => new Set(names.filter(() => random.chance(0.6)));
  const instances = some(facts.kinds.map(({ crd }) => crd));
  const dependencies = some(facts.dependencies.map(({ csv }) => csv.name));
  const groups = some(facts.groups.map(({ name }) => name));
  const definitions = some(facts.kinds.map(({ crd }) => crd));
  const wished = { instances, definitions, groups, dependencies };
  // What the page does not offer cannot be ticked.
  const offered = inventoryOf(facts, wished);
  const ticked = (choices: readonly { id: string; picked: boolean }[]): Set<string> =>
    new Set(choices.filter(({ picked }) => picked).map(({ id }) => id));
  return {
    instances: ticked(offered.instances),
    definitions: ticked(offered.definitions),
    groups: ticked(offered.groups),
    dependencies: ticked(offered.dependencies),
  };
}

function uidOf(change: Change): string {
  if (change.verb === 'delete') return change.uid ?? '';
  const body = change.verb === 'patch' && change.patch.type === 'merge' ? change.patch.body : {};
  return (body['metadata'] as { uid: string }).uid;
}

/** As far as a removal sees one: deletions wait for finalizers, and take along what belongs to the deleted. */
class Cluster {
  csv: LeavingCsv | undefined;
  /** UIDs of its Subscription and of those that replace it. */
  readonly cameWithOperator = new Set<string>();
  #subscriptions: Standing[];
  #made: string[];
  #crds: Map<string, { definition: Standing; instances: Standing[]; needed: boolean }>;
  #groups: Standing[];
  #neighbors: string[];
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
    this.csv = { ...this.#make('flights.v1'), title: 'Flights', phase: 'Succeeded' };
    this.#subscriptions = random.chance(0.8) ? [this.#make('flights')] : [];
    for (const uid of [this.csv.uid, ...this.#subscriptions.map((one) => one.uid)]) {
      this.cameWithOperator.add(uid);
    }
    this.#made = ['one', 'two'];
    this.#crds = new Map(
      ['tickets', 'seats'].map((plural) => [
        `${plural}.example.com`,
        {
          definition: this.#make(`${plural}.example.com`),
          instances: Array.from({ length: random.below(4) }, (_one, index) => this.#instance(String(index))),
          needed: random.chance(0.2),
        },
      ]),
    );
    this.#groups = [this.#make('group')];
    this.#neighbors = random.chance(0.3) ? ['maps.v1'] : [];
  }

  #make(name: string): Standing {
    this.#count += 1;
    return standing(name, { uid: `${this.#count.toString(16).padStart(8, '0')}-${name}` });
  }

  #instance(name: string): Standing {
    const held = this.#random.chance(0.5) ? { finalizers: ['example.com/tidy'] } : {};
    return { ...this.#make(name), ...held };
  }

  facts(): UninstallFacts {
    return {
      operator: { namespace: 'ns', name: 'flights.v1' },
      ...optional({ csv: this.csv }),
      subscriptions: this.#subscriptions,
      made: this.#made.map((name) => ({ kind: 'Deployment', namespace: 'ns', name })),
      kinds: [...this.#crds].map(([crd, { definition, instances, needed }]) => ({
        crd,
        resource: {
          ...{ group: 'example.com', version: 'v1', kind: crd.slice(0, -'s.example.com'.length) },
          ...{ plural: crd.slice(0, -'.example.com'.length), namespaced: true },
        },
        definition,
        instances,
        others: needed ? [{ namespace: 'else', name: 'maps.v1', need: 'requires' }] : [],
      })),
      groups: this.#groups,
      neighbors: this.#neighbors,
      dependencies: [],
      unread: [],
    };
  }

  /** A deletion, with its precondition. */
  take(change: Change, why: string): void {
    const uid = uidOf(change);
    for (const crd of this.#crds.values()) {
      // With the definition would go what nobody agreed to.
      if (crd.definition.uid === uid) expect(crd.instances, why).toEqual([]);
    }
    this.#change((object) => (object.uid === uid ? { ...object, deletedAt: 'now' } : object));
  }

  release(uid: string): void {
    this.#change((object) => (object.uid === uid ? { ...object, finalizers: [] } : object));
  }

  #change(change: (object: Standing) => Standing): void {
    if (this.csv !== undefined) this.csv = { ...this.csv, ...change(this.csv) };
    this.#subscriptions = this.#subscriptions.map(change);
    this.#groups = this.#groups.map(change);
    for (const [name, crd] of this.#crds) {
      this.#crds.set(name, {
        ...crd,
        definition: change(crd.definition),
        instances: crd.instances.map(change),
      });
    }
  }

  /** Time passes: what can go goes, and others do things too. */
  goOn(lively: boolean): void {
    const random = this.#random;
    const runs = this.csv?.phase === 'Succeeded' && this.csv.deletedAt === undefined;
    if (runs) {
      this.#change((object) =>
        object.deletedAt !== undefined && random.chance(0.5) ? { ...object, finalizers: [] } : object,
      );
    }
    const stays = ({ deletedAt, finalizers }: Standing): boolean =>
      deletedAt === undefined || finalizers.length > 0;
    if (this.csv !== undefined && !stays(this.csv) && random.chance(0.5)) this.csv = undefined;
    if (this.csv === undefined && random.chance(0.5)) this.#made.pop();
    this.#subscriptions = this.#subscriptions.filter(stays);
    this.#groups = this.#groups.filter(stays);
    for (const [name, crd] of this.#crds) {
      if (stays(crd.definition)) this.#crds.set(name, { ...crd, instances: crd.instances.filter(stays) });
      else this.#crds.delete(name);
    }
    if (!lively) return;
    if (random.chance(0.05) && this.csv !== undefined) this.csv = { ...this.csv, phase: 'Failed' };
    const [crd] = [...this.#crds.values()].filter(() => random.chance(0.1));
    if (crd !== undefined && crd.definition.deletedAt === undefined) {
      crd.instances = [...crd.instances, this.#instance('late')];
    }
    if (random.chance(0.02)) this.#neighbors = ['late.v1'];
    // Somebody else is quicker.
    if (random.chance(0.02)) this.#subscriptions = [];
  }
}
