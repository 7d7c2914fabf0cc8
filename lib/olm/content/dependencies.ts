/**
 * What a version of a package needs from other operators, as a tree, and which version of a package would serve it.
 * Source: operator-registry properties `olm.package.required`, `olm.gvk.required` and `olm.constraint` (gvk, package, cel,
 * all, any, not).
 */
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { CatalogBundle, GroupVersionKind } from '../api/catalog.ts';
import { freshCandidates, isForbidden } from './graph.ts';
import { at, items, cutText } from '../../base/loose.ts';
import { inRange } from '../api/version.ts';

/** `message`: what the provider says where it is not met. */
export type BundleRequirement = Need | RequiredGroup | RequiredRule;

/** What another operator can serve by itself. */
export type Need =
  | { kind: 'package'; package: string; range: string; message?: string }
  | { kind: 'api'; api: GroupVersionKind; message?: string };

/** Rules put together; `not`: none of them may hold (OLM 38). */
export interface RequiredGroup {
  kind: 'all' | 'any' | 'not';
  of: readonly BundleRequirement[];
  message?: string;
}

/** A rule that can only be shown, and not be looked up in catalogs. */
export interface RequiredRule {
  /** `unknown`: of a form that is not known here. */
  kind: 'cel' | 'unknown';
  /** The expression, or the JSON of what was not understood. */
  text: string;
  message?: string;
}

/** Constraints may hold each other; deeper than this, nobody reads them. */
const DEPTH = 8;

/** APIs first, then packages, then what is put together. */
export function bundleRequirements(bundle: CatalogBundle): BundleRequirement[] {
  const own = bundle.providedApis.map(apiText);
  const apis = bundle.requiredApis.filter((api) => !own.includes(apiText(api)));
  const valuesOf = (type: string): unknown[] =>
    bundle.properties.filter((property) => property.type === type).map(({ value }) => value);
  const all = [
    ...apis.map((api): BundleRequirement => ({ kind: 'api', api })),
    ...valuesOf('olm.package.required').map((value) => packageNeed(value) ?? unknown(value)),
    ...valuesOf('olm.constraint').map((value) => constraint(value, 0)),
  ];
  return [...new Map(all.map((requirement) => [JSON.stringify(requirement), requirement])).values()];
}

function packageNeed(value: unknown): Need | undefined {
  const name = cutText(at(value, 'packageName'));
  const range = cutText(at(value, 'versionRange'));
  return name === undefined || range === undefined ? undefined : { kind: 'package', package: name, range };
}

function apiNeed(value: unknown): Need | undefined {
  const [group, version, kind] = ['group', 'version', 'kind'].map((key) => cutText(at(value, key)));
  return group === undefined || version === undefined || kind === undefined
    ? undefined
    : { kind: 'api', api: { group, version, kind } };
}

function constraint(value: unknown, depth: number): BundleRequirement {
  const message = cutText(at(value, 'failureMessage'), 500);
  const read = depth > DEPTH ? unknown(value) : constraintOf(value, depth);
  return message === undefined ? read : { ...read, message };
}

function constraintOf(value: unknown, depth: number): BundleRequirement {
  const rule = cutText(at(value, 'cel', 'rule'), 2000);
  const need = apiNeed(at(value, 'gvk')) ?? packageNeed(at(value, 'package'));
  if (need !== undefined) return need;
  if (rule !== undefined) return { kind: 'cel', text: rule };
  const group = (['all', 'any', 'not'] as const).find((name) => at(value, name) !== undefined);
  if (group === undefined) return unknown(value);
  const inner = items(at(value, group, 'constraints')).slice(0, 100);
  return { kind: group, of: inner.map((part) => constraint(part, depth + 1)) };
}

function unknown(value: unknown): BundleRequirement {
  return { kind: 'unknown', text: cutText(JSON.stringify(value), 500) ?? '' };
}

/** All that could be served, wherever in the tree it stands, each once. */
export function needsOf(requirements: readonly BundleRequirement[]): Need[] {
  const found = new Map<string, Need>();
  const visit = (requirement: BundleRequirement): void => {
    switch (requirement.kind) {
      case 'package':
      case 'api':
        found.set(needKey(requirement), requirement);
        return;
      case 'all':
      case 'any':
      case 'not':
        requirement.of.forEach(visit);
        return;
      case 'cel':
      case 'unknown':
        return;
    }
  };
  requirements.forEach(visit);
  return [...found.values()];
}

function apiText({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

/** As the address of the question writes it: `api:group/version/Kind`, `package:name@range`. */
export function needKey(need: Need): string {
  return need.kind === 'api' ? `api:${apiText(need.api)}` : `package:${need.package}@${need.range}`;
}

/** Undefined for any other text. */
export function needOfKey(text: string): Need | undefined {
  const api = /^api:([^/\s]{1,253})\/([^/\s]{1,63})\/([^/\s]{1,63})$/.exec(text);
  if (api !== null) {
    const [, group = '', version = '', kind = ''] = api;
    return { kind: 'api', api: { group, version, kind } };
  }
  const found = /^package:([^@\s/]{1,253})@(.{1,200})$/.exec(text);
  return found === null ? undefined : { kind: 'package', package: found[1] ?? '', range: found[2] ?? '' };
}

/** What a catalog offers for a need. */
export interface Provider {
  catalogNamespace: string;
  catalog: string;
  /** `spec.displayName` of the CatalogSource. */
  catalogDisplayName?: string;
  package: string;
  displayName: string;
  channel: string;
  version: string;
}

/** What may serve each need, by its key; an empty list: nothing that the user may see. */
export type ProviderAnswer = Record<string, Provider[]>;

/** A version that would meet a need, and the channel that it would come from. */
export interface Serving {
  channel: string;
  bundle: CatalogBundle;
}

/** The first version that the resolver would try for the need: heads before older ones, the default channel first. */
export function servingBundle(pkg: PackageDetail, need: Need): Serving | undefined {
  return freshCandidates(pkg).candidates.find(({ bundle }) => !isForbidden(bundle) && serves(bundle, need));
}

function serves(bundle: CatalogBundle, need: Need): boolean {
  if (need.kind === 'package') return bundle.package === need.package && inRange(bundle.version, need.range);
  const wanted = apiText(need.api);
  return bundle.providedApis.some((api) => apiText(api) === wanted);
}
