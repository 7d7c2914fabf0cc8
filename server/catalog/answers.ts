/** What the catalog service answers, shared with its client. */

export type { BundleDetail, PackageDetail, SourceHealth } from '#lib/olm/catalog-answers.ts';
