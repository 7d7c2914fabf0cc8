/**
 * Editing an object that goes on changing in the cluster. What others change flows into the text wherever it is not in
 * the way; where both sides changed one field, mine stays until a person decides.
 */
import { mergeThreeWays } from '../../k8s/three-way-merge.ts';
import { editsBetween } from '../text/differences.ts';
import type { YamlEdit } from '../text/edits.ts';
import { getIn, isDictionary, isList, type Path, pathKey, sameValue } from '../schema/path.ts';

/** A field that both sides changed, and not to the same. */
export interface FieldConflict {
  readonly path: Path;
  /** The same by the names of items, which stay when others come before them. */
  readonly names: readonly string[];
  /** What it was before either side changed it; undefined when it was not there. */
  readonly base: unknown;
  readonly theirs: unknown;
}

/** What is known of an edit that is under way; the text itself is kept elsewhere. */
export interface LiveEdit {
  /** What is in the cluster, as far as it was taken in. */
  readonly base: unknown;
  /** Fields to decide about. */
  readonly conflicts: readonly FieldConflict[];
}

/** How the edit goes on after the object has changed in the cluster. */
export interface Followed {
  readonly state: LiveEdit;
  /** To make in the text, so that it has what others changed. */
  readonly edits: readonly YamlEdit[];
}

/** The object is `theirs` now, while `mine` is being edited. */
export function follow(state: LiveEdit, mine: unknown, theirs: unknown): Followed {
  const merge = mergeThreeWays({ base: state.base, mine, theirs });
  const known = new Map(state.conflicts.map((conflict) => [pathKey(conflict.names), conflict]));
  for (const { path: names } of merge.conflicts) {
    if (!known.has(pathKey(names)))
      known.set(pathKey(names), { path: [], names, base: valueAt(state.base, names), theirs: undefined });
  }
  const conflicts = [...known.values()].map((conflict) => ({
    ...conflict,
    path: placeOf(merge.value, conflict.names),
    theirs: valueAt(theirs, conflict.names),
  }));
  return {
    state: withOpenConflicts({ base: theirs, conflicts }, merge.value),
    edits: editsBetween(mine, merge.value),
  };
}

/** Without the conflicts that are none any more, because mine says what theirs does. */
export function withOpenConflicts(state: LiveEdit, mine: unknown): LiveEdit {
  const conflicts = state.conflicts.filter(({ path, theirs }) => !sameValue(getIn(mine, path), theirs));
  return conflicts.length === state.conflicts.length ? state : { ...state, conflicts };
}

/** A person has decided about a field: mine stays, or theirs is taken. */
export function decide(
  state: LiveEdit,
  conflict: FieldConflict,
  winner: 'mine' | 'theirs',
): { readonly state: LiveEdit; readonly edits: readonly YamlEdit[] } {
  const conflicts = state.conflicts.filter((other) => other !== conflict);
  const { path, theirs } = conflict;
  const edit: YamlEdit =
    theirs === undefined ? { kind: 'delete', path } : { kind: 'set', path, value: theirs };
  return { state: { ...state, conflicts }, edits: winner === 'mine' ? [] : [edit] };
}

/** What the merge calls by its name stands at a position in the object. */
function placeOf(object: unknown, names: readonly string[]): Path {
  const path: (string | number)[] = [];
  let value = object;
  for (const name of names) {
    const step = isList(value)
      ? value.findIndex((item) => isDictionary(item) && item['name'] === name)
      : name;
    if (step === -1) break;
    path.push(step);
    value = getIn(value, [step]);
  }
  return path;
}

function valueAt(object: unknown, names: readonly string[]): unknown {
  const path = placeOf(object, names);
  return path.length === names.length ? getIn(object, path) : undefined;
}
