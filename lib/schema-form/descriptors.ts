/**
 * Descriptors of a ClusterServiceVersion: hints of the operator's author on how to show a field. They are hostile text
 * and often wrong (paths that do not exist, several hints in one string, prefixes left out), so every part is optional
 * and nothing a descriptor says can hide or break a field that carries a value.
 * Source: operator-framework descriptor reference; variants seen in the community catalogs.
 */
import { isDictionary, isList } from './path.ts';

export type DescriptorWidget =
  | 'text'
  | 'number'
  | 'switch'
  | 'checkbox'
  | 'password'
  | 'select'
  | 'podCount'
  | 'imagePullPolicy'
  | 'resourceRequirements';

export interface FieldDescriptor {
  readonly displayName?: string;
  readonly description?: string;
  readonly widget?: DescriptorWidget;
  /** Options of `select:` hints, in order. */
  readonly options: readonly string[];
  /** Kind of the object the value names, from `io.kubernetes:<Kind>` hints. */
  readonly resourceKind?: string;
  readonly group?: string;
  readonly advanced: boolean;
  readonly hidden: boolean;
  /** Show only while the field at this path (below `spec`) has this value. */
  readonly dependsOn?: { readonly path: readonly DescriptorStep[]; readonly value: string };
}

/** A key, or `*` for any index of a list. */
export type DescriptorStep = string;

/** Descriptors arranged by path, so that a walk through the form carries its branch along. */
export interface DescriptorTree {
  readonly own?: FieldDescriptor;
  readonly children: ReadonlyMap<DescriptorStep, DescriptorTree>;
}

export const noDescriptors: DescriptorTree = { children: new Map() };

const ANY_INDEX = '*';

/** `a[0].b["c.d"]` as steps; every index becomes `*`. Never throws: odd text becomes odd keys that match nothing. */
export function parseDescriptorPath(path: string): DescriptorStep[] {
  const steps: DescriptorStep[] = [];
  for (const match of path.matchAll(/\[\s*(?:"([^"]*)"|'([^']*)'|([^\]]*))\s*\]|([^.[\]]+)/g)) {
    const quoted = match[1] ?? match[2];
    const bracket = match[3];
    if (quoted !== undefined) steps.push(quoted);
    else if (bracket !== undefined) steps.push(/^\d*\*?$/.test(bracket) ? ANY_INDEX : bracket);
    else if (match[4] !== undefined) steps.push(match[4]);
  }
  return steps;
}

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
    let node = root;
    for (const step of steps) node = childOf(node, step);
    node.own ??= parseDescriptor(raw);
  }
  return root;
}

function childOf(node: MutableTree, step: DescriptorStep): MutableTree {
  const known = node.children.get(step);
  if (known !== undefined) return known;
  const made: MutableTree = { children: new Map() };
  node.children.set(step, made);
  return made;
}

/** The branch one step down; indexes of lists share one branch. */
export function stepDescriptors(tree: DescriptorTree, step: string | number): DescriptorTree {
  return tree.children.get(typeof step === 'number' ? ANY_INDEX : step) ?? noDescriptors;
}

const WIDGETS: Record<string, DescriptorWidget> = {
  text: 'text',
  string: 'text',
  number: 'number',
  booleanSwitch: 'switch',
  checkbox: 'checkbox',
  password: 'password',
  podCount: 'podCount',
  imagePullPolicy: 'imagePullPolicy',
  resourceRequirements: 'resourceRequirements',
};

type Draft = { -readonly [Name in keyof FieldDescriptor]: FieldDescriptor[Name] };

function parseDescriptor(raw: Record<string, unknown>): FieldDescriptor {
  const draft: Draft & { options: string[] } = { options: [], advanced: false, hidden: false };
  const displayName = trimmed(raw['displayName']);
  const description = trimmed(raw['description']);
  if (displayName !== undefined) draft.displayName = displayName;
  if (description !== undefined) draft.description = description;
  const hints = isList(raw['x-descriptors']) ? raw['x-descriptors'] : [];
  for (const hint of hints.flatMap((text) => (typeof text === 'string' ? splitHints(text) : []))) {
    applyHint(draft, hint);
  }
  return draft;
}

function trimmed(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Some authors join several URNs with commas; a comma inside a select option or a value stays. */
function splitHints(text: string): string[] {
  return text
    .split(/,(?=\s*(?:urn:|com\.tectonic|tectonic\.ui|io\.kubernetes))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `urn:alm:descriptor:com.tectonic.ui:select:a` → name `select`, argument `a`; any prefix may be missing. */
function applyHint(draft: Draft & { options: string[] }, hint: string): void {
  const bare = hint.replace(/^urn:alm:descriptor:/, '');
  const resource = /^io\.kubernetes:(?:core:v1:)?([A-Z]\w*)$/.exec(bare)?.[1];
  if (resource !== undefined) {
    draft.resourceKind = resource;
    return;
  }
  const rest = bare.replace(/^(?:(?:com\.)?tectonic\.)?(?:ui:)*/, '').replace(/^io\.kubernetes:/, '');
  const colon = rest.indexOf(':');
  const name = colon < 0 ? rest : rest.slice(0, colon);
  applyNamed(draft, name, colon < 0 ? '' : rest.slice(colon + 1));
}

function applyNamed(draft: Draft & { options: string[] }, name: string, argument: string): void {
  switch (name) {
    case 'select':
      addOption(draft, argument);
      return;
    case 'fieldGroup':
      draft.group ??= argument;
      return;
    case 'fieldDependency':
      addDependency(draft, argument);
      return;
    case 'advanced':
    case 'hidden':
      draft[name] = true;
      return;
    default: {
      const widget = Object.hasOwn(WIDGETS, name) ? WIDGETS[name] : undefined;
      if (widget !== undefined) draft.widget ??= widget;
    }
  }
}

function addOption(draft: Draft & { options: string[] }, option: string): void {
  if (option === '') return;
  draft.widget = 'select';
  if (!draft.options.includes(option)) draft.options.push(option);
}

/** `<path>:<value>`; the value may contain colons, the first dependency counts. */
function addDependency(draft: Draft, argument: string): void {
  const colon = argument.indexOf(':');
  if (colon <= 0 || draft.dependsOn !== undefined) return;
  draft.dependsOn = {
    path: parseDescriptorPath(argument.slice(0, colon)),
    value: argument.slice(colon + 1),
  };
}
