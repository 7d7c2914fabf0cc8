/** Edits of a document, and what each makes of its value. */
import {
  defineKey,
  deleteInValue,
  type Dictionary,
  getIn,
  isDictionary,
  isList,
  type Path,
  type PathStep,
  setInValue,
} from '../schema/path.ts';

/** One change of a document, by the path of what it changes; paths are those before the edit. */
export type YamlEdit =
  | { kind: 'set'; path: Path; value: unknown }
  | { kind: 'delete'; path: Path }
  /** Put a new item before the one at the index that ends the path. */
  | { kind: 'insert'; path: Path; value: unknown }
  /** Move item `from` of the list at the path to index `to`. */
  | { kind: 'move'; path: Path; from: number; to: number }
  /** Give the key that ends the path another name, in its place. */
  | { kind: 'rename'; path: Path; key: string };

/** The object after the edit, without any text. */
export function applyToValue(value: unknown, edit: YamlEdit): unknown {
  switch (edit.kind) {
    case 'set':
      return setInValue(value, edit.path, edit.value);
    case 'delete':
      return deleteInValue(value, edit.path);
    case 'insert':
      return insertValue(value, edit.path, edit.value);
    case 'move':
      return setInValue(value, edit.path, moveItem(getIn(value, edit.path), edit.from, edit.to));
    case 'rename':
      return renameValue(value, edit.path, edit.key);
  }
}

function insertValue(value: unknown, path: Path, item: unknown): unknown {
  const parent = path.slice(0, -1);
  const index = path.at(-1);
  const list = getIn(value, parent);
  const items = isList(list) ? list : [];
  const at = typeof index === 'number' ? index : items.length;
  return setInValue(value, parent, [...items.slice(0, at), item, ...items.slice(at)]);
}

/** The list in its new order; the same list when there is nothing to move or an index is too high. */
export function moveItem(list: unknown, from: number, to: number): unknown {
  if (!isList(list) || from === to || from >= list.length || to >= list.length) return list;
  const without = list.filter((_, index) => index !== from);
  return [...without.slice(0, to), list[from], ...without.slice(to)];
}

function renameValue(value: unknown, path: Path, key: string): unknown {
  const parent = getIn(value, path.slice(0, -1));
  const old = path.at(-1);
  if (!isDictionary(parent) || typeof old !== 'string' || !Object.hasOwn(parent, old)) return value;
  if (Object.hasOwn(parent, key)) return value;
  const renamed: Dictionary = {};
  for (const name of Object.keys(parent)) defineKey(renamed, name === old ? key : name, parent[name]);
  return setInValue(value, path.slice(0, -1), renamed);
}

/** The list or map whose entries the edit gives other places; undefined when it gives none. */
export function reordered(edit: YamlEdit): Path | undefined {
  if (edit.kind === 'move') return edit.path;
  if (edit.kind === 'set') return undefined;
  return edit.kind === 'rename' || typeof edit.path.at(-1) === 'number' ? edit.path.slice(0, -1) : undefined;
}

/** What leads to an entry of that list or map afterwards; undefined when the entry goes. */
export function stepAfter(edit: YamlEdit, step: PathStep): PathStep | undefined {
  const at = edit.path.at(-1);
  if (edit.kind === 'rename') return step === at ? edit.key : step;
  if (typeof step !== 'number') return step;
  if (edit.kind === 'move') return indexAfterMove(edit, step);
  if (typeof at !== 'number') return step;
  if (edit.kind === 'insert') return step >= at ? step + 1 : step;
  if (step === at) return undefined;
  return step > at ? step - 1 : step;
}

function indexAfterMove({ from, to }: { from: number; to: number }, index: number): number {
  if (index === from) return to;
  const without = index > from ? index - 1 : index;
  return without >= to ? without + 1 : without;
}
