/**
 * Descriptors of a ClusterServiceVersion: hints of the operator's author on how to show a field. They are hostile text
 * and often wrong (paths that do not exist, several hints in one string, prefixes left out), so every part is optional
 * and nothing a descriptor says can hide or break a field that carries a value.
 * Source: operator-framework descriptor reference; variants seen in the community catalogs.
 */
import { optional } from '../../base/loose.ts';
import { type DescriptorHints, parseHints } from './descriptor-hints.ts';
import { ANY_INDEX, type DescriptorStep, parseDescriptorPath } from './descriptor-path.ts';
import { type Dictionary, isDictionary, isList } from './path.ts';

/** What the operator's author says of one field: its name and help for people, and the hints. */
export interface FieldDescriptor extends DescriptorHints {
  readonly displayName?: string;
  readonly description?: string;
}

/** Descriptors arranged by path, so that a walk through the form carries its branch along. */
export interface DescriptorTree {
  readonly own?: FieldDescriptor;
  readonly children: ReadonlyMap<DescriptorStep, DescriptorTree>;
}

/** The branch of which nothing is said. */
export const noDescriptors: DescriptorTree = { children: new Map() };

interface MutableTree {
  own?: FieldDescriptor;
  children: Map<DescriptorStep, MutableTree>;
}

/** Arranges a CSV's descriptors of one API. Entries that are no descriptors are left out. */
export function descriptorTree(descriptors: unknown): DescriptorTree {
  const root: MutableTree = { children: new Map() };
  if (!isList(descriptors)) return root;
  for (const raw of descriptors) {
    if (!isDictionary(raw) || typeof raw['path'] !== 'string') continue;
    const steps = parseDescriptorPath(raw['path']);
    if (steps.length === 0) continue;
    const descriptor = parseDescriptor(raw, steps);
    put(root, steps, descriptor);
    // Paths start below `spec`; some authors write it all the same.
    if (steps.length > 1 && steps[0] === 'spec') put(root, steps.slice(1), descriptor);
  }
  return root;
}

function put(root: MutableTree, steps: readonly DescriptorStep[], descriptor: FieldDescriptor): void {
  let node = root;
  for (const step of steps) node = childOf(node, step);
  node.own ??= descriptor;
}

function childOf(node: MutableTree, step: DescriptorStep): MutableTree {
  const known = node.children.get(step);
  if (known !== undefined) return known;
  const made: MutableTree = { children: new Map() };
  node.children.set(step, made);
  return made;
}

/** The branch one step down; indexes of lists share one branch, whether the path says `[0]`, `[*]`, `*` or `0`. */
export function stepDescriptors(tree: DescriptorTree, step: string | number): DescriptorTree {
  if (typeof step === 'string') return tree.children.get(step) ?? noDescriptors;
  return tree.children.get(ANY_INDEX) ?? tree.children.get('0') ?? noDescriptors;
}

function parseDescriptor(raw: Dictionary, path: readonly DescriptorStep[]): FieldDescriptor {
  const displayName = trimmed(raw['displayName']);
  const description = trimmed(raw['description']);
  return {
    ...parseHints(raw['x-descriptors'], path),
    ...optional({ displayName, description }),
  };
}

function trimmed(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
