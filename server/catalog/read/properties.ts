/** What the properties of a bundle say about APIs. Source: operator-registry `alpha/property`. */
import type { BundleProperty, CatalogBundle, GroupVersionKind, ProvidedApi } from '#lib/olm/api/catalog.ts';
import type { CsvContent } from '#lib/olm/content/csv-summary.ts';
import { apiKey } from './api-key.ts';
import { GvkProperty } from './fbc.ts';

/** APIs by properties and by the CSV together; those that only a property names have no CRD name. */
export function apisOfBundle(
  properties: readonly BundleProperty[],
  content: Pick<CsvContent, 'providedApis' | 'requiredApis'>,
): Pick<CatalogBundle, 'providedApis' | 'requiredApis'> {
  const provided = new Map<string, ProvidedApi>(content.providedApis.map((api) => [apiKey(api), api]));
  for (const api of gvks(properties, 'olm.gvk')) {
    if (!provided.has(apiKey(api))) provided.set(apiKey(api), { ...api, name: '' });
  }
  const required = new Map<string, GroupVersionKind>(
    [...gvks(properties, 'olm.gvk.required'), ...content.requiredApis].map((api) => [apiKey(api), api]),
  );
  return { providedApis: [...provided.values()], requiredApis: [...required.values()] };
}

function gvks(properties: readonly BundleProperty[], type: string): GroupVersionKind[] {
  return properties
    .filter((property) => property.type === type)
    .map(({ value }) => GvkProperty.safeParse(value))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
