/** What of an operator goes, what stays, and what is for a person to choose, before anything is deleted. */
import { accessOf, type Change, type ChangeAccess } from '../../k8s/change.ts';
import type { ObjectRef, Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { compareTexts } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import type { OtherUser, LeavingKind, UninstallFacts } from './facts.ts';
import { MOST_INSTANCES, type RemovalPicks } from './record.ts';

/** Why something is not for choosing. The texts are under `removal.stays`. */
export type StayReason =
  | { code: 'uncounted'; values: { kind: string } }
  | { code: 'neededBy'; values: { operators: string } }
  /** The operators that bring it too may be whose these are. */
  | { code: 'sharedWith'; values: { operators: string } }
  | { code: 'instances'; values: { kind: string; count: number } }
  | { code: 'tooMany'; values: { kind: string; count: number } }
  | { code: 'otherOperators'; values: { operators: string } };

/** Something that a person may choose to delete along with the operator, or why that is not offered. */
export interface Choice {
  /** What it is ticked by: name of the definition, the OperatorGroup, the CSV. */
  id: string;
  picked: boolean;
  stays?: StayReason;
  /** The rights that its deletion takes. */
  rights: readonly ChangeAccess[];
}

/** Instances of one kind. */
export interface InstancesChoice extends Choice {
  kind: LeavingKind;
  /** By namespace, the largest count first; cluster-scoped ones have none. */
  places: readonly InstancesPlace[];
}

/** Instances of one kind in one namespace. */
export interface InstancesPlace {
  namespace?: string;
  count: number;
  /** That hold some of them, in order. */
  finalizers: readonly string[];
}

/** A removal, as it is agreed to. */
export interface Inventory {
  /** Without a choice: the operator itself, and all that was made for it. */
  goes: readonly (ObjectRef & { kind: string })[];
  instances: readonly InstancesChoice[];
  definitions: readonly Choice[];
  groups: readonly Choice[];
  dependencies: readonly (Choice & { title: string })[];
}

/** What there is to agree to. */
export function inventoryOf(facts: UninstallFacts, picks: RemovalPicks): Inventory {
  const { csv, subscriptions, made, kinds, groups, dependencies } = facts;
  const standing = kinds.filter(({ definition }) => definition !== undefined);
  return {
    goes: [
      ...subscriptions.map(({ namespace, name }) => ({
        kind: resources.subscriptions.kind,
        name,
        ...optional({ namespace }),
      })),
      ...(csv === undefined ? [] : [{ kind: resources.clusterServiceVersions.kind, ...facts.operator }]),
      ...made,
    ],
    instances: standing
      .filter(({ instances, unread }) => instances.length > 0 || unread !== undefined)
      .map((kind) => instancesChoice(kind, picks)),
    definitions: standing.map((kind) => definitionChoice(kind, picks)),
    groups: groups.map((group) =>
      choice(group.name, picks.groups, whyGroupStays(facts, picks), [
        deletionRight(resources.operatorGroups, group),
      ]),
    ),
    dependencies: dependencies.map((dependency) => ({
      title: dependency.title,
      ...choice(dependency.csv.name, picks.dependencies, undefined, [
        deletionRight(resources.clusterServiceVersions, dependency.csv),
        ...dependency.subscriptions.map((one) => deletionRight(resources.subscriptions, one)),
      ]),
    })),
  };
}

function choice(
  id: string,
  picks: ReadonlySet<string>,
  stays: StayReason | undefined,
  rights: readonly ChangeAccess[],
): Choice {
  return { id, picked: stays === undefined && picks.has(id), rights, ...optional({ stays }) };
}

function instancesChoice(kind: LeavingKind, picks: RemovalPicks): InstancesChoice {
  const places = placesOf(kind);
  return {
    ...choice(
      kind.crd,
      picks.instances,
      whyInstancesStay(kind),
      rightsInPlaces(
        kind.resource,
        places.map(({ namespace }) => namespace),
      ),
    ),
    kind,
    places,
  };
}

function placesOf({ instances }: LeavingKind): InstancesPlace[] {
  return [...Map.groupBy(instances, ({ namespace }) => namespace)]
    .map(([namespace, inside]) => ({
      count: inside.length,
      finalizers: [...new Set(inside.flatMap(({ finalizers }) => finalizers))].sort(compareTexts),
      ...optional({ namespace }),
    }))
    .sort((left, right) => right.count - left.count);
}

/** Nobody is asked about thousands of namespaces one by one: then it takes the right in all of them. */
const MOST_PLACES = 20;

function rightsInPlaces(resource: Resource, namespaces: readonly (string | undefined)[]): ChangeAccess[] {
  const places = namespaces.length > MOST_PLACES ? [undefined] : namespaces;
  return places.map((namespace) => deletionRight(resource, optional({ namespace })));
}

function whyInstancesStay({
  resource: { kind },
  others,
  instances,
  unread,
}: LeavingKind): StayReason | undefined {
  const owners = others.filter(({ need }) => need === 'owns');
  if (owners.length > 0) return { code: 'sharedWith', values: { operators: namesOf(owners) } };
  if (unread !== undefined) return { code: 'uncounted', values: { kind } };
  return instances.length > MOST_INSTANCES
    ? { code: 'tooMany', values: { kind, count: instances.length } }
    : undefined;
}

function definitionChoice(kind: LeavingKind, picks: RemovalPicks): Choice {
  return choice(kind.crd, picks.definitions, whyDefinitionIsKept(kind, picks), [
    deletionRight(resources.customResourceDefinitions, { name: kind.crd }),
  ]);
}

function whyDefinitionIsKept(kind: LeavingKind, picks: RemovalPicks): StayReason | undefined {
  const { others, instances, unread } = kind;
  if (others.length > 0) return { code: 'neededBy', values: { operators: namesOf(others) } };
  if (unread !== undefined) return { code: 'uncounted', values: { kind: kind.resource.kind } };
  const gone = instances.length === 0 || (picks.instances.has(kind.crd) && !whyInstancesStay(kind));
  if (gone) return undefined;
  return { code: 'instances', values: { kind: kind.resource.kind, count: instances.length } };
}

function whyGroupStays({ neighbors }: UninstallFacts, picks: RemovalPicks): StayReason | undefined {
  const staying = neighbors.filter((name) => !picks.dependencies.has(name));
  return staying.length === 0
    ? undefined
    : { code: 'otherOperators', values: { operators: staying.join(', ') } };
}

function deletionRight({ group, plural, namespaced }: Resource, at: Partial<ObjectRef>): ChangeAccess {
  const { namespace, name } = at;
  return {
    ...{ verb: 'delete', group, resource: plural },
    ...(namespaced ? optional({ namespace }) : {}),
    ...optional({ name }),
  };
}

function namesOf(others: readonly OtherUser[]): string {
  return others.map(({ namespace = '', name }) => `${namespace}/${name}`).join(', ');
}

/** What a removal takes in rights: those of the operator itself, and of each choice that is picked. */
export function rightsOfRemoval(
  { csv, subscriptions }: UninstallFacts,
  { instances, definitions, groups, dependencies }: Inventory,
): ChangeAccess[] {
  const picked = [...instances, ...definitions, ...groups, ...dependencies].filter((one) => one.picked);
  return [
    ...subscriptions.map((one) => deletionRight(resources.subscriptions, one)),
    ...(csv === undefined ? [] : [deletionRight(resources.clusterServiceVersions, csv)]),
    ...picked.flatMap(({ rights }) => rights),
  ];
}

/** The rights that it takes to go on, without a question for each of thousands of instances. */
export function rightsToGoOn(next: readonly Change[]): ChangeAccess[] {
  const byType = new Map<string, ChangeAccess[]>();
  for (const change of next) {
    const right = accessOf(change);
    const type = `${right.resource}.${right.group}`;
    byType.set(type, [...(byType.get(type) ?? []), right]);
  }
  return [...byType.values()].flatMap((rights) => {
    const [first] = rights;
    if (first === undefined || rights.length <= MOST_PLACES) return rights;
    const { name: _name, namespace: _namespace, ...everywhere } = first;
    return [everywhere];
  });
}

/** What has to be typed before data goes: the name of the one instance, else that of the CSV. Undefined where none goes. */
export function nameToType(facts: UninstallFacts, { instances }: Inventory): string | undefined {
  const going = instances.filter(({ picked }) => picked).flatMap(({ kind }) => kind.instances);
  const [first, ...others] = going;
  if (first === undefined) return undefined;
  return others.length === 0 ? first.name : facts.operator.name;
}
