/**
 * From entries to packages: the rules by which a catalog is valid, applied entry by entry, so that a bad one is dropped
 * with a warning instead of taking the catalog with it. Source of the rules: operator-registry `alpha/model`.
 */
import type { CatalogBundle, CatalogChannel, CatalogPackage } from '#lib/olm/catalog.ts';
import { isVersion } from '#lib/olm/version.ts';
import { buildChannels, type Warn } from './build-channels.ts';
import { applyDeprecations } from './deprecations.ts';
import { bestChannel, linkBundles } from './link.ts';
import type { BundlePiece, ChannelPiece, DeprecationPiece, PackagePiece, Pieces } from './pieces.ts';

const DNS_SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

export function buildPackages(pieces: Pieces, warn: Warn): Map<string, CatalogPackage> {
  const all = withDirectoryBundles(pieces, warn);
  const channels = group(all.channels, (piece) => piece.package);
  const bundles = group(all.bundles, (piece) => piece.bundle.package);
  const deprecations = group(all.deprecations, (piece) => piece.package);
  const packages = new Map<string, CatalogPackage>();
  for (const piece of all.packages) {
    if (packages.has(piece.name)) {
      warn({
        file: piece.file,
        package: piece.name,
        message: 'the package is there already; this entry is left out',
      });
      continue;
    }
    const built = buildPackage(piece, {
      channels: take(channels, piece.name),
      bundles: take(bundles, piece.name),
      deprecations: take(deprecations, piece.name),
      warn,
    });
    if (built !== undefined) {
      packages.set(piece.name, built);
    }
  }
  warnOrphans(channels, bundles, all.packages, warn);
  return packages;
}

/** Channels or bundles of packages that no entry declares: one warning for each package. */
function warnOrphans(
  channels: ReadonlyMap<string, ChannelPiece[]>,
  bundles: ReadonlyMap<string, BundlePiece[]>,
  packages: readonly PackagePiece[],
  warn: Warn,
): void {
  const declared = new Set(packages.map(({ name }) => name));
  for (const name of new Set([...channels.keys(), ...bundles.keys()])) {
    const file = channels.get(name)?.[0]?.file ?? bundles.get(name)?.[0]?.file;
    if (!declared.has(name)) {
      const message = `no olm.package entry declares the package; its channels and bundles are left out`;
      warn({ ...(file === undefined ? {} : { file }), package: name, message });
    }
  }
}

function withDirectoryBundles(pieces: Pieces, warn: Warn): Pieces {
  const declared = new Set(pieces.packages.map(({ name }) => name));
  const result: Pieces = {
    ...pieces,
    packages: [...pieces.packages],
    channels: [...pieces.channels],
    bundles: [...pieces.bundles],
  };
  for (const [name, found] of group(pieces.directoryBundles, (piece) => piece.bundle.package)) {
    if (declared.has(name)) {
      for (const { file, bundle } of found) {
        const message = 'the package comes from a catalog file; this bundle directory is left out';
        warn({ file, package: name, entry: bundle.name, message });
      }
      continue;
    }
    const distinct = dropDuplicates(found, warn);
    const linked = linkBundles(distinct);
    result.packages.push(linked.pkg);
    result.channels.push(...linked.channels);
    result.bundles.push(...distinct);
  }
  return result;
}

interface Parts {
  channels: readonly ChannelPiece[];
  bundles: readonly BundlePiece[];
  deprecations: readonly DeprecationPiece[];
  warn: Warn;
}

function buildPackage(piece: PackagePiece, parts: Parts): CatalogPackage | undefined {
  const { warn } = parts;
  const { name, file } = piece;
  if (!DNS_SUBDOMAIN.test(name)) {
    warn({ file, package: name, message: 'the name is no DNS name; the package is left out' });
    return undefined;
  }
  const valid = dropDuplicates(parts.bundles, warn).filter(({ file: at, bundle }) => {
    const message = bundleFault(bundle);
    if (message !== undefined) {
      warn({ file: at, package: name, entry: bundle.name, message });
    }
    return message === undefined;
  });
  const bundles = new Map(valid.map(({ bundle }) => [bundle.name, bundle]));
  const channels = buildChannels(parts.channels, bundles, warn);
  if (channels.length === 0) {
    warn({ file, package: name, message: 'no channel is usable; the package is left out' });
    return undefined;
  }
  dropUnlisted(valid, channels, bundles, warn);
  const deprecation = applyDeprecations(parts.deprecations, channels, bundles, warn);
  return {
    name,
    defaultChannel: defaultChannel(piece, channels, bundles, warn),
    channels,
    bundles: Object.fromEntries(bundles),
    ...(piece.description === undefined ? {} : { description: piece.description }),
    ...(piece.icon === undefined ? {} : { icon: piece.icon }),
    ...(deprecation === undefined ? {} : { deprecation }),
  };
}

/** The first of several bundles with one name or one version stays. */
function dropDuplicates<T extends BundlePiece>(pieces: readonly T[], warn: Warn): T[] {
  const names = new Set<string>();
  const versions = new Map<string, string>();
  return pieces.filter(({ file, bundle }) => {
    const twin = versions.get(bundle.version);
    const message = names.has(bundle.name)
      ? 'a bundle of that name is there already; this one is left out'
      : twin !== undefined
        ? `version ${bundle.version} is already that of ${twin}; this bundle is left out`
        : undefined;
    if (message !== undefined) {
      warn({ file, package: bundle.package, entry: bundle.name, message });
      return false;
    }
    names.add(bundle.name);
    versions.set(bundle.version, bundle.name);
    return true;
  });
}

function bundleFault(bundle: CatalogBundle): string | undefined {
  if (!DNS_SUBDOMAIN.test(bundle.name)) {
    return 'the name is no DNS name; the bundle is left out';
  }
  if (!isVersion(bundle.version)) {
    return `version ${JSON.stringify(bundle.version)} is not semver; the bundle is left out`;
  }
  if (bundle.digest === undefined && (bundle.image ?? '') === '') {
    return 'bundle image must be set; the bundle is left out';
  }
  return undefined;
}

function dropUnlisted(
  pieces: readonly BundlePiece[],
  channels: readonly CatalogChannel[],
  bundles: Map<string, CatalogBundle>,
  warn: Warn,
): void {
  const listed = new Set(channels.flatMap(({ entries }) => entries.map(({ name }) => name)));
  for (const { file, bundle } of pieces) {
    if (!listed.has(bundle.name)) {
      bundles.delete(bundle.name);
      warn({
        file,
        package: bundle.package,
        entry: bundle.name,
        message: 'no channel lists the bundle; it is left out',
      });
    }
  }
}

function defaultChannel(
  piece: PackagePiece,
  channels: readonly CatalogChannel[],
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): string {
  const declared = piece.defaultChannel ?? '';
  if (channels.some(({ name }) => name === declared)) {
    return declared;
  }
  const choices = channels.map(({ name, head, entries }) => ({
    name,
    headVersion: bundles.get(head)?.version ?? '',
    size: entries.length,
  }));
  const chosen = bestChannel(choices) ?? '';
  if (declared !== '') {
    const message = `the default channel ${declared} does not exist; ${chosen} stands in for it`;
    warn({ file: piece.file, package: piece.name, message });
  }
  return chosen;
}

function group<T>(pieces: readonly T[], key: (piece: T) => string): Map<string, T[]> {
  return Map.groupBy(pieces, key);
}

function take<T>(groups: ReadonlyMap<string, T[]>, name: string): readonly T[] {
  return groups.get(name) ?? [];
}
