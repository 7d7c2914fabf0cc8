/** The little of a package that the catalog page needs: a tile and what it can be searched and filtered by. */
import { optional } from '../../base/loose.ts';
import type { CatalogPackage, InstallModeType } from '../api/catalog.ts';
import { channelOf } from './channels.ts';

/** A package of a catalog in short, since a page has thousands of them. All texts are hostile. */
export interface CatalogTile {
  /** A declarative operator: it has one channel without a name, no CSV and no install modes. Absent for OLM's. */
  format?: 'kudo';
  /** Of what a declarative operator runs, where its package says it. */
  appVersion?: string;
  catalogNamespace: string;
  catalog: string;
  /** `spec.displayName` of the CatalogSource. */
  catalogDisplayName?: string;
  package: string;
  displayName: string;
  provider?: string;
  summary: string;
  categories: string[];
  capabilityLevel?: string;
  /** Names, the default channel included. */
  channels: string[];
  defaultChannel: string;
  /** Of the head of the default channel. */
  headVersion: string;
  headCsv: string;
  keywords: string[];
  /** Kinds that the head provides, without repetition. */
  providedKinds: string[];
  /** Supported ones only. */
  installModes: InstallModeType[];
  infrastructureFeatures: string[];
  createdAt?: string;
  /** Message of the package's deprecation. */
  deprecated?: string;
  /** Changes with the icon; absent when the package has none. */
  iconDigest?: string;
}

/** The catalog of a package, and a mark that changes with its icon. */
export interface TileSource {
  catalogNamespace: string;
  catalog: string;
  catalogDisplayName?: string;
  iconDigest?: string;
}

/** Undefined for a package whose default channel has no head: nothing of it could be installed. */
export function catalogTile(source: TileSource, pkg: CatalogPackage): CatalogTile | undefined {
  const channel = channelOf(pkg);
  const head = channel === undefined ? undefined : pkg.bundles[channel.head];
  if (head === undefined) return undefined;
  const { csv } = head;
  return {
    ...source,
    package: pkg.name,
    displayName: csv.displayName,
    ...optional({ provider: csv.provider }),
    summary: csv.summary,
    categories: csv.categories,
    ...optional({ capabilityLevel: csv.capabilityLevel }),
    channels: pkg.channels.map(({ name }) => name),
    defaultChannel: pkg.defaultChannel,
    headVersion: head.version,
    headCsv: head.name,
    keywords: csv.keywords,
    providedKinds: [...new Set(head.providedApis.map(({ kind }) => kind))],
    installModes: csv.installModes.filter(({ supported }) => supported).map(({ type }) => type),
    infrastructureFeatures: csv.infrastructureFeatures,
    ...optional({ createdAt: csv.createdAt, deprecated: pkg.deprecation }),
  };
}
