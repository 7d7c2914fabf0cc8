/** Edits of a document, and what each makes of its value. */
import { deleteInValue, getIn, isDictionary, isList, type Path, setInValue } from './path.ts';

/** Replace the characters from..to of the old text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

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
  const renamed = Object.entries(parent).reduce<unknown>(
    (object, [name, entry]) => setInValue(object, [name === old ? key : name], entry),
    {},
  );
  return setInValue(value, path.slice(0, -1), renamed);
}
