/** The kinds of an operator, each once: a kind in several versions is one kind. */
import { compareApiVersions } from '../../k8s/api-version.ts';
import type { ProvidedApi } from './catalog.ts';

/** A kind of an operator with all its versions; `version` and the words are those of the first entry. */
export interface ProvidedKind extends ProvidedApi {
  /** Best first. */
  versions: readonly string[];
}

/** APIs grouped by the name of their definition, in the order in which each was first named. */
export function kindsOf(apis: readonly ProvidedApi[]): ProvidedKind[] {
  const found = new Map<string, ProvidedKind>();
  for (const api of apis) {
    const known = found.get(api.name);
    const versions = [...new Set([...(known?.versions ?? []), api.version])].sort(compareApiVersions);
    found.set(api.name, { ...(known ?? api), versions });
  }
  return [...found.values()];
}
