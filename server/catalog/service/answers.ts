/** What the catalog service answers, shared with its client. */

export type {
  BundleDetail,
  ContentAnswer,
  ContentPlace,
  Needs,
  PackageDetail,
  ProvidersAnswer,
  SourceHealth,
} from '#lib/olm/api/catalog-answers.ts';
export type { OperatorDetail, OperatorFiles } from '#lib/kudo/repository/answers.ts';
