/**
 * The validator beside the real API server, for what no real operator happens to use: every format with many values,
 * patterns in all of Go's syntax, and schemas made by chance of every keyword there is.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { compare } from '#lib/testing/agreement.ts';
import { FORMAT_NAMES, FORMAT_VALUES } from '#lib/testing/format-values.ts';
import { PATTERN_SOURCES, PATTERN_TEXTS } from '#lib/testing/pattern-texts.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { sampleValue } from '#lib/testing/sample-values.ts';
import { objectSchema, structuralSchemas } from '#lib/testing/structural-schemas.ts';
import { type DryRuns, dryRunsAt, type DryRunType } from '#local/testing/dry-runs.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { heldByFile } from '#local/testing/held.ts';
import { isOldestKubernetes } from '#local/testing/kubernetes.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { validateObject } from './object-rules.ts';
import type { Dictionary } from '../schema/path.ts';
import { type FieldSchema, fieldOf, propertyOf } from '../schema/schema.ts';

const SEED = seedOr(20_260_901);
/** Made schemas, and values for each; `npm run deep` has many more of both. Formats and patterns are all tried always. */
const SCHEMAS = effort(100, 400);
const VALUES = effort(6, 50);
const PER_DEFINITION = 20;
const GROUP = 'made.capstan.dev';

/** Formats that Kubernetes checks since 1.34. */
const NEW_FORMATS: readonly string[] = isOldestKubernetes ? ['k8s-short-name', 'k8s-long-name'] : [];
const KNOWN_FORMATS = FORMAT_NAMES.filter((name) => !NEW_FORMATS.includes(name));
/** Up to 1.33 the API server names the place of some errors otherwise. */
const SAME = isOldestKubernetes ? 0.98 : 0.995;

interface Made extends DryRunType {
  readonly schema: FieldSchema;
  readonly crd: KubeObject;
}

function madeType(name: string, fields: Record<string, Dictionary>): Made {
  const raw = objectSchema(fields);
  const kind = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const plural = `${name}s`;
  return {
    ...{ group: GROUP, version: 'v1', kind, plural, namespaced: false, schema: fieldOf(raw) },
    crd: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Cluster',
        names: { plural, singular: name, kind, listKind: `${kind}List` },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: raw } }],
      },
    },
  };
}

function named<T>(
  prefix: string,
  items: readonly T[],
  make: (item: T) => Dictionary,
): Record<string, Dictionary> {
  return Object.fromEntries(items.map((item, index) => [`${prefix}${String(index)}`, make(item)]));
}

const formats = madeType('format', {
  ...named('f', KNOWN_FORMATS, (format) => ({ type: 'string', format })),
});
const patterns = madeType(
  'pattern',
  named('p', PATTERN_SOURCES, (pattern) => ({ type: 'string', pattern })),
);
const sampled = fc.sample(structuralSchemas(3), { seed: SEED, numRuns: SCHEMAS });
const made = Array.from({ length: SCHEMAS / PER_DEFINITION }, (_, index) =>
  madeType(
    `made${String.fromCharCode(97 + index)}`,
    named('s', sampled.slice(index * PER_DEFINITION, (index + 1) * PER_DEFINITION), (schema) => schema),
  ),
);

const held = heldByFile();
let dryRuns: DryRuns;

beforeAll(async () => {
  dryRuns = held.adopt(dryRunsAt(sharedTestCluster().kubeconfig), (one) => one.close());
  await dryRuns.install([formats, patterns, ...made].map(({ crd }) => crd));
});

interface Answer {
  readonly agreement: ReturnType<typeof compare>;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly message: string;
}

async function ask(type: Made, spec: unknown): Promise<Answer> {
  const apiVersion = `${GROUP}/v1`;
  const object: unknown = JSON.parse(
    JSON.stringify({ apiVersion, kind: type.kind, metadata: { name: 'x' }, spec }, (_, part: unknown) =>
      typeof part === 'bigint' ? Number(part) : part,
    ),
  );
  const errors = validateObject(type.schema, type, object);
  const refusal = await dryRuns.refusal(type, object);
  return {
    agreement: compare(errors, refusal),
    ours: errors.map(({ path }) => path.join('.')).sort(),
    theirs: [...new Set(refusal?.places ?? [])].sort(),
    message: refusal?.message ?? '',
  };
}

/** One text in every field at once: which fields refuse it is a table's row. */
async function differingFields(
  type: Made,
  names: readonly string[],
  prefix: string,
  text: string,
): Promise<string[]> {
  const spec = Object.fromEntries(names.map((_, index) => [`${prefix}${String(index)}`, text]));
  const { ours, theirs } = await ask(type, spec);
  const differing = [...ours, ...theirs].filter((place) => ours.includes(place) !== theirs.includes(place));
  return differing.map((place) => {
    const source = names[Number(place.slice(`spec.${prefix}`.length))] ?? place;
    return `${JSON.stringify(text)} as ${source}: ${theirs.includes(place) ? 'refused' : 'taken'} by the API server`;
  });
}

describe('beside the API server', () => {
  it('reads every format alike', async () => {
    const differing: string[] = [];
    for (const text of FORMAT_VALUES)
      differing.push(...(await differingFields(formats, KNOWN_FORMATS, 'f', text)));
    expect(differing).toEqual([]);
  });

  it('reads every pattern alike', async () => {
    const differing: string[] = [];
    for (const text of PATTERN_TEXTS) {
      differing.push(...(await differingFields(patterns, PATTERN_SOURCES, 'p', text)));
    }
    expect(differing).toEqual([]);
  });

  it('says the same of values of made schemas', async () => {
    const random = randomFrom(SEED);
    const reports: string[] = [];
    let alarms = 0;
    let count = 0;
    for (const type of made) {
      const spec = propertyOf(type.schema, 'spec');
      for (let round = 0; round < VALUES * PER_DEFINITION; round += 1) {
        const name = `s${String(round % PER_DEFINITION)}`;
        const field = spec === undefined ? undefined : propertyOf(spec, name);
        if (field === undefined) throw new Error(`no field ${name}`);
        const value = sampleValue(field, { random, wrong: random.pick([0, 0.02, 0.1, 0.3]), depth: 4 });
        const answer = await ask(type, { [name]: value });
        count += 1;
        if (answer.agreement === 'same') continue;
        if (answer.agreement === 'falseAlarm') alarms += 1;
        reports.push(
          `${answer.agreement}: ${JSON.stringify(field.raw)}\n  value ${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))}` +
            `\n  ours ${answer.ours.join(' ')}\n  theirs ${answer.theirs.join(' ')} ${answer.message.slice(0, 400)}`,
        );
      }
    }
    const same = 1 - reports.length / count;
    process.stderr.write(
      `seed ${String(SEED)}: ${String(count)} objects of made schemas, ${(100 * same).toFixed(2)} % agree\n`,
    );
    if (reports.length > 0) process.stderr.write(`${reports.join('\n')}\n`);
    expect(alarms).toBe(0);
    expect(same).toBeGreaterThanOrEqual(SAME);
  });
});
