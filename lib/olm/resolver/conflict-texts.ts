/** A rule of a conflict in OLM's words (OLM 37, 39-41). */
import type { Constraint, Variable } from './constraints.ts';
import type { Known } from './known.ts';
import { ruleText } from './rules.ts';

/** Names that a text lists before it only counts. */
const LISTED = 10;

/** Elements of the message; they are joined by commas. @param relevant variables that the conflict is about */
export function conflictTexts(rule: Constraint, known: Known, relevant: ReadonlySet<number>): string[] {
  const idOf = (index: number): string => {
    const variable = known.variables[index];
    return variable === undefined ? '' : variableId(variable);
  };
  const csvOf = (variable: number): string => known.variables[variable]?.csv ?? '';
  const { origin } = rule;
  const members = (rule.atMostOne ?? []).filter((variable) => relevant.has(variable)).map(idOf);
  switch (origin.kind) {
    case 'subscription': {
      const exists = `subscription ${origin.offer.name} exists`;
      const ids = (rule.oneOf?.candidates ?? []).map(idOf);
      return [exists, `subscription ${origin.offer.name} requires ${requires(ids)}`];
    }
    case 'given-up':
      return [
        `subscription ${origin.offer.name} exists`,
        `subscription ${origin.offer.name} cannot be resolved`,
      ];
    case 'need':
      return [`bundle ${csvOf(origin.of)} requires an operator ${ruleText(origin.requirement.rule)}`];
    case 'unreadable':
      return [`what bundle ${csvOf(origin.of)} requires cannot be read: ${origin.message}`];
    case 'one-provider': {
      const { group, version, kind } = origin.api;
      return [`${listed(members, 'and')} provide ${kind} (${group}/${version})`];
    }
    case 'one-of-package':
      return [`${listed(members, 'and')} originate from package ${origin.package}`];
    case 'orphan':
      return [`clusterserviceversion ${csvOf(origin.of)} exists and is not referenced by a subscription`];
    case 'conflict':
      return [`${idOf(origin.of[0])} conflicts with ${idOf(origin.of[1])}`];
  }
}

/** `<catalog>/<catalog namespace>/<channel>/<csv>`, `@existing/<namespace>//<csv>`. */
function variableId({ csv, from }: Variable): string {
  if (from.kind === 'installed') return `@existing/${from.namespace}//${csv}`;
  const { catalog, candidate } = from;
  return `${catalog.name}/${catalog.namespace}/${candidate.channel}/${csv}`;
}

function requires(ids: readonly string[]): string {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? only : `at least one of ${listed(ids, 'or')}`;
}

/** `a, b and c`. */
function listed(names: readonly string[], word: 'and' | 'or'): string {
  const shown =
    names.length > LISTED ? [...names.slice(0, LISTED), `${String(names.length - LISTED)} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${word} ${last}`;
}
