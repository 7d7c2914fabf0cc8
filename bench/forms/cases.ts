/** What is measured: real operators' kinds with their examples, and made-up ones beyond them. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { KudoParameter } from '#lib/kudo/api/types.ts';
import { formValues } from '#lib/kudo/parameters/form-values.ts';
import { parametersSchema } from '#lib/kudo/parameters/schema.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { type Raw, filled } from './fill.ts';
import type { Work } from './harness.ts';

export interface Case extends Work {
  readonly name: string;
  /** `examples` of operators, `empty` objects, `filled` ones with every field set, `lists` of a thousand entries. */
  readonly group: 'examples' | 'empty' | 'filled' | 'lists';
}

const Line = z.object({
  group: z.string(),
  kind: z.string(),
  version: z.string(),
  schema: z.record(z.string(), z.unknown()).nullable(),
  specDescriptors: z.unknown(),
  examples: z.array(z.unknown()),
});

/** Fields of the objects that are filled as far as they go. */
const FIELDS = 6_000;
/** Real schemas that are filled; the largest ones. */
const LARGEST = 6;

export function cases(): Case[] {
  const file = sharedData('forms-visible.jsonl.gz');
  const lines = file === undefined ? [] : gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const real = lines.map((line) => Line.parse(JSON.parse(line)));
  const bySize = [...real].sort(
    (left, right) => JSON.stringify(right.schema).length - JSON.stringify(left.schema).length,
  );
  const work = (line: z.infer<typeof Line>, group: Case['group'], object: unknown): Case => ({
    name: line.kind,
    group,
    schema: JSON.stringify(line.schema),
    object: JSON.stringify(object),
    descriptors: JSON.stringify(line.specDescriptors ?? []),
  });
  const empty = (line: z.infer<typeof Line>): Record<string, unknown> => ({
    apiVersion: `${line.group}/${line.version}`,
    kind: line.kind,
    metadata: { name: 'one' },
  });
  const specOf = (line: z.infer<typeof Line>): Raw => Object(Object(line.schema?.['properties'])['spec']);
  return [
    ...parameterCases(),
    ...real.flatMap((line) => line.examples.slice(0, 1).map((example) => work(line, 'examples', example))),
    ...real.map((line) => work(line, 'empty', empty(line))),
    ...made('deep, 10,000 nodes', 'empty', DEEP, {}),
    ...made('flat, 8,000 properties', 'empty', FLAT, {}),
    ...bySize
      .slice(0, LARGEST)
      .map((line) => work(line, 'filled', { ...empty(line), spec: filled(specOf(line), FIELDS) })),
    ...made('deep, 10,000 nodes', 'filled', DEEP, filled(DEEP, FIELDS)),
    ...made('flat, 8,000 properties', 'filled', FLAT, filled(FLAT, FIELDS)),
    ...made('1,000 texts', 'lists', LISTS, { texts: numbered(1_000, (index) => `entry-${index}`) }),
    ...made('1,000 objects', 'lists', LISTS, {
      objects: numbered(1_000, (index) => ({ name: `entry-${index}`, value: 'x', port: 8000 + index })),
    }),
    ...made('map of 1,000', 'lists', LISTS, {
      map: Object.fromEntries(numbered(1_000, (index) => [`app.kubernetes.io/key-${index}`, 'x'])),
    }),
  ];
}

/** The form of a declarative operator with as many parameters as the largest have, of all types. */
function parameterCases(): Case[] {
  const types = ['string', 'integer', 'boolean', 'array', 'map', 'string', 'number'] as const;
  const values: Readonly<Record<(typeof types)[number], string>> = {
    string: HELP.repeat(4),
    integer: '3',
    number: '0.5',
    boolean: 'true',
    array: '[one, two, three]',
    map: '{one: 1, two: 2}',
  };
  const parameters = numbered(250, (index): KudoParameter => {
    const type = types[index % types.length] ?? 'string';
    const name = `PARAMETER_${String(index)}`;
    return {
      name,
      displayName: `Parameter ${String(index)}`,
      description: HELP,
      type,
      default: values[type],
    };
  });
  const groups = numbered(10, (index) => ({ name: `group-${String(index)}`, prio: index }));
  const form = {
    groups,
    parameters: Object.fromEntries(
      parameters.map(({ name }, index) => [
        name,
        { group: `group-${String(index % 10)}`, advanced: index % 3 === 0, hint: 'Leave it as it is.' },
      ]),
    ),
  };
  const { schema, descriptors } = parametersSchema(parameters, form);
  const texts = Object.fromEntries(parameters.map(({ name, default: usual = '' }) => [name, usual]));
  const of = (group: Case['group'], spec: Record<string, unknown>): Case => ({
    ...{ name: '250 parameters', group, descriptors: JSON.stringify(descriptors) },
    schema: JSON.stringify({ type: 'object', properties: { spec: schema } }),
    object: JSON.stringify({
      ...{ apiVersion: 'kudo.dev/v1beta1', kind: 'Instance', metadata: { name: 'one' } },
      spec,
    }),
  });
  return [of('empty', {}), of('filled', formValues(parameters, texts))];
}

function made(name: string, group: Case['group'], spec: Raw, value: unknown): Case[] {
  const schema = { type: 'object', properties: { spec } };
  const object = {
    apiVersion: 'example.com/v1',
    kind: 'Synthetic',
    metadata: { name: 'one' },
    spec: value,
  };
  return [{ name, group, schema: JSON.stringify(schema), object: JSON.stringify(object), descriptors: '[]' }];
}

function numbered<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function objectOf(count: number, property: (index: number) => Raw): Raw {
  return {
    type: 'object',
    properties: Object.fromEntries(numbered(count, (index) => [`field${index}`, property(index)])),
  };
}

const HELP = 'What this field does, in a sentence or two, as operators describe it. It takes effect at once.';

function scalar(index: number): Raw {
  const types: Raw[] = [
    { type: 'string' },
    { type: 'integer', minimum: 0 },
    { type: 'boolean' },
    { type: 'string', enum: ['Always', 'Never', 'OnFailure'] },
    { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
  ];
  return { ...types[index % types.length], description: HELP };
}

/** 20 × 20 groups of 24 fields: 10,021 nodes. */
const DEEP: Raw = objectOf(20, () => objectOf(20, () => objectOf(24, scalar)));
const FLAT: Raw = objectOf(8_000, scalar);
const LISTS: Raw = {
  type: 'object',
  properties: {
    texts: { type: 'array', items: { type: 'string' } },
    objects: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, value: { type: 'string' }, port: { type: 'integer' } },
      },
    },
    map: { type: 'object', additionalProperties: { type: 'string' } },
  },
};
