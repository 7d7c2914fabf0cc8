/**
 * How an operator goes: first the instances that were chosen, while it still runs and can tidy up after them; then its
 * Subscription and its CSV, with which everything goes that the controller made for it; then what was chosen of what it leaves.
 * The page asks again after every step, so that it goes on after anything that happens in between.
 */
import type { Change } from '../../k8s/change.ts';
import type { ObjectRef, Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { optional } from '../../base/loose.ts';
import type { LeavingKind, UninstallFacts, Standing } from './facts.ts';
import { chosenInstances, isChosen, own, type RemovalChoices } from './record.ts';

/** In this order. */
export type RemovalStepId = 'instances' | 'operator' | 'dependencies' | 'definitions' | 'groups';

/** What an object waits for. The texts are under `removal.waits`. */
export type RemovalWait =
  /** It is on its way. */
  | { code: 'going' }
  /** Whoever holds it has to do something first. `runs`: the operator does, and may be what is waited for. */
  | { code: 'finalizers'; values: { finalizers: string; runs: boolean } }
  /** It stays: there are instances that nobody has agreed to delete. */
  | { code: 'newInstances'; values: { kind: string; count: number } }
  | { code: 'uncounted'; values: { kind: string } }
  | { code: 'neededBy'; values: { operators: string } }
  | { code: 'otherOperators'; values: { operators: string } };

/** What of a step is still there. */
export interface Remaining extends ObjectRef {
  kind: string;
  uid?: string;
  /** Absent: it has not been deleted yet. */
  wait?: RemovalWait;
  /** Takes its finalizers away, for whoever knows that nobody will; only where its operator does not run, or is being deleted. */
  release?: Change;
}

/** One step of a removal. */
export interface RemovalStep {
  id: RemovalStepId;
  state: 'pending' | 'active' | 'done';
  /** How many objects it is about. */
  total: number;
  remaining: readonly Remaining[];
}

/** How far the removal is, and what comes next. */
export interface Removal {
  /** `replaced`: under the name stands another CSV than the one that was to go. Nothing is deleted then. */
  state: 'running' | 'done' | 'replaced';
  steps: readonly RemovalStep[];
  /** To be sent now, in this order, by whoever removes it; none while something is waited for. */
  next: readonly Change[];
}

interface Part {
  id: RemovalStepId;
  total: number;
  remaining: readonly Remaining[];
  /** Nothing of it is left but what stays. */
  done: boolean;
  next: readonly Change[];
}

/** What the removal comes to from here. */
export function decideRemoval(facts: UninstallFacts, choices: RemovalChoices): Removal {
  if (facts.csv !== undefined && facts.csv.uid !== choices.csv) {
    return { state: 'replaced', steps: [], next: [] };
  }
  const parts = [
    instancesPart(facts, choices),
    operatorPart(facts),
    dependenciesPart(facts, choices),
    definitionsPart(facts, choices),
    groupsPart(facts, choices),
  ].filter(({ id, total }) => id === 'operator' || total > 0);
  const active = parts.findIndex(({ done }) => !done);
  return {
    state: active < 0 ? 'done' : 'running',
    steps: parts.map(({ id, total, remaining }, index) => ({
      ...{ id, total, remaining },
      state: active < 0 || index < active ? 'done' : index === active ? 'active' : 'pending',
    })),
    next: parts[active]?.next ?? [],
  };
}

/** Whether nothing of what was agreed to has been deleted, so that taking the record away undoes all of it. When in doubt: no. */
export function isUntouched({ csv, subscriptions }: UninstallFacts, { steps: [first] }: Removal): boolean {
  const stands = [csv, ...subscriptions].every((one) => one !== undefined && one.deletedAt === undefined);
  if (!stands || first === undefined) return false;
  return first.id === 'instances'
    ? first.remaining.length === first.total && first.remaining.every(({ wait }) => wait === undefined)
    : subscriptions.length > 0;
}

/** All that a removal will delete with the rights of whoever removes it, as it stands now. */
export function uninstallDeletions(facts: UninstallFacts, choices: RemovalChoices): Change[] {
  return [
    ...instancesPart(facts, choices).next,
    ...operatorPart(facts).next,
    ...dependenciesPart(facts, choices).next,
    ...facts.kinds.flatMap(({ crd, definition }) =>
      definition !== undefined && own(choices.definitions, crd) === definition.uid
        ? [deletion(resources.customResourceDefinitions, definition)]
        : [],
    ),
    ...facts.groups
      .filter(({ name, uid }) => own(choices.groups, name) === uid)
      .map((group) => deletion(resources.operatorGroups, group)),
  ];
}

function instancesPart(facts: UninstallFacts, choices: RemovalChoices): Part {
  const chosen = facts.kinds.flatMap((kind) =>
    kind.instances.filter((one) => isChosen(choices, kind.crd, one)).map((one) => ({ kind, one })),
  );
  const { csv } = facts;
  // While it is being deleted, the controller lets it run on for these (`hold.ts`).
  const runs = csv !== undefined && csv.phase === 'Succeeded';
  const releasable = !runs || csv.deletedAt !== undefined;
  return {
    id: 'instances',
    total: chosenInstances(choices),
    remaining: chosen.map(({ kind, one }) => ({
      ...refOf(one),
      ...{ kind: kind.resource.kind, uid: one.uid },
      ...optional({ wait: waitOf(one, runs) }),
      ...(one.deletedAt !== undefined && one.finalizers.length > 0 && releasable
        ? { release: releaseOf(kind.resource, one) }
        : {}),
    })),
    done: chosen.length === 0,
    next: chosen
      .filter(({ one }) => one.deletedAt === undefined)
      .map(({ kind, one }) => deletion(kind.resource, one)),
  };
}

function waitOf(object: Standing, runs: boolean): RemovalWait | undefined {
  if (object.deletedAt === undefined) return undefined;
  return object.finalizers.length === 0
    ? { code: 'going' }
    : { code: 'finalizers', values: { finalizers: object.finalizers.join(', '), runs } };
}

function operatorPart({ csv, subscriptions, made }: UninstallFacts): Part {
  const roots = [
    ...subscriptions.map((one) => ({ one, resource: resources.subscriptions })),
    ...(csv === undefined ? [] : [{ one: csv, resource: resources.clusterServiceVersions }]),
  ];
  const remaining = [
    ...roots.map(({ one, resource }) => ({
      ...refOf(one),
      ...{ kind: resource.kind, uid: one.uid },
      ...optional({ wait: waitOf(one, true) }),
    })),
    ...made.map((object): Remaining => ({
      ...object,
      ...(roots.length === 0 ? { wait: { code: 'going' } } : {}),
    })),
  ];
  return {
    id: 'operator',
    total: remaining.length,
    remaining,
    done: remaining.length === 0,
    // Without its Subscription gone, the controller would install the operator again.
    next: roots
      .filter(({ one }) => one.deletedAt === undefined)
      .map(({ one, resource }) => deletion(resource, one)),
  };
}

function dependenciesPart({ dependencies }: UninstallFacts, choices: RemovalChoices): Part {
  const roots = dependencies
    .filter(({ csv }) => own(choices.dependencies, csv.name) === csv.uid)
    .flatMap(({ csv, subscriptions }) => [
      ...subscriptions.map((one) => ({ one, resource: resources.subscriptions })),
      { one: csv, resource: resources.clusterServiceVersions },
    ]);
  return {
    id: 'dependencies',
    total: Object.keys(choices.dependencies).length,
    remaining: roots.map(({ one, resource }) => ({
      ...refOf(one),
      ...{ kind: resource.kind, uid: one.uid },
      ...optional({ wait: waitOf(one, true) }),
    })),
    done: roots.length === 0,
    next: roots
      .filter(({ one }) => one.deletedAt === undefined)
      .map(({ one, resource }) => deletion(resource, one)),
  };
}

function definitionsPart(facts: UninstallFacts, choices: RemovalChoices): Part {
  const resource = resources.customResourceDefinitions;
  const chosen = facts.kinds.flatMap((kind) => {
    const { definition } = kind;
    if (definition === undefined || own(choices.definitions, kind.crd) !== definition.uid) return [];
    const wait = whyDefinitionStays(kind) ?? waitOf(definition, true);
    return [{ definition, wait, stays: whyDefinitionStays(kind) !== undefined }];
  });
  return {
    id: 'definitions',
    total: Object.keys(choices.definitions).length,
    remaining: chosen.map(({ definition, wait }) => ({
      ...refOf(definition),
      ...{ kind: resource.kind, uid: definition.uid },
      ...optional({ wait }),
    })),
    done: chosen.every(({ stays }) => stays),
    next: chosen
      .filter(({ stays, definition }) => !stays && definition.deletedAt === undefined)
      .map(({ definition }) => deletion(resource, definition)),
  };
}

/** With a definition go all of its instances, whoever made them: so only one that has none, and that nobody needs. */
function whyDefinitionStays({
  resource: { kind },
  definition,
  others,
  instances,
  unread,
}: LeavingKind): RemovalWait | undefined {
  if (definition?.deletedAt !== undefined) return undefined;
  if (others.length > 0) return { code: 'neededBy', values: { operators: namesOf(others) } };
  if (unread !== undefined) return { code: 'uncounted', values: { kind } };
  return instances.length === 0
    ? undefined
    : { code: 'newInstances', values: { kind, count: instances.length } };
}

function groupsPart({ groups, neighbors }: UninstallFacts, choices: RemovalChoices): Part {
  const chosen = groups.filter(({ name, uid }) => own(choices.groups, name) === uid);
  const stays: RemovalWait | undefined =
    neighbors.length === 0
      ? undefined
      : { code: 'otherOperators', values: { operators: neighbors.join(', ') } };
  return {
    id: 'groups',
    total: Object.keys(choices.groups).length,
    remaining: chosen.map((group) => ({
      ...refOf(group),
      ...{ kind: resources.operatorGroups.kind, uid: group.uid },
      ...optional({ wait: stays ?? waitOf(group, true) }),
    })),
    done: chosen.length === 0 || stays !== undefined,
    next:
      stays === undefined
        ? chosen
            .filter(({ deletedAt }) => deletedAt === undefined)
            .map((group) => deletion(resources.operatorGroups, group))
        : [],
  };
}

function namesOf(others: readonly ObjectRef[]): string {
  return others.map(({ namespace = '', name }) => `${namespace}/${name}`).join(', ');
}

function refOf({ namespace, name }: ObjectRef): ObjectRef {
  return { name, ...optional({ namespace }) };
}

/** Exactly that one: what was made anew under the name has another UID. */
function deletion(resource: Resource, object: Standing): Change {
  return { verb: 'delete', resource, ref: refOf(object), uid: object.uid };
}

/** Refused by an object of another UID. */
function releaseOf(resource: Resource, object: Standing): Change {
  return {
    verb: 'patch',
    resource,
    ref: refOf(object),
    patch: { type: 'merge', body: { metadata: { uid: object.uid, finalizers: null } } },
  };
}
