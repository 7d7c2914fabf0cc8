/** What the controller and the process that reads catalogs say to each other. */
import { z } from 'zod';
import type { CatalogWarning } from '#lib/olm/catalog.ts';

export const Job = z.object({
  /** Directory to read. */
  directory: z.string(),
  /** File to write; it must not exist. */
  output: z.string(),
  /** Index of an earlier read of the same source. */
  earlier: z.string().optional(),
  /** Folder of the content store: manifests that only the earlier index holds are kept there. */
  contents: z.string(),
});
export type Job = z.infer<typeof Job>;

const warnings = z.custom<CatalogWarning[]>((value) => Array.isArray(value));

export const Outcome = z.discriminatedUnion('kind', [
  /** `name` is the same for the same index. */
  z.object({ kind: z.literal('read'), name: z.string(), rss: z.number() }),
  z.object({ kind: z.literal('nothing'), warnings, rss: z.number() }),
  z.object({ kind: z.literal('failed'), message: z.string(), missing: z.boolean(), rss: z.number() }),
]);
export type Outcome = z.infer<typeof Outcome>;
