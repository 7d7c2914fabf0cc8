/** `olm.deprecations`: words on packages, channels and bundles that people should leave; they forbid nothing. */
import type { CatalogBundle, CatalogChannel } from '#lib/olm/api/catalog.ts';
import type { Warn } from './build-channels.ts';
import { type DeprecationPiece, warningAt } from './pieces.ts';

/** Marks channels and bundles; returns the message for the package itself. @param pieces all of one package */
export function applyDeprecations(
  pieces: readonly DeprecationPiece[],
  channels: readonly CatalogChannel[],
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): string | undefined {
  const [piece, second] = pieces;
  if (piece === undefined) return undefined;
  if (second !== undefined) {
    const message = 'deprecations are there already; put all into one entry; this one is left out';
    warn(warningAt(second, { package: piece.package }, message));
  }
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const own: { deprecation?: string } = {};
  const done = new Set<object>();
  for (const { schema, name = '', message } of piece.entries) {
    const target = schema === 'olm.package' && name === '' ? own : findTarget(schema, name, byName, bundles);
    const fault =
      target === undefined
        ? faultOf(schema, name)
        : done.has(target)
          ? 'a deprecation of it is there already; the first one counts'
          : undefined;
    if (fault !== undefined) {
      const names = { package: piece.package, ...(name === '' ? {} : { entry: name }) };
      warn(warningAt(piece, names, fault));
    } else if (target !== undefined) {
      done.add(target);
      target.deprecation = message;
    }
  }
  return own.deprecation;
}

function faultOf(schema: string, name: string): string {
  if (schema === 'olm.package') return 'a deprecation of the package must not have a name; it is left out';
  if (schema !== 'olm.channel' && schema !== 'olm.bundle')
    return `a deprecation is of schema ${schema}: only packages, channels and bundles can be deprecated; it is left out`;
  return `a deprecation names an ${schema} that does not exist${name === '' ? ': it has no name' : ''}; it is left out`;
}

function findTarget(
  schema: string,
  name: string,
  channels: ReadonlyMap<string, CatalogChannel>,
  bundles: ReadonlyMap<string, CatalogBundle>,
): { deprecation?: string } | undefined {
  switch (schema) {
    case 'olm.channel':
      return channels.get(name);
    case 'olm.bundle':
      return bundles.get(name);
    default:
      return undefined;
  }
}
