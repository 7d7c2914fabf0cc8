import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DescriptorTree, descriptorTree, stepDescriptors } from '../schema/descriptors.ts';
import { FieldIndex } from '../schema/field-index.ts';
import { layoutObject } from './layout.ts';
import { isDictionary, isList, type Path } from '../schema/path.ts';
import { type FieldSchema, fieldOf, inferField, itemField } from '../schema/schema.ts';
import { validateObject } from '../validate/object-rules.ts';

const file = fileURLToPath(new URL('../../../../shared/data/forms-visible.jsonl.gz', import.meta.url));
const present = existsSync(file);
if (!present) console.warn(`SKIPPED: schemas of real operators are not here (${file})`);

const RealForm = z.object({
  package: z.string(),
  group: z.string(),
  kind: z.string(),
  version: z.string(),
  schema: z.unknown(),
  specDescriptors: z.unknown(),
  examples: z.array(z.unknown()),
});

const forms = present
  ? gunzipSync(readFileSync(file))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => RealForm.parse(JSON.parse(line)))
  : [];

interface Visit {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly value: unknown;
  /** How many levels of unset fields to look at below this one. */
  readonly beyond: number;
}

/** Walks the form as if every section were opened; returns how many scalars of the value found a place. */
function walk({ field, descriptors, value, beyond }: Visit): number {
  const shown = field.kind === 'any' && value !== undefined ? inferField(value) : field;
  if (isList(value)) {
    return sum(
      value.map((item, index) =>
        walk({
          field: itemField(shown),
          descriptors: stepDescriptors(descriptors, index),
          value: item,
          beyond,
        }),
      ),
    );
  }
  const here = value === undefined || isDictionary(value) ? 0 : 1;
  if (shown.kind !== 'object' && shown.kind !== 'map') return here;
  const { primary, more, advanced } = layoutObject({ field: shown, descriptors, value, spec: undefined });
  const children = [...primary, ...more, ...advanced].map((entry) => {
    expect(entry.title).not.toBe('');
    const child = isDictionary(value) ? value[entry.name] : undefined;
    if (child === undefined && beyond <= 0) return 0;
    return walk({ ...entry, value: child, beyond: child === undefined ? beyond - 1 : beyond });
  });
  return here + sum(children);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function scalarPaths(value: unknown, path: Path = []): Path[] {
  if (isList(value)) return value.flatMap((item, index) => scalarPaths(item, [...path, index]));
  if (isDictionary(value))
    return Object.keys(value).flatMap((key) => scalarPaths(value[key], [...path, key]));
  return [path];
}

describe.skipIf(!present)('real CRDs', () => {
  it('are there', () => {
    expect(forms.length).toBeGreaterThan(40);
  });

  it.each(forms)('$package $kind: every scalar of the example has a place, nothing throws', (form) => {
    const root = fieldOf(form.schema);
    const descriptors = descriptorTree(form.specDescriptors);
    for (const example of form.examples.length === 0 ? [{}] : form.examples) {
      const tree = { children: new Map([['spec', descriptors]]) };
      expect(walk({ field: root, descriptors: tree, value: example, beyond: 3 })).toBe(
        scalarPaths(example).filter((path) => path.length > 0).length,
      );
    }
    expect(new FieldIndex({ field: root, descriptors, path: [] }).find('a').length).toBeGreaterThan(0);
    expect(() => validateObject(root, form, form.examples[0])).not.toThrow();
  });
});
