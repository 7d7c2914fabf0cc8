/**
 * The entries of file-based catalogs. Source: operator-registry `alpha/declcfg`. Fields nobody here needs are dropped;
 * entries of schemas nobody here knows are ignored.
 */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { limits } from './limits.ts';

const name = z.string().min(1).max(253);

const Property = z.object({ type: z.string().min(1), value: z.unknown() });

/** An `olm.package` entry. */
export const FbcPackage = z.object({
  schema: z.literal('olm.package'),
  name,
  defaultChannel: z.string().nullish(),
  description: z.string().nullish(),
  icon: z.object({ base64data: z.string().nullish(), mediatype: z.string().nullish() }).nullish(),
});
/** An `olm.package` entry that was checked. */
export type FbcPackage = z.infer<typeof FbcPackage>;

const FbcEntry = z.object({
  name,
  replaces: z.string().max(253).nullish(),
  skips: z.array(z.string().max(253)).nullish(),
  skipRange: z.string().nullish(),
});

/** An `olm.channel` entry; without entries it is none. */
export const FbcChannel = z.object({
  schema: z.literal('olm.channel'),
  package: name,
  name,
  entries: z.array(FbcEntry).min(1).max(limits.channelEntries),
});
/** An `olm.channel` entry that was checked. */
export type FbcChannel = z.infer<typeof FbcChannel>;

/** An `olm.bundle` entry; what its properties hold is checked where it is used. */
export const FbcBundle = z.object({
  schema: z.literal('olm.bundle'),
  package: name,
  name,
  image: z.string().nullish(),
  properties: z.array(Property).default([]),
});
/** An `olm.bundle` entry that was checked. */
export type FbcBundle = z.infer<typeof FbcBundle>;

/** An `olm.deprecations` entry; a reference without a name is the package. */
export const FbcDeprecations = z.object({
  schema: z.literal('olm.deprecations'),
  package: name,
  entries: z.array(
    z.object({
      reference: z.object({ schema: z.string(), name: z.string().nullish() }),
      message: z.string(),
    }),
  ),
});
/** An `olm.deprecations` entry that was checked. */
export type FbcDeprecations = z.infer<typeof FbcDeprecations>;

const schemas = {
  'olm.package': FbcPackage,
  'olm.channel': FbcChannel,
  'olm.bundle': FbcBundle,
  'olm.deprecations': FbcDeprecations,
} as const;

/** An entry of a known schema, told apart by `schema`. */
export type FbcEntry = FbcPackage | FbcChannel | FbcBundle | FbcDeprecations;

/** An entry, or why the value is none. `message` names the field and what to do. */
export type FbcResult =
  | { kind: 'entry'; entry: FbcEntry }
  /** A schema that is none of ours. */
  | { kind: 'ignored' }
  /** No schema at all: the file is probably no catalog. */
  | { kind: 'foreign' }
  | { kind: 'bad'; message: string; package?: string; entry?: string };

const Envelope = z.object({
  schema: z.string().min(1),
  package: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

/** Judges one document of a catalog file; never throws. */
export function parseFbc(value: unknown): FbcResult {
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return { kind: 'foreign' };
  const { schema } = envelope.data;
  if (!isKnown(schema)) return { kind: 'ignored' };
  const parsed = schemas[schema].safeParse(value);
  if (parsed.success) return { kind: 'entry', entry: parsed.data };
  const packageName = envelope.data.package ?? (schema === 'olm.package' ? envelope.data.name : undefined);
  const issue = parsed.error.issues[0];
  return {
    kind: 'bad',
    message: `${schema} is not valid: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}; correct it`,
    ...optional({ package: packageName, entry: envelope.data.name }),
  };
}

function isKnown(schema: string): schema is keyof typeof schemas {
  return Object.hasOwn(schemas, schema);
}

/** Value of the property `olm.package`: which version of which package a bundle is. */
export const PackageProperty = z.object({ packageName: name, version: z.string() });
/** Value of `olm.package.required`: a package that has to be there in a version of the range. */
export const RequiredPackageProperty = z.object({ packageName: z.string().min(1), versionRange: z.string() });
/** Value of `olm.gvk` and `olm.gvk.required`: an API that is provided or needed. */
export const GvkProperty = z.object({
  group: z.string(),
  version: z.string().min(1),
  kind: z.string().min(1),
});
