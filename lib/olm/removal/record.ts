/**
 * What somebody has agreed to delete, exactly: by UID, so that what is made afterwards under the same name stays. It stands in
 * an annotation of the CSV while that is there, so that any tab of anybody with the rights can go on, and in the address of the
 * page afterwards. It grants nothing: every deletion is sent with the credentials of whoever goes on.
 */
import { isJsonObject, parsedJson, type JsonObject } from '../../base/json.ts';
import { optional, textsOf } from '../../base/loose.ts';
import { REMOVAL_ANNOTATION } from '../api/labels.ts';
import type { UninstallFacts, Standing } from './facts.ts';

/** Beyond so many instances of one kind the record would not fit into an annotation (256 KiB for all of an object's). */
export const MOST_INSTANCES = 5_000;

/** Of what an operator can be said to provide: longer names are none, and nobody provides so many. */
const NAME = 253;
const MOST_KINDS = 1_000;

/** By the beginning of their UIDs: eight hexadecimal digits, at random in those that the API server makes. */
const SHORT_UID = 8;

/** What is to go besides the operator itself. */
export interface RemovalChoices {
  /** UID of the CSV: one that was installed anew is another. */
  csv: string;
  /** Names of all definitions that it provides: what is left of them is told in the end. */
  provided: readonly string[];
  /** By name of the definition: beginnings of the UIDs of those instances that go. */
  instances: Readonly<Record<string, readonly string[]>>;
  /** UIDs by name. */
  definitions: Readonly<Record<string, string>>;
  groups: Readonly<Record<string, string>>;
  /** UIDs of the CSVs by name. */
  dependencies: Readonly<Record<string, string>>;
}

/** What is ticked on the page: names of definitions, OperatorGroups and CSVs. */
export interface RemovalPicks {
  instances: ReadonlySet<string>;
  definitions: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  dependencies: ReadonlySet<string>;
}

/** What the ticks come to, of what is there. */
export function choicesOf(facts: UninstallFacts, picks: RemovalPicks): RemovalChoices {
  const { kinds, groups, dependencies } = facts;
  return {
    csv: facts.csv?.uid ?? '',
    provided: kinds.map(({ crd }) => crd),
    instances: Object.fromEntries(
      kinds
        .filter(({ crd, instances }) => picks.instances.has(crd) && instances.length > 0)
        .map(({ crd, instances }) => [crd, instances.map(({ uid }) => shortUid(uid))]),
    ),
    definitions: Object.fromEntries(
      kinds.flatMap(({ crd, definition }) =>
        picks.definitions.has(crd) && definition !== undefined ? [[crd, definition.uid]] : [],
      ),
    ),
    groups: uidsByName(groups, picks.groups),
    dependencies: uidsByName(
      dependencies.map(({ csv }) => csv),
      picks.dependencies,
    ),
  };
}

function uidsByName(objects: readonly Standing[], names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    objects.filter(({ name }) => names.has(name)).map(({ name, uid }) => [name, uid]),
  );
}

/** Whether the choice names this one. */
export function isChosen(choices: RemovalChoices, crd: string, { uid }: Standing): boolean {
  return (own(choices.instances, crd) ?? []).includes(shortUid(uid));
}

/** How many instances were to go. */
export function chosenInstances({ instances }: RemovalChoices): number {
  return Object.values(instances).reduce((sum, uids) => sum + uids.length, 0);
}

/** The value under an own key. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function shortUid(uid: string): string {
  return uid.slice(0, SHORT_UID);
}

/** As an annotation holds it: UIDs of instances in a row. */
export function recordOf(choices: RemovalChoices): string {
  const instances = Object.fromEntries(
    Object.entries(choices.instances).map(([crd, uids]) => [crd, uids.join('')]),
  );
  return JSON.stringify({ ...choices, instances });
}

/** For the address of the page, once the CSV is gone with its annotation: without instances, which go before it. */
export function restOf(choices: RemovalChoices): string {
  return JSON.stringify({ ...choices, instances: {} });
}

/** Undefined for what is no record: whoever may annotate a CSV may write anything there. */
export function readRecord(text: string | null | undefined): RemovalChoices | undefined {
  const value = parsedJson(text ?? '');
  if (!isJsonObject(value) || typeof value['csv'] !== 'string') return undefined;
  const { csv } = value;
  const provided = textsOf(value['provided'], NAME, MOST_KINDS);
  const [instances, definitions, groups, dependencies] = [
    texts(value, 'instances'),
    texts(value, 'definitions'),
    texts(value, 'groups'),
    texts(value, 'dependencies'),
  ];
  if (!instances || !definitions || !groups || !dependencies) return undefined;
  const listed = Object.entries(instances).map(([crd, row]) => [crd, shortUids(row)] as const);
  if (listed.some(([, uids]) => uids === undefined)) return undefined;
  return {
    ...{ csv, provided, definitions, groups, dependencies },
    instances: Object.fromEntries(listed.map(([crd, uids = []]) => [crd, uids])),
  };
}

function texts(value: JsonObject, field: string): Record<string, string> | undefined {
  const map = value[field];
  if (!isJsonObject(map)) return undefined;
  const entries = Object.entries(map);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined;
  return Object.fromEntries(entries);
}

/** Undefined when it is no row of whole UIDs. */
function shortUids(row: string): string[] | undefined {
  if (row.length % SHORT_UID !== 0) return undefined;
  return Array.from({ length: row.length / SHORT_UID }, (_part, index) =>
    row.slice(index * SHORT_UID, (index + 1) * SHORT_UID),
  );
}

/** The patch that notes on the CSV what was agreed to, or takes the note away; refused by a CSV of another UID. */
export function recordPatch(uid: string, record: string | undefined): Record<string, unknown> {
  return {
    metadata: { ...optional({ uid }), annotations: { [REMOVAL_ANNOTATION]: record ?? null } },
  };
}
