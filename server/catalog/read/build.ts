/**
 * From entries to packages: the rules by which a catalog is valid, applied entry by entry, so that a bad one is dropped
 * with a warning instead of taking the catalog with it. Source of the rules: operator-registry `alpha/model`.
 */
import { optional } from '#lib/base/loose.ts';
import type { CatalogBundle, CatalogChannel, CatalogPackage } from '#lib/olm/api/catalog.ts';
import { labelProblem, subdomainProblem } from '#lib/k8s/names.ts';
import { isVersion } from '#lib/olm/api/version.ts';
import { buildChannels, type Warn } from './build-channels.ts';
import { applyDeprecations } from './deprecations.ts';
import { bestChannel, linkBundles } from './link.ts';
import {
  type BundlePiece,
  type ChannelPiece,
  type DeprecationPiece,
  type PackagePiece,
  type Pieces,
  warningAt,
} from './pieces.ts';

/** The packages that can be used, by name, in the order of their entries; never throws for what a catalog says. */
export function buildPackages(pieces: Pieces, warn: Warn): Map<string, CatalogPackage> {
  const all = withDirectoryBundles(pieces, warn);
  const channels = group(all.channels, (piece) => piece.package);
  const bundles = group(all.bundles, (piece) => piece.bundle.package);
  const deprecations = group(all.deprecations, (piece) => piece.package);
  const packages = new Map<string, CatalogPackage>();
  const declared = new Set<string>();
  for (const piece of all.packages) {
    if (declared.has(piece.name)) {
      const message = 'the package is there already; keep one of the two; this entry is left out';
      warn(warningAt(piece, { package: piece.name }, message));
      continue;
    }
    declared.add(piece.name);
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
  warnOrphans([...all.channels, ...all.bundles, ...all.deprecations], all.packages, warn);
  return packages;
}

/** What belongs to packages that no entry declares: one warning for each package. */
function warnOrphans(
  pieces: readonly (ChannelPiece | BundlePiece | DeprecationPiece)[],
  packages: readonly PackagePiece[],
  warn: Warn,
): void {
  const known = new Set(packages.map(({ name }) => name));
  for (const piece of pieces) {
    const name = 'bundle' in piece ? piece.bundle.package : piece.package;
    if (!known.has(name)) {
      known.add(name);
      const message = 'no olm.package entry declares the package; add one; what belongs to it is left out';
      warn(warningAt(piece, { package: name }, message));
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
      for (const piece of found) {
        const message = 'the package comes from a catalog file; this bundle directory is left out';
        warn(warningAt(piece, { package: name, entry: piece.bundle.name }, message));
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

/** Of what a name consists. */
const LETTERS = 'lower-case letters, digits and “-”, a letter or digit first and last';

interface Parts {
  channels: readonly ChannelPiece[];
  bundles: readonly BundlePiece[];
  deprecations: readonly DeprecationPiece[];
  warn: Warn;
}

function buildPackage(piece: PackagePiece, parts: Parts): CatalogPackage | undefined {
  const { warn } = parts;
  const { name } = piece;
  if (labelProblem(name) !== undefined) {
    const message = `the name is no DNS label; rename the package: at most 63 ${LETTERS}; it is left out`;
    warn(warningAt(piece, { package: name }, message));
    return undefined;
  }
  // Judged first, so that a bad one does not take the place of a good one of the same version.
  const sound = parts.bundles.filter((found) => {
    const message = bundleFault(found.bundle);
    if (message !== undefined) {
      warn(
        warningAt(found, { package: name, entry: found.bundle.name }, `${message}; the bundle is left out`),
      );
    }
    return message === undefined;
  });
  const valid = dropDuplicates(sound, warn);
  const bundles = new Map(valid.map(({ bundle }) => [bundle.name, bundle]));
  const channels = buildChannels(parts.channels, bundles, warn);
  if (channels.length === 0) {
    const message = parts.channels.length === 0 ? 'it has no channel; add one' : 'no channel is usable';
    warn(warningAt(piece, { package: name }, `${message}; the package is left out`));
    return undefined;
  }
  dropUnlisted(valid, channels, bundles, warn);
  const deprecation = applyDeprecations(parts.deprecations, channels, bundles, warn);
  return {
    name,
    defaultChannel: defaultChannel(piece, channels, bundles, warn),
    channels,
    bundles: Object.fromEntries(bundles),
    ...optional({ description: piece.description, icon: piece.icon, deprecation }),
  };
}

/** The first of several bundles with one name or one version stays. */
function dropDuplicates<T extends BundlePiece>(pieces: readonly T[], warn: Warn): T[] {
  const names = new Set<string>();
  const versions = new Map<string, string>();
  return pieces.filter((piece) => {
    const { bundle } = piece;
    const twin = versions.get(bundle.version);
    const message = names.has(bundle.name)
      ? 'a bundle of that name is there already; keep one of the two; this one is left out'
      : twin !== undefined
        ? `version ${bundle.version} is already that of ${twin}; give each its own; this bundle is left out`
        : undefined;
    if (message !== undefined) {
      warn(warningAt(piece, { package: bundle.package, entry: bundle.name }, message));
      return false;
    }
    names.add(bundle.name);
    versions.set(bundle.version, bundle.name);
    return true;
  });
}

function bundleFault(bundle: CatalogBundle): string | undefined {
  if (subdomainProblem(bundle.name) !== undefined) {
    return `the name is no DNS name; rename the bundle: at most 253 ${LETTERS}, in parts between dots`;
  }
  if (!isVersion(bundle.version)) {
    return `version ${JSON.stringify(bundle.version)} is not semver; write it like 1.2.3 or 1.2.3-rc.1`;
  }
  if (bundle.digest === undefined && (bundle.image ?? '') === '') {
    return 'bundle image must be set';
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
  for (const piece of pieces) {
    const { bundle } = piece;
    if (!listed.has(bundle.name)) {
      bundles.delete(bundle.name);
      const message = 'no channel lists the bundle; add an entry to one; it is left out';
      warn(warningAt(piece, { package: bundle.package, entry: bundle.name }, message));
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
  const isMissing = declared === '';
  // Bundle directories need not say which it is.
  if (!isMissing || piece.line !== undefined) {
    const fault = isMissing ? 'no default channel is set' : `the default channel ${declared} does not exist`;
    const message = `${fault}; ${chosen} stands in for it; name one of its channels as defaultChannel`;
    warn(warningAt(piece, { package: piece.name }, message));
  }
  return chosen;
}

function group<T>(pieces: readonly T[], key: (piece: T) => string): Map<string, T[]> {
  return Map.groupBy(pieces, key);
}

function take<T>(groups: ReadonlyMap<string, T[]>, name: string): readonly T[] {
  return groups.get(name) ?? [];
}
