/** `olm.deprecations`: words on packages, channels and bundles that people should leave; they forbid nothing. */
import type { CatalogBundle, CatalogChannel } from '#lib/olm/catalog.ts';
import { optional } from '#lib/olm/loose.ts';
import type { Warn } from './build-channels.ts';
import type { DeprecationPiece } from './pieces.ts';

/** Marks channels and bundles; returns the message for the package itself. @param pieces all of one package */
export function applyDeprecations(
  pieces: readonly DeprecationPiece[],
  channels: readonly CatalogChannel[],
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): string | undefined {
  const [piece, second] = pieces;
  if (piece === undefined) {
    return undefined;
  }
  const at = { file: piece.file, package: piece.package };
  if (second !== undefined) {
    warn({ ...at, file: second.file, message: 'deprecations are there already; this entry is left out' });
  }
  let own: string | undefined;
  for (const { schema, name, message } of piece.entries) {
    if (schema === 'olm.package') {
      own = message;
      continue;
    }
    const target = findTarget(schema, name ?? '', channels, bundles);
    if (target === undefined) {
      warn({
        ...at,
        ...optional('entry', name),
        message: `a deprecation names an ${schema} that does not exist`,
      });
    } else {
      target.deprecation = message;
    }
  }
  return own;
}

function findTarget(
  schema: string,
  name: string,
  channels: readonly CatalogChannel[],
  bundles: ReadonlyMap<string, CatalogBundle>,
): { deprecation?: string } | undefined {
  switch (schema) {
    case 'olm.channel':
      return channels.find((channel) => channel.name === name);
    case 'olm.bundle':
      return bundles.get(name);
    default:
      return undefined;
  }
}
