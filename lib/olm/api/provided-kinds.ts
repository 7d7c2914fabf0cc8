/** The kinds of an operator, each once: a kind in several versions is one kind. */
import { compareApiVersions } from '../../k8s/api-version.ts';
import type { ProvidedApi } from './catalog.ts';

export interface ProvidedKind extends ProvidedApi {
  /** Best first. */
  versions: readonly string[];
}

export function kindsOf(apis: readonly ProvidedApi[]): ProvidedKind[] {
  const found = new Map<string, ProvidedKind>();
  for (const api of apis) {
    const known = found.get(api.name);
    const versions = [...new Set([...(known?.versions ?? []), api.version])].sort(compareApiVersions);
    found.set(api.name, { ...(known ?? api), versions });
  }
  return [...found.values()];
}
