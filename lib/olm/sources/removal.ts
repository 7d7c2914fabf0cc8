/** What goes when a CatalogSource goes. Operators that run stay: only their upgrades end (OLM 10). */
import type { CatalogTile } from '../content/tile.ts';
import type { CatalogSource, Subscription } from '../api/types.ts';

type PackageName = Pick<CatalogTile, 'package' | 'displayName'>;

/** What people lose, and what they do not. */
export interface RemovalImpact {
  /** Nobody else offers them. */
  readonly gone: readonly PackageName[];
  /** Another source offers them, too: the one that wins from then on. */
  readonly elsewhere: readonly (PackageName & { readonly by: SourceName })[];
  /** They keep running, and find no upgrades any more. */
  readonly subscriptions: readonly Subscription[];
}

interface SourceName {
  readonly namespace: string;
  readonly name: string;
}

/** All sources and what they offer, as far as the user may see. */
export interface RemovalFacts {
  readonly tiles: readonly Pick<CatalogTile, 'catalogNamespace' | 'catalog' | 'package' | 'displayName'>[];
  readonly sources: readonly CatalogSource[];
  readonly subscriptions: readonly Subscription[];
  /** Whose catalogs serve all namespaces. */
  readonly globalNamespaces: readonly string[];
}

/** In the order in which OLM prefers sources: priority, the own namespace, name (reference: `sortableSources`). */
export function removalImpact(source: SourceName, facts: RemovalFacts): RemovalImpact {
  const { tiles, sources, subscriptions, globalNamespaces } = facts;
  const own = tiles.filter(
    (tile) => tile.catalogNamespace === source.namespace && tile.catalog === source.name,
  );
  // What serves all namespaces is only replaced by what does so, too; a namespace sees its own sources besides.
  const reach = new Set([...globalNamespaces, ...(isGlobal(source, facts) ? [] : [source.namespace])]);
  const heirs = sources
    .filter(({ metadata }) => reach.has(metadata.namespace ?? '') && !isSame(metadata, source))
    .sort((left, right) => compare(left, right, source.namespace));
  const found = own.map((tile) => ({ tile, by: heirOf(tile.package, heirs, tiles) }));
  return {
    gone: found.flatMap(({ tile, by }) => (by === undefined ? [nameOf(tile)] : [])),
    elsewhere: found.flatMap(({ tile, by }) => (by === undefined ? [] : [{ ...nameOf(tile), by }])),
    subscriptions: usersOf(source, subscriptions),
  };
}

/** Subscriptions that a source serves. */
export function usersOf(source: SourceName, subscriptions: readonly Subscription[]): readonly Subscription[] {
  return subscriptions.filter(
    ({ spec }) => spec.source === source.name && spec.sourceNamespace === source.namespace,
  );
}

function isGlobal({ namespace }: SourceName, { globalNamespaces }: RemovalFacts): boolean {
  return globalNamespaces.includes(namespace);
}

function nameOf({ package: name, displayName }: PackageName): PackageName {
  return { package: name, displayName };
}

function isSame({ namespace, name }: { namespace?: string; name?: string }, source: SourceName): boolean {
  return namespace === source.namespace && name === source.name;
}

function compare(left: CatalogSource, right: CatalogSource, namespace: string): number {
  const priority = (right.spec.priority ?? 0) - (left.spec.priority ?? 0);
  if (priority !== 0) return priority;
  const near = Number(right.metadata.namespace === namespace) - Number(left.metadata.namespace === namespace);
  return near === 0 ? left.metadata.name.localeCompare(right.metadata.name) : near;
}

function heirOf(
  name: string,
  heirs: readonly CatalogSource[],
  tiles: RemovalFacts['tiles'],
): SourceName | undefined {
  for (const { metadata } of heirs) {
    const heir = { namespace: metadata.namespace ?? '', name: metadata.name };
    const offers = tiles.some(
      (tile) =>
        tile.package === name && tile.catalog === heir.name && tile.catalogNamespace === heir.namespace,
    );
    if (offers) return heir;
  }
  return undefined;
}
