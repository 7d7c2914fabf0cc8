/**
 * The validator beside the real API server: schemas and examples of real operators, and thousands of copies with
 * something changed. CEL rules are taken out of the schemas; they are tried elsewhere.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { convertCrdV1beta1 } from '#lib/k8s/crd-v1beta1.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { type Agreement, compare } from '#lib/testing/agreement.ts';
import { mutate } from '#lib/testing/mutations.ts';
import { type Random, randomFrom } from '#lib/testing/random.ts';
import { type DryRuns, dryRunsAt, type DryRunType } from '#local/testing/dry-runs.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { heldByFile } from '#local/testing/held.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { getIn, isDictionary, isList, setInValue } from '../schema/path.ts';
import { validateObject } from './object-rules.ts';
import { type FieldSchema, fieldOf } from '../schema/schema.ts';

const file = sharedData('forms-visible.jsonl.gz');
/** How many changed copies are tried; `npm run deep` tries a great many. */
const COPIES = effort(1_000, 10_000);
/**
 * The quick size leaves out the eleven biggest definitions, which have three quarters of all text and no keyword, type or
 * format that others have not: the API server takes most of the time to take them.
 */
const BIGGEST = effort(125_000, Number.POSITIVE_INFINITY);
const SEED = seedOr(20_260_901);
const AT_ONCE = 8;

const Row = z.object({
  package: z.string(),
  group: z.string(),
  kind: z.string(),
  version: z.string(),
  plural: z.string(),
  scope: z.string(),
  crdApi: z.string(),
  statusSubresource: z.boolean(),
  schema: z.unknown(),
  examples: z.array(z.record(z.string(), z.unknown())),
});
type Row = z.infer<typeof Row>;

interface Form extends DryRunType {
  readonly crd: KubeObject;
  readonly schema: FieldSchema;
  readonly examples: readonly unknown[];
}

interface Result {
  readonly agreement: Agreement;
  readonly report: string;
}

let dryRuns: DryRuns;
let forms: readonly Form[];

describe.skipIf(file === undefined)('the validator and the API server', () => {
  const held = heldByFile();

  beforeAll(async () => {
    forms = readRows()
      .filter(({ schema }) => JSON.stringify(schema).length <= BIGGEST)
      .map(formOf);
    dryRuns = held.adopt(dryRunsAt(sharedTestCluster().kubeconfig), (one) => one.close());
    await dryRuns.install(forms.map((form) => form.crd));
  });

  it('say the same of every example', async () => {
    const cases = forms.flatMap((form) => form.examples.map((value) => ({ form, value, what: 'example' })));
    expect(cases.length).toBeGreaterThan(effort(30, 40));
    const results = await inParallel(cases, judge);
    expect(results.filter(({ agreement }) => agreement !== 'same').map(({ report }) => report)).toEqual([]);
  });

  it('say the same of changed copies', async () => {
    const random = randomFrom(SEED);
    const cases = Array.from({ length: COPIES }, () => changed(random));
    const results = await inParallel(cases, judge);
    const differing = results.filter(({ agreement }) => agreement !== 'same');
    const same = 1 - differing.length / results.length;
    process.stderr.write(
      `seed ${String(SEED)}: ${String(results.length)} objects, ${(100 * same).toFixed(2)} % agree\n`,
    );
    if (differing.length > 0) process.stderr.write(`${differing.map(({ report }) => report).join('\n')}\n`);
    expect(results.filter(({ agreement }) => agreement === 'falseAlarm')).toEqual([]);
    expect(same).toBeGreaterThanOrEqual(0.995);
  });
});

function readRows(): Row[] {
  const lines = gunzipSync(readFileSync(file ?? ''))
    .toString('utf8')
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => Row.parse(JSON.parse(line)));
}

function formOf(row: Row): Form {
  const crd = definition(row);
  const openApi = getIn(crd, ['spec', 'versions', 0, 'schema', 'openAPIV3Schema']);
  const { group, version, kind, plural } = row;
  return {
    ...{ group, version, kind, plural, crd },
    namespaced: row.scope !== 'Cluster',
    schema: fieldOf(openApi),
    examples: row.examples.map((example) => withoutNamespace(example)),
  };
}

/** Dry runs go to a namespace that is there. */
function withoutNamespace(example: Row['examples'][number]): unknown {
  const { metadata, ...rest } = example;
  const { namespace: _, ...kept } = isDictionary(metadata) ? metadata : {};
  return { ...rest, metadata: kept };
}

function definition({ group, kind, version, plural, scope, ...row }: Row): KubeObject {
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  const metadata = {
    name: `${plural}.${group}`,
    // Some groups are the community's own, and ask for a note of who agreed to the definition.
    annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/1' },
  };
  const schema = withoutRules(row.schema);
  const subresources = row.statusSubresource ? { subresources: { status: {} } } : {};
  if (!row.crdApi.includes('v1beta1')) {
    const served = { name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } };
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata,
      spec: { group, names, scope, versions: [{ ...served, ...subresources }] },
    };
  }
  const old = { group, names, scope, version, validation: { openAPIV3Schema: schema }, ...subresources };
  const converted = convertCrdV1beta1({ apiVersion: '', kind: '', metadata, spec: old });
  if (!converted.ok) throw new Error(`${kind}: ${converted.reason}`);
  return converted.crd;
}

/** Without CEL rules, and without help texts, which nobody reads here. */
function withoutRules(schema: unknown): unknown {
  if (isList(schema)) return schema.map(withoutRules);
  if (!isDictionary(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !isNoise(key, value))
      .map(([key, value]) => [key, withoutRules(value)]),
  );
}

function isNoise(key: string, value: unknown): boolean {
  return key === 'x-kubernetes-validations' || (key === 'description' && typeof value === 'string');
}

interface Case {
  readonly form: Form;
  readonly value: unknown;
  readonly what: string;
}

function changed(random: Random): Case {
  const form = random.pick(forms.filter(({ examples }) => examples.length > 0));
  let value = random.pick(form.examples);
  const what: string[] = [];
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const mutant = mutate(form.schema, value, random);
    value = mutant.value;
    what.push(mutant.what);
  }
  // Of a dry run in another namespace nothing of this would be learnt.
  const meta = getIn(value, ['metadata']);
  if (isDictionary(meta) && Object.hasOwn(meta, 'namespace')) {
    value = setInValue(value, ['metadata', 'namespace'], 'default');
  }
  return { form, value, what: what.join(', ') };
}

async function judge({ form, value, what }: Case): Promise<Result> {
  const sent: unknown = JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)),
  );
  const errors = validateObject(form.schema, form, sent);
  const refusal = await dryRuns.refusal(form, sent);
  const agreement = compare(errors, refusal);
  const ours = errors.map((error) => `${error.path.join('.')}(${error.rule})`).join(' ');
  const theirs =
    refusal === undefined ? 'fine' : `${refusal.places.join(' ')} — ${refusal.message.slice(0, 300)}`;
  return { agreement, report: `${agreement}: ${form.kind}, ${what}\n  ours: ${ours}\n  theirs: ${theirs}` };
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  async function drain(): Promise<void> {
    for (const [index, item] of queue) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
  return results;
}
