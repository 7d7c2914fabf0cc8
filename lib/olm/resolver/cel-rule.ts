/**
 * Rules in CEL about the properties of a bundle (OLM 38): variable `properties`, a list of `{type, value}`, and function
 * `semver_compare`. Source: operator-framework/api `pkg/constraints/cel.go`.
 */
import { celEnv, celFunc, CelScalar, parse, plan, type CelInput } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import type { BundleProperty } from '../api/catalog.ts';
import { compareVersions, isVersion } from '../api/version.ts';

/** A compiled rule; `text` is the expression as the bundle has it. */
export interface CelRule {
  text: string;
  /** False also where it cannot be told. */
  holds: (properties: readonly BundleProperty[]) => boolean;
}

const { DYN, INT } = CelScalar;

const semverCompare = celFunc('semver_compare', [DYN, DYN], INT, (left, right) => {
  if (typeof left !== 'string' || typeof right !== 'string' || !isVersion(left) || !isVersion(right))
    throw new Error('semver_compare needs two versions');
  return BigInt(Math.sign(compareVersions(left, right)));
});

const env = celEnv({ funcs: [...strings, semverCompare] });

const rules = new Map<string, CelRule>();
/** Far more than all catalogs together have; those of a hostile one are compiled again and again. */
const REMEMBERED = 500;

/** Throws when it is no expression. */
export function celRule(text: string): CelRule {
  const known = rules.get(text);
  if (known !== undefined) return known;
  const evaluate = plan(env, parse(text));
  const rule = {
    text,
    holds: (properties: readonly BundleProperty[]): boolean => {
      try {
        return (
          evaluate({ properties: properties.map(({ type, value }) => ({ type, value: inputOf(value) })) }) ===
          true
        );
      } catch {
        return false;
      }
    },
  };
  if (rules.size < REMEMBERED) rules.set(text, rule);
  return rule;
}

/** JSON numbers are doubles in CEL, as upstream reads them. */
function inputOf(value: unknown): CelInput {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(inputOf);
  if (typeof value !== 'object') return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inputOf(inner)]));
}
