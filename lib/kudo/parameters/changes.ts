/** How the parameters of two versions differ: for people who upgrade. */
import type { KudoParameter } from '../api/types.ts';
import { needsValue } from './check.ts';

/** One difference; texts are absent where there was, or is, no default. */
export type ParameterChange =
  | { kind: 'added'; name: string; default?: string | undefined; required: boolean }
  | { kind: 'removed'; name: string }
  | { kind: 'made-immutable'; name: string }
  | { kind: 'made-required'; name: string }
  | {
      kind: 'type-changed' | 'default-changed';
      name: string;
      from?: string | undefined;
      to?: string | undefined;
    }
  | {
      kind: 'enum-changed';
      name: string;
      from?: readonly string[] | undefined;
      to?: readonly string[] | undefined;
    };

/** Those of the new version in its order, then what it has given up. */
export function parameterChanges(
  old: readonly KudoParameter[],
  next: readonly KudoParameter[],
): ParameterChange[] {
  const before = new Map(old.map((parameter) => [parameter.name, parameter]));
  const after = new Set(next.map(({ name }) => name));
  return [
    ...next.flatMap((parameter) => changesOf(before.get(parameter.name), parameter)),
    ...old.flatMap(({ name }) => (after.has(name) ? [] : [{ kind: 'removed' as const, name }])),
  ];
}

function changesOf(was: KudoParameter | undefined, is: KudoParameter): ParameterChange[] {
  const { name } = is;
  if (was === undefined) return [{ kind: 'added', name, default: is.default, required: needsValue(is) }];
  const changes: ParameterChange[] = [];
  if (is.immutable === true && was.immutable !== true) changes.push({ kind: 'made-immutable', name });
  if (needsValue(is) && !needsValue(was)) changes.push({ kind: 'made-required', name });
  const [from, to] = [was.type ?? 'string', is.type ?? 'string'];
  if (from !== to) changes.push({ kind: 'type-changed', name, from, to });
  if (was.default !== is.default)
    changes.push({ kind: 'default-changed', name, from: was.default, to: is.default });
  if (JSON.stringify(was.enum) !== JSON.stringify(is.enum))
    changes.push({ kind: 'enum-changed', name, from: was.enum, to: is.enum });
  return changes;
}
