/**
 * The rules of a schema (`x-kubernetes-validations`, in CEL) tried on an object before the API server is asked. Each
 * holds, is broken, or is undecided; only broken ones are errors, so nothing is said that the API server would not say.
 * Source: apiextensions-apiserver `pkg/apiserver/schema/cel/validation.go`.
 */
import type { CelInput } from '@bufbuild/cel';
import type { FieldError } from '../schema/field-error.ts';
import { type Dictionary, isDictionary, isList, isWithin, ownValue, type Path } from '../schema/path.ts';
import type { Problem } from '../schema/problem.ts';
import { type FieldSchema, itemField, propertyOf, valueField } from '../schema/schema.ts';
import { celRootOf, celValueOf } from './cel-values.ts';
import { type RuleProgram, ruleProgram } from './cel-program.ts';
import { withDefaults } from './defaults.ts';
import { fieldPathOf } from './field-path.ts';
import { carries } from './schema-walk.ts';
import { counterpartsOf, unchanged } from './transition.ts';

/** What came out: errors in the order of the object, at most 200. */
export interface RulesReport {
  readonly errors: readonly FieldError[];
  /** How many rules were answered, and how many are left to the API server. */
  readonly decided: number;
  readonly undecided: number;
}

/** The object to try the rules on, and what is known of it. */
export interface RulesQuestion {
  readonly schema: FieldSchema;
  /** The object as the user has it. */
  readonly value: unknown;
  /** The object as it is in the cluster, for an update. */
  readonly old?: unknown;
  /** Where the form has found something wrong already: rules there are the API server's matter. */
  readonly wrong: readonly Path[];
}

interface Round {
  readonly wrong: readonly Path[];
  readonly errors: FieldError[];
  decided: number;
  undecided: number;
}

const ERROR_LIMIT = 200;
/** Checked by the API server with rules of its own, or not the user's to set. */
const NOT_BELOW_ROOT = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Tries every rule on every value that it stands at. Rules on `metadata` and `status` are left to the API server. */
export function checkRules({ schema, value, old, wrong }: RulesQuestion): RulesReport {
  const round: Round = { wrong, errors: [], decided: 0, undecided: 0 };
  visit(schema, { value: withDefaults(schema, value), old: withDefaults(schema, old) }, [], round);
  return { errors: round.errors, decided: round.decided, undecided: round.undecided };
}

interface Pair {
  readonly value: unknown;
  /** The value that this one comes from; undefined where there is none, or none that surely is. */
  readonly old: unknown;
}

function visit(field: FieldSchema, pair: Pair, path: Path, round: Round): void {
  const { value } = pair;
  if (value === undefined || value === null || !carries(field, 'x-kubernetes-validations')) return;
  for (const rule of rulesOf(field)) judge(rule, field, { ...pair, path }, round);
  if (isList(value)) visitList(field, { ...pair, value }, path, round);
  else if (isDictionary(value)) visitObject(field, { ...pair, value }, path, round);
}

function visitObject(
  field: FieldSchema,
  { value, old }: { value: Dictionary; old: unknown },
  path: Path,
  round: Round,
): void {
  const values = valueField(field);
  for (const name of Object.keys(value)) {
    if (path.length === 0 && NOT_BELOW_ROOT.has(name)) continue;
    const property = propertyOf(field, name) ?? values;
    const before = isDictionary(old) ? ownValue(old, name) : undefined;
    if (property !== undefined)
      visit(property, { value: ownValue(value, name), old: before }, [...path, name], round);
  }
}

function visitList(
  field: FieldSchema,
  { value, old }: { value: readonly unknown[]; old: unknown },
  path: Path,
  round: Round,
): void {
  const item = itemField(field);
  const counterpart = counterpartsOf(field, old);
  // An unchanged list says of its items that they are unchanged, whatever its kind.
  const same = old !== undefined && unchanged(field, old, value);
  value.forEach((entry, index) =>
    visit(item, { value: entry, old: same ? entry : counterpart(entry) }, [...path, index], round),
  );
}

interface Rule extends Dictionary {
  readonly rule: string;
}

const noRules: readonly Rule[] = [];

function rulesOf(field: FieldSchema): readonly Rule[] {
  const rules = field.raw['x-kubernetes-validations'];
  return isList(rules) ? rules.filter(isRule) : noRules;
}

function isRule(rule: unknown): rule is Rule {
  return isDictionary(rule) && typeof rule['rule'] === 'string' && rule['rule'].trim() !== '';
}

interface Place extends Pair {
  readonly path: Path;
}

function judge(rule: Rule, field: FieldSchema, place: Place, round: Round): void {
  const verdict = verdictOn(rule, field, place, round.wrong);
  if (verdict === undefined) round.undecided += 1;
  else round.decided += 1;
  if (verdict === undefined || verdict === 'holds' || round.errors.length >= ERROR_LIMIT) return;
  const path = [...place.path, ...fieldPathOf(rule['fieldPath'])];
  round.errors.push({ path, problem: verdict, rule: 'cel' });
}

/** What is wrong; undefined: undecided. */
type Verdict = 'holds' | Problem | undefined;

const remembered = new WeakMap<Rule, WeakMap<object, { verdict: Verdict }>>();

function verdictOn(rule: Rule, field: FieldSchema, place: Place, wrong: readonly Path[]): Verdict {
  const { value, old, path } = place;
  if (wrong.some((at) => isWithin(at, path) || isWithin(path, at))) return undefined;
  const program = ruleProgram(rule.rule);
  if (program === undefined || rule['optionalOldSelf'] === true) return undefined;
  const isUpdate = old !== undefined && old !== null;
  if (program.usesOld) return isUpdate ? tried(rule, program, field, place) : 'holds';
  // What was wrong before may stay so.
  if (isUpdate && unchanged(field, old, value)) return 'holds';
  return rememberedVerdict(rule, value, path, () => tried(rule, program, field, place));
}

/** Of an unchanged part the answer stays. */
function rememberedVerdict(rule: Rule, value: unknown, path: Path, decide: () => Verdict): Verdict {
  if (path.length === 0 || typeof value !== 'object' || value === null) return decide();
  const ofRule = remembered.get(rule) ?? new WeakMap<object, { verdict: Verdict }>();
  remembered.set(rule, ofRule);
  const before = ofRule.get(value) ?? { verdict: decide() };
  ofRule.set(value, before);
  return before.verdict;
}

function tried(rule: Rule, program: RuleProgram, field: FieldSchema, { value, old, path }: Place): Verdict {
  const seen = (part: unknown): CelInput =>
    path.length === 0 && isDictionary(part) ? celRootOf(field, part) : celValueOf(field, part);
  // At the root the status counts, which on the way in is the API server's own.
  if (path.length === 0 && rule.rule.includes('status')) return undefined;
  const variables = { self: seen(value), ...(program.usesOld ? { oldSelf: seen(old) } : {}) };
  const answer = program.run(variables);
  if (answer === true) return 'holds';
  return answer === false ? problemOf(rule, variables) : undefined;
}

function problemOf(rule: Rule, variables: { self: CelInput; oldSelf?: CelInput }): Problem {
  const { message, messageExpression } = rule;
  const made =
    typeof messageExpression === 'string' ? ruleProgram(messageExpression)?.run(variables) : undefined;
  if (typeof made === 'string' && made.trim() !== '' && !made.includes('\n')) return { said: made.trim() };
  if (typeof message === 'string' && message.trim() !== '') return { said: message.trim() };
  return { code: 'failedRule', values: { rule: rule.rule.trim() } };
}
