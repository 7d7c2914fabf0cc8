/** Packages side by side: what each offers first, as rows of one table. */
import { stableJson } from '../../base/hash.ts';
import { optional } from '../../base/loose.ts';
import type { InstallModeType, PermissionRequest } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { needsOf, bundleRequirements, type Need } from './dependencies.ts';
import type { PackageChoice } from './package-choice.ts';
import type { Risk } from './permission-risks.ts';
import { allRisks, permissionSummaries } from './permission-words.ts';

/** More columns than this nobody can read. */
export const MOST_COMPARED = 4;

/** What is compared, in the order of the rows. */
export const COMPARED = [
  ...(['version', 'released', 'versions', 'provider', 'catalog', 'capability', 'maturity'] as const),
  ...(['apis', 'modes', 'kubernetes', 'permissions', 'risks', 'webhooks', 'needs'] as const),
  ...(['features', 'deprecated'] as const),
] as const;
/** One row. */
export type ComparedRow = (typeof COMPARED)[number];

/** A column: the version of the default channel's head. What the package does not say is left out. */
export interface ComparedPackage {
  version: { version: string; channel: string };
  /** As the CSV states it; any text. */
  released?: string;
  versions: { versions: number; channels: number };
  provider?: string;
  /** `namespace/name` of the CatalogSource. */
  catalog: string;
  capability?: string;
  maturity?: string;
  /** Kinds that it provides, by name. */
  apis: readonly string[];
  /** Supported ones. */
  modes: readonly InstallModeType[];
  kubernetes?: string;
  /** Rules by reach. Absent while they are in an image that is not here. */
  permissions?: { cluster: number; namespace: number };
  /** What deserves a second look, worst first; absent like `permissions`. */
  risks?: readonly Risk[];
  /** Their types, each once. */
  webhooks?: readonly string[];
  needs: readonly Need[];
  features: readonly string[];
  deprecated?: string;
}

/** Where the package is, by CatalogSource. */
interface Place {
  readonly catalogNamespace: string;
  readonly catalog: string;
}

/** What the manifests say that the catalog may leave out. */
export interface ComparedManifests {
  readonly permissions: readonly PermissionRequest[];
  readonly webhooks: readonly { readonly type: string }[];
}

/** @param manifests undefined while nobody knows: they are in an image */
export function comparedPackage(
  { catalogNamespace, catalog }: Place,
  pkg: PackageDetail,
  { bundle, channel }: PackageChoice,
  manifests: ComparedManifests | undefined,
): ComparedPackage {
  const { csv } = bundle;
  return {
    version: { version: bundle.version, channel: channel.name },
    versions: { versions: Object.keys(pkg.bundles).length, channels: pkg.channels.length },
    catalog: `${catalogNamespace}/${catalog}`,
    apis: inOrder(bundle.providedApis.map(({ kind }) => kind)),
    modes: csv.installModes.filter(({ supported }) => supported).map(({ type }) => type),
    needs: needsOf(bundleRequirements(bundle)),
    features: inOrder(csv.infrastructureFeatures),
    ...optional({
      released: csv.createdAt,
      provider: csv.provider,
      capability: csv.capabilityLevel,
      maturity: csv.maturity,
      kubernetes: csv.minKubeVersion,
      deprecated: bundle.deprecation ?? channel.deprecation ?? pkg.deprecation,
    }),
    ...(manifests === undefined
      ? {}
      : rights(manifests, new Set(bundle.providedApis.map(({ group }) => group)))),
  };
}

function rights(
  { permissions, webhooks }: ComparedManifests,
  own: ReadonlySet<string>,
): Pick<ComparedPackage, 'permissions' | 'risks' | 'webhooks'> {
  const rulesOf = (reach: PermissionRequest['scope']): number =>
    permissions.filter(({ scope }) => scope === reach).reduce((sum, { rules }) => sum + rules.length, 0);
  return {
    permissions: { cluster: rulesOf('cluster'), namespace: rulesOf('namespace') },
    risks: allRisks(permissionSummaries(permissions, own)),
    webhooks: inOrder(webhooks.map(({ type }) => type)),
  };
}

function inOrder(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** The rows in which not all packages say the same. Of one package alone: every row. */
export function rowsThatDiffer(columns: readonly ComparedPackage[]): ReadonlySet<ComparedRow> {
  const [first, ...others] = columns;
  if (first === undefined || others.length === 0) return new Set(COMPARED);
  const said = (column: ComparedPackage, row: ComparedRow): string => stableJson(column[row] ?? null);
  return new Set(COMPARED.filter((row) => others.some((other) => said(other, row) !== said(first, row))));
}

/** A package as an address names it. */
export interface ComparedRef extends Place {
  readonly package: string;
}

/**
 * The packages that an address names, each once, at most {@link MOST_COMPARED}; what is no `namespace/catalog/package` is left
 * out.
 */
export function comparedRefs(values: readonly string[]): ComparedRef[] {
  const refs = [...new Set(values)].flatMap((value): ComparedRef[] => {
    const [catalogNamespace = '', catalog = '', ...rest] = value.split('/');
    const name = rest.join('/');
    return [catalogNamespace, catalog, name].includes('')
      ? []
      : [{ catalogNamespace, catalog, package: name }];
  });
  return refs.slice(0, MOST_COMPARED);
}
