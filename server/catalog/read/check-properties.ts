/**
 * The shapes of the properties that OLM reads (OLM 13, 38): a bundle with one of another shape could never be resolved, so
 * it is refused here, where the file can be named. Properties of other types are anybody's and stay as they are.
 * Sources: operator-registry `alpha/property`, operator-framework/api `pkg/constraints`.
 */
import { z } from 'zod';
import type { BundleProperty } from '#lib/olm/api/catalog.ts';
import { parseRange } from '#lib/olm/api/version.ts';
import { GvkProperty, RequiredPackageProperty } from './fbc.ts';
import { limits } from './limits.ts';
import { isWithinExtent } from './nesting.ts';

const Gvk = z.strictObject(GvkProperty.shape);

/** Exactly one rule, which may hold others; a field that nobody knows is an error, lest a rule be overlooked. */
const Constraint = z
  .strictObject({
    failureMessage: z.string().optional(),
    gvk: Gvk.optional(),
    package: z
      .strictObject({ packageName: z.string().min(1), versionRange: z.string().refine(isRange) })
      .optional(),
    cel: z.strictObject({ rule: z.string().min(1) }).optional(),
    get all() {
      return Compound.optional();
    },
    get any() {
      return Compound.optional();
    },
    get not() {
      return Compound.optional();
    },
  })
  .refine(
    ({ failureMessage: _words, ...rules }) =>
      Object.values(rules).filter((rule) => rule !== undefined).length === 1,
    { error: 'must say one of gvk, package, all, any, not, cel' },
  );

const Compound = z.strictObject({
  get constraints() {
    return z.array(Constraint).min(1);
  },
});

const shapes: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['olm.gvk', GvkProperty],
  ['olm.gvk.required', GvkProperty],
  [
    'olm.package.required',
    RequiredPackageProperty.refine(({ versionRange }) => isRange(versionRange), {
      error: 'versionRange is no version range',
      path: ['versionRange'],
    }),
  ],
  ['olm.constraint', Constraint],
  ['olm.csv.metadata', z.record(z.string(), z.unknown())],
]);

/** Carry manifests or a whole CSV, and have bounds of their own. */
const CONTENT: ReadonlySet<string> = new Set(['olm.csv.metadata', 'olm.bundle.object']);

/** What is wrong with the first property that is, and what to do; undefined when all are sound. */
export function propertiesFault(properties: readonly BundleProperty[]): string | undefined {
  if (properties.length > limits.properties)
    return `it has more than ${String(limits.properties)} properties; keep those that say something`;
  for (const [index, property] of properties.entries()) {
    const fault = propertyFault(property);
    if (fault !== undefined) return `property ${String(index + 1)} (${property.type}) ${fault}`;
  }
  return undefined;
}

function propertyFault({ type, value }: BundleProperty): string | undefined {
  if (value === undefined || value === null) return 'has no value; give it one or take it out';
  if (!CONTENT.has(type) && !isSmall(value))
    return `is larger than ${String(limits.property)} bytes or nested too deeply; make it smaller`;
  const issue = shapes.get(type)?.safeParse(value).error?.issues[0];
  return issue === undefined ? undefined : `is not as OLM reads it: ${issueText(issue)}; correct it`;
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
}

function isSmall(value: unknown): boolean {
  // As JSON a character takes six bytes at most and a value some thirty: nearly all are that small.
  const tiny = { nodes: limits.property / 64, depth: limits.nesting, characters: limits.property / 16 };
  if (isWithinExtent(value, tiny)) return true;
  return (
    isWithinExtent(value, { nodes: limits.property, depth: limits.nesting, characters: limits.property }) &&
    Buffer.byteLength(JSON.stringify(value)) <= limits.property
  );
}

function isRange(text: string): boolean {
  return text.length <= limits.range && parseRange(text) !== undefined;
}
