/** What the catalog service answers, shared with its client. */

export type {
  BundleDetail,
  ContentAnswer,
  ContentPlace,
  Needs,
  PackageDetail,
  Providers,
  SourceHealth,
} from '#lib/olm/api/catalog-answers.ts';
