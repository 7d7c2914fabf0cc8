/** What a run goes by, and what of it differs from the run before: kept beside the Instance, where KUDO keeps nothing. */
import { shortHash } from '../../base/hash.ts';
import { namesPassword } from '../../base/secret-name.ts';
import type { KudoInstance, KudoOperatorVersion, PlanRunRecord, RunChange } from '../api/types.ts';

/** Of a value: longer ones are told apart by a hash, since the record has to stay small. */
const VALUE = 300;
const HASH = 10;

/** A keyed hash of a text; what it is of cannot be guessed from it without the key. */
export type Seal = (text: string) => string;

type Values = Readonly<Record<string, string>>;

/** What a run goes by. */
export interface RunBasis {
  /** Name of the OperatorVersion; absent where there is none. */
  version?: string | undefined;
  /** Each parameter that has a value, with the default where none was given; of passwords only their seal. */
  values: Record<string, string>;
  /** What `values` would be if nothing were given: what the first run is held against. Absent where others ran it before. */
  defaults?: Record<string, string> | undefined;
}

/** What a run that begins now goes by. Without a seal nothing is known of passwords. */
export function runBasis(
  instance: KudoInstance,
  version: KudoOperatorVersion | undefined,
  seal: Seal | undefined,
): RunBasis {
  const { uid = '' } = instance.metadata;
  const kept = (given: Values): Record<string, string> =>
    Object.fromEntries(
      (version?.spec.parameters ?? []).flatMap(({ name, default: usual }): [string, string][] => {
        const value = own(given, name) ?? usual;
        if (!namesPassword(name)) return value === undefined ? [] : [[name, keptText(value)]];
        // One that is not set has a seal as well: without any, nobody knew.
        return seal === undefined ? [] : [[name, seal([uid, name, value ?? ''].join('\n'))]];
      }),
    );
  // Where another engine ran it, or the history was lost, nobody knows what is new.
  const hasRun = Object.values(instance.status?.planStatus ?? {}).some((plan) => (plan.uid ?? '') !== '');
  return {
    version: version?.metadata.name,
    values: kept(instance.spec.parameters ?? {}),
    defaults: hasRun ? undefined : kept({}),
  };
}

function keptText(value: string): string {
  if (value.length <= VALUE) return value;
  return `${value.slice(0, VALUE).toWellFormed()}… (${shortHash(value, HASH)})`;
}

/** The fields of a record that say what is different; `before` is the run before, absent for the first. */
export function runChanges(
  before: PlanRunRecord | undefined,
  { version, values, defaults }: RunBasis,
): Pick<PlanRunRecord, 'version' | 'versionBefore' | 'changed' | 'values'> {
  const was = before === undefined ? defaults : before.values;
  const other = before?.version === version ? undefined : before?.version;
  return {
    ...(version === undefined ? {} : { version }),
    ...(other === undefined ? {} : { versionBefore: other }),
    ...(was === undefined ? {} : { changed: differences(was, values) }),
    values,
  };
}

function differences(before: Values, after: Values): RunChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): RunChange[] => {
    const [was, is] = [own(before, name), own(after, name)];
    if (was === is) return [];
    if (namesPassword(name)) return was === undefined || is === undefined ? [] : [{ name, hidden: true }];
    return [{ name, ...(was === undefined ? {} : { was }), ...(is === undefined ? {} : { is }) }];
  });
}

function own(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
