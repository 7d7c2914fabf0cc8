/**
 * What the console says of rules against what a real API server says: no false alarm, ever. How many rules are left to
 * the API server is printed.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ruleGroups } from '#lib/testing/rules.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { isOldestKubernetes } from '#local/testing/kubernetes.ts';
import { type RawApi, rawApi } from '#local/testing/raw-api.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { parseFieldPath } from '../validate/api-paths.ts';
import { validateObject } from '../validate/object-rules.ts';
import { deleteInValue, pathKey } from '../schema/path.ts';
import {
  type FieldSchema,
  fieldOf,
  itemField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema/schema.ts';
import type { ApiType } from '../schema/starters.ts';
import { checkRules } from './check-rules.ts';
import { carries } from './schema-walk.ts';

let api: RawApi;
beforeAll(() => {
  api = rawApi(sharedTestCluster());
});
afterAll(() => api[Symbol.asyncDispose]());

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'rules.capstan.test';

const Refusal = z.object({
  message: z.string(),
  details: z
    .object({
      causes: z
        .array(
          z.object({ field: z.string().default(''), message: z.string(), reason: z.string().default('') }),
        )
        .default([]),
    })
    .default({ causes: [] }),
});

async function install(kind: string, schema: unknown): Promise<string> {
  const plural = `${kind.toLowerCase()}s`;
  const made = await api.request('POST', CRDS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Cluster',
      names: { kind, plural },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
  expect(made.status, JSON.stringify(made.body).slice(0, 40000)).toBe(201);
  const path = `/apis/${GROUP}/v1/${plural}`;
  await expect.poll(async () => (await api.request('GET', path)).status, { timeout: 30_000 }).toBe(200);
  return path;
}

type Rule = Readonly<Record<string, unknown>>;

interface Case {
  readonly rule: Rule;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
  readonly changes: readonly (readonly [unknown, unknown])[];
}

const cases: Case[] = ruleGroups.flatMap(({ schema, rules, values, changes }) =>
  rules.map((rule) => ({ rule, schema, values, changes })),
);

function withRule({ schema, rule }: Case): Rule {
  return { ...schema, 'x-kubernetes-validations': [rule] };
}

function rootOf(indexes: readonly number[]): Rule {
  const properties = Object.fromEntries(
    indexes.map((index) => [`p${String(index)}`, withRule(cases[index] ?? never())]),
  );
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

function never(): never {
  throw new Error('no such case');
}

interface Said {
  readonly path: string;
  readonly text: string;
}

function saidBy(body: unknown, object: unknown): Said[] {
  const refusal = Refusal.parse(body);
  return refusal.details.causes.map(({ field, message }) => ({
    path: pathKey(parseFieldPath(field, object)),
    text: message,
  }));
}

const isError = (text: string): boolean =>
  / evaluating rule: |did not match a supported|rule compile/.test(text);

interface Tally {
  agreed: number;
  undecided: number;
  readonly falseAlarms: string[];
  readonly missed: string[];
  readonly undecidedRules: Set<string>;
  readonly decidedRules: Set<string>;
}

interface Question {
  readonly index: number;
  readonly value: unknown;
  readonly old?: unknown;
  readonly said: readonly Said[];
}

function compare(tally: Tally, { index, value, old, said }: Question): void {
  const one = cases[index] ?? never();
  const name = `p${String(index)}`;
  const object = { spec: { [name]: value } };
  const before = old === undefined ? {} : { old: { spec: { [name]: old } } };
  const ours = checkRules({ schema: fieldOf(rootOf([index])), value: object, wrong: [], ...before });
  const theirs = said.filter(({ path }) => path.startsWith(`["spec","${name}"`));
  const what = `${JSON.stringify(one.rule)} on ${JSON.stringify(value)}${old === undefined ? '' : ` after ${JSON.stringify(old)}`}`;
  const error = ours.errors[0];
  if (error !== undefined) {
    const problem = error.problem;
    const text = 'said' in problem ? problem.said : `failed rule: ${String(problem.values?.['rule'])}`;
    const same = theirs.some(
      (their) =>
        their.path === pathKey(error.path) &&
        (their.text.includes(text) || their.text.startsWith('Duplicate value')),
    );
    if (same) tally.agreed += 1;
    else
      tally.falseAlarms.push(
        `${what}: ${text} at ${pathKey(error.path)}; the server: ${JSON.stringify(theirs)}`,
      );
  } else if (ours.undecided > 0) {
    tally.undecided += 1;
    tally.undecidedRules.add(String(one.rule['rule']));
  } else if (theirs.some(({ text }) => !isError(text)) || theirs.length > 0) {
    tally.missed.push(`${what}: ${JSON.stringify(theirs)}`);
  } else tally.agreed += 1;
  if (ours.undecided === 0) tally.decidedRules.add(String(one.rule['rule']));
}

function newTally(): Tally {
  return {
    agreed: 0,
    undecided: 0,
    falseAlarms: [],
    missed: [],
    undecidedRules: new Set(),
    decidedRules: new Set(),
  };
}

function report(title: string, tally: Tally): void {
  const total = tally.agreed + tally.undecided + tally.falseAlarms.length + tally.missed.length;
  process.stdout.write(
    `${title}: ${String(total)} questions, ${String(tally.agreed)} answered as by the API server, ` +
      `${String(tally.undecided)} left to it, ${String(tally.missed.length)} missed, ${String(tally.falseAlarms.length)} false alarms\n`,
  );
  const never = [...tally.undecidedRules].filter((rule) => !tally.decidedRules.has(rule));
  process.stdout.write(
    `  rules: ${String(tally.decidedRules.size)} answered, ${String(never.length)} never: ${never.join(' | ')}\n`,
  );
}

/** Some of the cases, as fields of one type. */
interface Share {
  readonly indexes: readonly number[];
  readonly path: string;
  readonly kind: string;
}

function objectOf({ indexes, kind }: Share, name: string, pick: (one: Case) => unknown): unknown {
  const entries = indexes.map((index) => [`p${String(index)}`, pick(cases[index] ?? never())] as const);
  const spec = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return { apiVersion: `${GROUP}/v1`, kind, metadata: { name }, spec };
}

async function tryCreating(tally: Tally, share: Share, round: number): Promise<void> {
  const object = objectOf(share, 'tried', (one) => one.values[round]);
  const answer = await api.request('POST', `${share.path}?dryRun=All&fieldValidation=Strict`, object);
  expect([201, 422], JSON.stringify(answer.body).slice(0, 2000)).toContain(answer.status);
  const said = answer.status === 201 ? [] : saidBy(answer.body, object);
  for (const [key, value] of Object.entries(specOf(object))) {
    compare(tally, { index: Number(key.slice(1)), value, said });
  }
}

async function tryChanging(tally: Tally, share: Share, round: number): Promise<void> {
  const name = `changed-${String(round)}`;
  // Rules that the old value breaks already keep it from being made: those are left out.
  const stored = await storeWhatMay(
    share.path,
    objectOf(share, name, (one) => one.changes[round]?.[0]),
  );
  const old = specOf(stored);
  const next = Object.entries(specOf(objectOf(share, name, (one) => one.changes[round]?.[1])));
  const body = {
    ...Object(stored),
    spec: Object.fromEntries(next.filter(([key]) => Object.hasOwn(old, key))),
  };
  const answer = await api.request('PUT', `${share.path}/${name}?dryRun=All&fieldValidation=Strict`, body);
  expect([200, 422], JSON.stringify(answer.body).slice(0, 2000)).toContain(answer.status);
  const said = answer.status === 200 ? [] : saidBy(answer.body, body);
  for (const [key, value] of Object.entries(specOf(body))) {
    compare(tally, { index: Number(key.slice(1)), value, old: old[key], said });
  }
}

it('answers rules of every sort as the API server does, or not at all', { timeout: 240_000 }, async () => {
  const tally = newTally();
  // A definition must not cost too much to check, so some of the rules go into each.
  const SHARE = 40;
  for (let first = 0; first < cases.length; first += SHARE) {
    const indexes = cases.map((_, index) => index).slice(first, first + SHARE);
    const kind = `Own${String(first)}`;
    const share = { indexes, kind, path: await install(kind, rootOf(indexes)) };
    const of = indexes.map((index) => cases[index] ?? never());
    for (const round of rounds(of.map(({ values }) => values))) await tryCreating(tally, share, round);
    for (const round of rounds(of.map(({ changes }) => changes))) await tryChanging(tally, share, round);
  }
  report('own rules', tally);
  expect(tally.falseAlarms.filter((told) => !isOldFault(told))).toEqual([]);
  expect(tally.missed).toEqual([]);
  expect(tally.undecided / tally.agreed).toBeLessThan(0.5);
});

/** Up to 1.33 the API server cannot look for the last place of something in an empty text, and refuses it for that. */
function isOldFault(told: string): boolean {
  return isOldestKubernetes && told.includes('index out of range: -1 evaluating rule: self.lastIndexOf(');
}

function rounds(lists: readonly (readonly unknown[])[]): number[] {
  return Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, round) => round);
}

const Spec = z.looseObject({ spec: z.record(z.string(), z.unknown()).default({}) });

function specOf(object: unknown): Record<string, unknown> {
  return Spec.parse(object).spec;
}

/** Creates the object without the fields that the API server refuses, and yields it as stored. */
async function storeWhatMay(path: string, object: unknown): Promise<unknown> {
  const first = await api.request('POST', path, object);
  if (first.status === 201) return first.body;
  const bad = new Set(
    saidBy(first.body, object).map(({ path: at }) => String(z.array(z.unknown()).parse(JSON.parse(at))[1])),
  );
  const spec = Object.fromEntries(Object.entries(specOf(object)).filter(([key]) => !bad.has(key)));
  const second = await api.request('POST', path, { ...Object(object), spec });
  expect(second.status, JSON.stringify(second.body).slice(0, 2000)).toBe(201);
  return second.body;
}

const Form = z.object({
  kind: z.string(),
  schema: z.record(z.string(), z.unknown()),
  examples: z.array(z.unknown()),
});
type Form = z.infer<typeof Form>;

const file = sharedData('forms-visible.jsonl.gz');
const forms: Form[] =
  file === undefined
    ? []
    : gunzipSync(readFileSync(file))
        .toString('utf8')
        .split('\n')
        .filter((line) => line.includes('x-kubernetes-validations'))
        .map((line) => Form.parse(JSON.parse(line)));

const SEED = seedOr(20_260_131);
/** Grown for each type, beside its examples; `npm run deep` grows many. All types and all of their rules are in both. */
const OBJECTS = effort(8, 120);

it.skipIf(file === undefined)(
  'raises no false alarm for rules of real operators',
  { timeout: 240_000 },
  async () => {
    process.stdout.write(`seed ${String(SEED)}\n`);
    const tally = newTally();
    for (const [index, { schema, examples }] of forms.entries()) {
      const kind = `Real${String(index)}`;
      const path = await install(kind, schema);
      const field = fieldOf(schema);
      const type = { group: GROUP, version: 'v1', kind, plural: `${kind.toLowerCase()}s` };
      const random = randomOf(SEED + index);
      const head = { apiVersion: `${GROUP}/v1`, kind, metadata: { name: 'tried' } };
      const made = Array.from({ length: OBJECTS }, () => ({ ...Object(grow(field, random, 0)), ...head }));
      const drafts = [...examples.map((example): unknown => ({ ...Object(example), ...head })), ...made];
      for (const draft of drafts) await tryReal(tally, { field, path, object: mended(field, type, draft) });
    }
    report(`rules of ${String(forms.length)} real types`, tally);
    expect(tally.falseAlarms).toEqual([]);
    // What the schema's other keywords forbid is for other tests.
    expect(tally.missed.filter((text) => !/ in body |Unsupported value|Required value/.test(text))).toEqual(
      [],
    );
    expect(tally.agreed).toBeGreaterThan(effort(100, 1_000));
  },
);

interface Tried {
  readonly field: FieldSchema;
  readonly path: string;
  readonly object: unknown;
}

async function tryReal(tally: Tally, { field, path, object }: Tried): Promise<void> {
  if (object === undefined) return;
  const answer = await api.request('POST', `${path}?dryRun=All&fieldValidation=Strict`, object);
  const said = answer.status === 201 ? [] : saidBy(answer.body, object);
  // Nothing is known of rules then.
  if (said.some(({ text }) => text.includes('some validation rules were not checked'))) return;
  const ours = checkRules({ schema: field, value: object, wrong: [] });
  tally.undecided += ours.undecided;
  tally.agreed += ours.decided - ours.errors.length;
  for (const error of ours.errors) {
    const text = 'said' in error.problem ? error.problem.said : String(error.problem.values?.['rule']);
    const at = pathKey(error.path);
    if (said.some((their) => their.path === at && their.text.includes(text))) tally.agreed += 1;
    else tally.falseAlarms.push(`${path} ${at}: ${text}; the server: ${JSON.stringify(said).slice(0, 600)}`);
  }
  const known = new Set(ours.errors.map((error) => pathKey(error.path)));
  const news = said.filter((their) => !known.has(their.path) && !isError(their.text));
  if (ours.undecided === 0) tally.missed.push(...news.map((their) => `${path} ${their.path}: ${their.text}`));
}

type Random = (below: number) => number;

function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A value that gives the rules of the schema something to judge. */
function grow(field: FieldSchema, random: Random, depth: number): unknown {
  if (field.options !== undefined) return field.options[random(field.options.length)];
  switch (field.kind) {
    case 'object':
      return grownObject(field, random, depth);
    case 'array':
      return Array.from({ length: random(3) }, () => grow(itemField(field), random, depth + 1));
    case 'map':
      return random(2) === 0 ? {} : { a: grow(valueField(field) ?? field, random, depth + 1) };
    case 'boolean':
      return random(2) === 0;
    case 'integer':
    case 'number':
      return random(12);
    case 'string':
    case 'intOrString':
      return ['', 'a', 'b', '/', '/a//b', '/x/../y', '10s', '5m', '*', 'abc', 'a%2Fb', 'http'][random(12)];
    default:
      return {};
  }
}

function grownObject(field: FieldSchema, random: Random, depth: number): Record<string, unknown> {
  const chance = field.raw['x-kubernetes-validations'] === undefined ? 12 : 2;
  const names = propertyNames(field).filter((name) => {
    if (depth === 0) return name === 'spec';
    const property = propertyOf(field, name);
    if (field.required.has(name)) return true;
    if (depth > 12 || property === undefined) return false;
    return random(carries(property, 'x-kubernetes-validations') ? 2 : chance) === 0;
  });
  return Object.fromEntries(
    names.map((name) => [name, grow(propertyOf(field, name) ?? field, random, depth + 1)]),
  );
}

/** Without what other rules of the schema forbid; undefined where that does not make it right. */
function mended(field: FieldSchema, type: ApiType, draft: unknown): unknown {
  let object = draft;
  for (let round = 0; round < 6; round += 1) {
    const errors = validateObject(field, type, object);
    if (errors.length === 0) return object;
    object = errors.reduce(
      (rest, error) => deleteInValue(rest, error.path.slice(0, error.rule === 'required' ? -1 : undefined)),
      object,
    );
  }
  return undefined;
}
