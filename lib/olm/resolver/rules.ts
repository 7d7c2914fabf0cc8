/**
 * What a bundle asks of one other bundle (OLM 37, 38). Each property is one rule, and one bundle has to meet all of it: also
 * `all`, `any` and `not` are about a single bundle. Source: OLM `pkg/controller/registry/resolver/cache/predicates.go`,
 * operator-framework/api `pkg/constraints`.
 */
import { z } from 'zod';
import type { BundleProperty, GroupVersionKind } from '../api/catalog.ts';
import { parseRange, type VersionRange } from '../api/version.ts';
import { celRule, type CelRule } from './cel-rule.ts';

/** A condition on a single bundle; `not` holds when none of its rules does (OLM 38). */
export type Rule =
  | { kind: 'api'; api: GroupVersionKind }
  | { kind: 'package'; package: string; range: VersionRange }
  | { kind: 'label'; label: string }
  | { kind: 'all' | 'any' | 'not'; of: readonly Rule[] }
  | { kind: 'cel'; rule: CelRule; message: string };

/** `failure`: what its author says where it is not met. */
export interface RuleRequirement {
  rule: Rule;
  /** The same for the same rule. */
  key: string;
  failure?: string;
}

/** What a rule looks at of a bundle or an installed CSV. */
export interface RuleSubject {
  package?: string;
  version?: string;
  properties: readonly BundleProperty[];
  providedApis: readonly GroupVersionKind[];
}

const MAX_CONSTRAINT_BYTES = 128 * 1024;
const MAX_DEPTH = 32;

const Api = z.object({ group: z.string(), version: z.string(), kind: z.string() });
const Package = z.object({ packageName: z.string(), versionRange: z.string() });
const Label = z.object({ label: z.string() });
const Compound = z.strictObject({ constraints: z.array(z.unknown()) });
const Constraint = z.strictObject({
  failureMessage: z.string().optional(),
  gvk: z.strictObject(Api.shape).optional(),
  package: z.strictObject(Package.shape).optional(),
  all: Compound.optional(),
  any: Compound.optional(),
  not: Compound.optional(),
  cel: z.strictObject({ rule: z.string() }).optional(),
});

/** Properties of other types ask for nothing. Throws with the reason when one that asks cannot be read. */
export function ruleRequirements(subject: {
  properties: readonly BundleProperty[];
  requiredApis: readonly GroupVersionKind[];
}): RuleRequirement[] {
  const apis = subject.requiredApis.map((api) => ({ rule: { kind: 'api' as const, api } }));
  const found = [...apis, ...subject.properties.flatMap(({ type, value }) => requirement(type, value) ?? [])];
  const keyed = found.map((each): RuleRequirement => ({ ...each, key: JSON.stringify(each.rule) }));
  return [...new Map(keyed.map((each) => [`${each.key} ${each.failure ?? ''}`, each])).values()];
}

function requirement(type: string, value: unknown): Omit<RuleRequirement, 'key'> | undefined {
  switch (type) {
    case 'olm.gvk.required':
      return { rule: { kind: 'api', api: read(Api, type, value) } };
    case 'olm.package.required':
      return { rule: packageRule(read(Package, type, value)) };
    case 'olm.label.required':
      return { rule: { kind: 'label', label: read(Label, type, value).label } };
    case 'olm.constraint': {
      const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
      if (bytes > MAX_CONSTRAINT_BYTES) {
        throw new Error(
          `olm.constraint value of ${String(bytes)} bytes, at most ${String(MAX_CONSTRAINT_BYTES)} are allowed`,
        );
      }
      const { failureMessage } = read(Constraint, type, value);
      const rule = constraintRule(value, 0);
      return failureMessage === undefined || failureMessage === ''
        ? { rule }
        : { rule, failure: failureMessage };
    }
    default:
      return undefined;
  }
}

function read<T>(schema: z.ZodType<T>, type: string, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${type}: ${issue?.path.join('.') ?? ''}${issue?.path.length === 0 ? '' : ': '}${issue?.message ?? ''}`,
  );
}

function packageRule({ packageName, versionRange }: z.infer<typeof Package>): Rule {
  const range = parseRange(versionRange);
  if (range === undefined) throw new Error(`"${versionRange}" is no version range`);
  return { kind: 'package', package: packageName, range };
}

function constraintRule(value: unknown, depth: number): Rule {
  if (depth > MAX_DEPTH) throw new Error('olm.constraint: constraints are nested too deep');
  const { failureMessage, ...parts } = read(Constraint, 'olm.constraint', value);
  if (Object.values(parts).filter((part) => part !== undefined).length !== 1)
    throw new Error('olm.constraint: exactly one of gvk, package, all, any, not, cel is needed');
  const { gvk, package: pkg, cel } = parts;
  if (gvk !== undefined) return { kind: 'api', api: gvk };
  if (pkg !== undefined) return packageRule(pkg);
  if (cel !== undefined) return { kind: 'cel', rule: celRule(cel.rule), message: failureMessage ?? '' };
  const kind = (['all', 'any', 'not'] as const).find((name) => parts[name] !== undefined) ?? 'all';
  const of = (parts[kind]?.constraints ?? []).map((inner) => constraintRule(inner, depth + 1));
  return { kind, of };
}

/** OLM 37: as it follows "requires an operator ". */
export function ruleText(rule: Rule): string {
  switch (rule.kind) {
    case 'api': {
      const { group, version, kind } = rule.api;
      return `providing an API with group: ${group}, version: ${version}, kind: ${kind}`;
    }
    case 'package':
      return `with package: ${rule.package} and with version in range: ${rule.range.text}`;
    case 'label':
      return `with label: ${rule.label}`;
    case 'all':
      return rule.of.map(ruleText).join(' and ');
    case 'any':
      return rule.of.map(ruleText).join(' or ');
    case 'not':
      return rule.of.map(ruleText).join(' and not ');
    case 'cel':
      return `with constraint: "${rule.rule.text}" and message: "${rule.message}"`;
  }
}

/** Whether a bundle or CSV meets the rule; false where it does not state what the rule asks for. */
export function meets(subject: RuleSubject, rule: Rule): boolean {
  switch (rule.kind) {
    case 'api':
      return subject.providedApis.some((api) => sameApi(api, rule.api));
    case 'package':
      return subject.package === rule.package && rule.range.includes(subject.version ?? '');
    case 'label':
      return subject.properties.some(
        ({ type, value }) => type === 'olm.label' && Label.safeParse(value).data?.label === rule.label,
      );
    case 'all':
      return rule.of.every((inner) => meets(subject, inner));
    case 'any':
      return rule.of.some((inner) => meets(subject, inner));
    case 'not':
      return !rule.of.some((inner) => meets(subject, inner));
    case 'cel':
      return rule.rule.holds(subject.properties);
  }
}

function sameApi(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}

/** Where bundles that meet a rule can be at all; `anywhere` when the rule does not say. */
type Places = { apis: readonly GroupVersionKind[]; packages: readonly string[] } | 'anywhere';

/** Where to look for bundles that may meet the rule; `meets` judges them. */
export function placesOf(rule: Rule): Places {
  switch (rule.kind) {
    case 'api':
      return { apis: [rule.api], packages: [] };
    case 'package':
      return { apis: [], packages: [rule.package] };
    case 'all':
      return rule.of.map(placesOf).find((places) => places !== 'anywhere') ?? 'anywhere';
    case 'any': {
      const all = rule.of.map(placesOf);
      const known = all.filter((places) => places !== 'anywhere');
      if (known.length < all.length) return 'anywhere';
      return { apis: known.flatMap(({ apis }) => apis), packages: known.flatMap(({ packages }) => packages) };
    }
    case 'label':
    case 'not':
    case 'cel':
      return 'anywhere';
  }
}
