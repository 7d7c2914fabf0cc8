/** Fields under the headings that descriptors give them (`fieldGroup:` and `arrayFieldGroup:`). */
import type { DescriptorTree } from '../schema/descriptors.ts';
import type { FieldEntry } from './field-entry.ts';
import { lastKey, type Path } from '../schema/path.ts';

const common = new WeakMap<DescriptorTree, string | null>();

/** The group of a field: its own, or the one that everything described below it shares; null when there is none. */
function groupOf(tree: DescriptorTree): string | null {
  const known = common.get(tree);
  if (known !== undefined) return known;
  const own = tree.own?.group ?? tree.own?.itemGroup;
  const group = own === undefined ? sharedBelow(tree) : own.join(' · ');
  common.set(tree, group);
  return group;
}

function sharedBelow(tree: DescriptorTree): string | null {
  let shared: string | null | undefined;
  for (const child of tree.children.values()) {
    const group = groupOf(child);
    if (group === null || (shared !== undefined && shared !== group)) return null;
    shared = group;
  }
  return shared ?? null;
}

/**
 * Fields without a group first, then each group where its first field stood. A heading that would say the title of its
 * only field or of the section again is left out, and in a section one that would stand over everything.
 */
export function groupEntries(entries: readonly FieldEntry[], path: Path): readonly FieldEntry[] {
  const isTop = path.length <= 1;
  const holder = isTop ? '' : lastKey(path);
  const groups = new Map<string, FieldEntry[]>();
  const loose: FieldEntry[] = [];
  for (const entry of entries) {
    const group = groupOf(entry.descriptors);
    if (group === null || sameName(group, holder)) loose.push(entry);
    else groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  if (groups.size === 0 || (!isTop && groups.size === 1 && loose.length === 0)) return entries;
  const headed: FieldEntry[] = [];
  for (const [group, list] of groups) {
    if (saysItAll(group, list)) loose.push(...list);
    else headed.push(...list.map((entry) => ({ ...entry, group })));
  }
  return [...loose, ...headed];
}

/** The title of the group's only field says the same. */
function saysItAll(group: string, list: readonly FieldEntry[]): boolean {
  return list.length === 1 && list.some(({ title, name }) => sameName(group, title) || sameName(group, name));
}

function sameName(left: string, right: string): boolean {
  const plain = (text: string): string => text.replace(/[\s_-]+/g, '').toLowerCase();
  return plain(left) === plain(right);
}
