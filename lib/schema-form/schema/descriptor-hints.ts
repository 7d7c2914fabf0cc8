/**
 * What the `x-descriptors` of one descriptor say, in all the spellings that operators use: with and without the URN's
 * prefix, several joined by commas, old names, capabilities under the wrong prefix. What nobody knows is ignored.
 */
import { type DescriptorStep, parseDescriptorPath } from './descriptor-path.ts';
import { isList } from './path.ts';

/** The control that a hint asks for; the layout uses it only where the field's type allows. */
export type DescriptorWidget =
  | 'text'
  | 'number'
  | 'switch'
  | 'checkbox'
  | 'password'
  | 'select'
  | 'podCount'
  | 'imagePullPolicy'
  | 'resourceRequirements'
  | 'updateStrategy'
  | 'nodeAffinity'
  | 'podAffinity'
  | 'podAntiAffinity'
  | 'namespaceSelector'
  | 'endpointList'
  | 'label'
  | 'slider'
  | 'probe';

/** A kind of objects. Authors often leave out group and version; `group: ''` is the core group. */
export interface ResourceHint {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  /** Label selector as text, `a=b,c!=d`: only objects that match. */
  readonly selector?: string;
}

/** The field is of use only while the one at `path` (below `spec`) has one of `values`. */
export interface Dependency {
  readonly path: readonly DescriptorStep[];
  readonly values: readonly string[];
}

/** The hints that were understood. Options make the widget `select`; else the first widget named counts. */
export interface DescriptorHints {
  readonly widget?: DescriptorWidget;
  /** Options of `select:` hints, in order. */
  readonly options: readonly string[];
  /** The value names an object of this kind. */
  readonly resource?: ResourceHint;
  /** The value selects objects of this kind by their labels. */
  readonly selects?: ResourceHint;
  /** Names of the groups the field is shown in, outer first. */
  readonly group?: readonly string[];
  /** The same for the items of a list. */
  readonly itemGroup?: readonly string[];
  /** Ends of a slider's range. */
  readonly from?: number;
  readonly to?: number;
  readonly advanced: boolean;
  readonly hidden: boolean;
  /** All of them must hold. */
  readonly dependsOn: readonly Dependency[];
}

type Draft = {
  -readonly [Name in keyof Omit<DescriptorHints, 'options' | 'dependsOn'>]: DescriptorHints[Name];
} & { options: string[]; dependsOn: { path: readonly DescriptorStep[]; values: string[] }[] };

/** Never throws, whatever is in the list. `path` is the one they are about. */
export function parseHints(hints: unknown, path: readonly DescriptorStep[] = []): DescriptorHints {
  const draft: Draft = { options: [], dependsOn: [], advanced: false, hidden: false };
  if (!isList(hints)) return draft;
  for (const text of hints) {
    if (typeof text !== 'string') continue;
    for (const hint of splitHints(text)) applyHint(draft, hint);
  }
  const group = groupNear(hints, path);
  return group === undefined ? draft : { ...draft, group };
}

/** Hints are copied from field to field: of several groups the one counts that the path names, else the first. */
function groupNear(
  hints: readonly unknown[],
  path: readonly DescriptorStep[],
): readonly string[] | undefined {
  const groups = hints
    .flatMap((text) => (typeof text === 'string' ? splitHints(text) : []))
    .flatMap((hint) => {
      const argument = /(?:^|[:.])fieldGroup:(.*)$/s.exec(hint)?.[1];
      return argument === undefined ? [] : [groupOf(argument)];
    });
  const steps = new Set(path.map((step) => step.toLowerCase()));
  const named = groups.filter((group) => group.length > 0);
  return named.find((group) => group.some((name) => steps.has(name.toLowerCase()))) ?? named[0];
}

/** Some authors join several URNs with commas; a comma inside an option or a label selector stays. */
function splitHints(text: string): string[] {
  return text
    .split(/[,;](?=\s*(?:urn:alm|com\.tectonic|tectonic\.ui|io\.kubernetes))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const KUBERNETES = /^(?:(?:com\.)?tectonic\.)?(?:ui:)*io\.kubernetes[:.]/;

/** `urn:alm:descriptor:com.tectonic.ui:select:a` → name `select`, argument `a`; any part of the prefix may be missing. */
function applyHint(draft: Draft, hint: string): void {
  const bare = hint.replace(/^(?:urn:)?(?:alm:)?(?:descriptor:)?\s*/, '');
  const rest = bare.replace(/^(?:(?:com\.)?tectonic\.)?(?:ui:)*/, '').replace(KUBERNETES, '');
  const colon = rest.indexOf(':');
  const name = colon < 0 ? rest : rest.slice(0, colon);
  const argument = colon < 0 ? '' : rest.slice(colon + 1).trim();
  if (applyNamed(draft, name, argument) || !KUBERNETES.test(bare)) return;
  const resource = parseResource(rest);
  if (resource === undefined) return;
  if (resource.kind === 'Probe') draft.widget ??= 'probe';
  else draft.resource ??= resource;
}

type Capability = (draft: Draft, argument: string) => void;

function shows(widget: DescriptorWidget): Capability {
  return (draft) => {
    draft.widget ??= widget;
  };
}

const CAPABILITIES: Record<string, Capability> = {
  text: shows('text'),
  string: shows('text'),
  number: shows('number'),
  booleanSwitch: shows('switch'),
  switch: shows('switch'),
  checkbox: shows('checkbox'),
  password: shows('password'),
  podCount: shows('podCount'),
  imagePullPolicy: shows('imagePullPolicy'),
  resourceRequirements: shows('resourceRequirements'),
  resourceRequirement: shows('resourceRequirements'),
  updateStrategy: shows('updateStrategy'),
  nodeAffinity: shows('nodeAffinity'),
  podAffinity: shows('podAffinity'),
  podAntiAffinity: shows('podAntiAffinity'),
  namespaceSelector: shows('namespaceSelector'),
  endpointList: shows('endpointList'),
  label: shows('label'),
  slider: shows('slider'),
  sliderStart: (draft, argument) => setEnd(draft, 'from', argument),
  sliderEnd: (draft, argument) => setEnd(draft, 'to', argument),
  select: addOption,
  selector: (draft, argument) => {
    const resource = parseResource(argument);
    if (resource !== undefined) draft.selects ??= resource;
  },
  // Looked for by itself: which one counts depends on the path.
  fieldGroup: () => undefined,
  arrayFieldGroup: (draft, argument) => {
    const group = groupOf(argument);
    if (group.length > 0) draft.itemGroup ??= group;
  },
  fieldDependency: addDependency,
  advanced: (draft) => {
    draft.advanced = true;
  },
  hidden: (draft) => {
    draft.hidden = true;
  },
};

function applyNamed(draft: Draft, name: string, argument: string): boolean {
  if (!Object.hasOwn(CAPABILITIES, name)) return false;
  CAPABILITIES[name]?.(draft, argument);
  return true;
}

function setEnd(draft: Draft, end: 'from' | 'to', argument: string): void {
  draft.widget ??= 'slider';
  if (/^-?\d+(\.\d+)?$/.test(argument)) draft[end] ??= Number(argument);
}

function addOption(draft: Draft, option: string): void {
  if (option === '') return;
  draft.widget = 'select';
  if (!draft.options.includes(option)) draft.options.push(option);
}

function groupOf(argument: string): string[] {
  return argument
    .split(':')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** `<path>:<value>`; the value may contain colons. One control with several values is met by any of them. */
function addDependency(draft: Draft, argument: string): void {
  const colon = argument.indexOf(':');
  if (colon <= 0) return;
  const path = parseDescriptorPath(argument.slice(0, colon));
  if (path.length === 0) return;
  const value = argument.slice(colon + 1);
  const known = draft.dependsOn.find((one) => one.path.join('\n') === path.join('\n'));
  if (known === undefined) draft.dependsOn.push({ path, values: [value] });
  else known.values.push(value);
}

/** References that name their object's kind in their own name. */
const REFERENCES: Record<string, string> = {
  SecretKeySelector: 'Secret',
  SecretReference: 'Secret',
  ConfigMapKeySelector: 'ConfigMap',
};

/** `Secret`, `core:v1:Secret`, `apps:v1:Deployment?app=web`; undefined when that is no kind. */
function parseResource(text: string): ResourceHint | undefined {
  const [named = '', selector] = text.split(/\?(.*)/s);
  const parts = named.split(':').map((part) => part.trim());
  const kind = parts.at(-1) ?? '';
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(kind) || parts.length > 3) return undefined;
  const labels = selector?.trim() ?? '';
  return {
    kind: Object.hasOwn(REFERENCES, kind) ? (REFERENCES[kind] ?? kind) : kind,
    ...groupAndVersion(parts.slice(0, -1)),
    ...(labels === '' ? {} : { selector: labels }),
  };
}

/** What stands before the kind: nothing, a version, or a group and a version. */
function groupAndVersion(parts: readonly string[]): Pick<ResourceHint, 'group' | 'version'> {
  const version = parts.at(-1) ?? '';
  const group = parts.length === 2 ? parts[0] : undefined;
  return {
    ...(group === undefined ? {} : { group: group === 'core' ? '' : group }),
    ...(version === '' ? {} : { version }),
  };
}
