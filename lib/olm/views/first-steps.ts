/** What to offer somebody in whose cluster nothing is installed yet. Pure. */
import type { SourceHealth } from '../api/catalog-answers.ts';
import type { CatalogTile } from '../content/tile.ts';
import { OPERATOR_HUB } from '../sources/draft.ts';

/** Name of the package that comes with Capstan; source: `examples/catalog`. */
const SAMPLE = 'flight-ticket';

/** What of the offers is in the cluster already. */
export interface FirstSteps {
  /** The catalog of OperatorHub.io, once somebody has added it. */
  readonly hub: SourceHealth | undefined;
  /** The sample operator, where a catalog offers it. */
  readonly sample: CatalogTile | undefined;
}

/** Looks for them among what the catalogs offer. */
export function firstSteps(tiles: readonly CatalogTile[], sources: readonly SourceHealth[]): FirstSteps {
  return {
    hub: sources.find(({ name }) => name === OPERATOR_HUB.name),
    sample: tiles.find((tile) => tile.package === SAMPLE),
  };
}

/** A list as the cluster gives it: until it is known, nobody is taken for a newcomer. */
interface Listed {
  readonly state: string;
  readonly items: readonly unknown[];
}

/** Nothing is installed, as far as one may see: what may not be listed counts as nothing. */
export function nothingInstalled(...lists: readonly Listed[]): boolean {
  return lists.every(
    ({ state, items }) => state === 'forbidden' || (state === 'ready' && items.length === 0),
  );
}
