/** What PackageManifests tell of a CSV beyond the catalog pages. Source: package-server's `CSVDescription`. */
import type { CsvExtras, GroupVersionKind } from '../api/catalog.ts';
import { isJsonObject } from '../../base/json.ts';
import { at, httpUrl, items, optional, cutText } from '../../base/loose.ts';

/** Longest value of an annotation, in UTF-16 units: room for an initialization resource. */
const LONGEST = 65_536;
const MOST = 200;

/**
 * @param spec of a CSV, or the value of `olm.csv.metadata`
 * @param holder of `annotations` and `labels`: the CSV's metadata, or the same value
 * @returns undefined when there is nothing of it
 */
export function readCsvExtras(spec: unknown, holder: unknown): CsvExtras | undefined {
  const extras: CsvExtras = {
    annotations: texts(at(holder, 'annotations'), (key) => key !== 'alm-examples'),
    labels: texts(at(holder, 'labels'), () => true),
    ...optional({ providerUrl: httpUrl(at(spec, 'provider', 'url')) }),
    nativeApis: items(at(spec, 'nativeAPIs')).flatMap(apiOf).slice(0, MOST),
    requiredCrds: [at(spec, 'crdDescriptions'), at(spec, 'customresourcedefinitions')]
      .flatMap((crds) => items(at(crds, 'required')).flatMap(crdOf))
      .slice(0, MOST),
    relatedImages: items(at(spec, 'relatedImages'))
      .map((image) => cutText(at(image, 'image'), 1024))
      .filter((image) => image !== undefined)
      .slice(0, MOST),
  };
  const { providerUrl, ...lists } = extras;
  const empty = Object.values(lists).every((list) => Object.keys(list).length === 0);
  return empty && providerUrl === undefined ? undefined : extras;
}

function texts(value: unknown, wanted: (key: string) => boolean): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, string] => {
        const [key, text] = entry;
        return typeof text === 'string' && text.length <= LONGEST && wanted(key);
      })
      .slice(0, MOST),
  );
}

function apiOf(value: unknown): GroupVersionKind[] {
  const [group, version, kind] = [at(value, 'group'), at(value, 'version'), at(value, 'kind')];
  const complete = typeof group === 'string' && typeof version === 'string' && typeof kind === 'string';
  return complete ? [{ group, version, kind }] : [];
}

function crdOf(value: unknown): { name: string; version: string; kind: string }[] {
  const [name, version, kind] = [at(value, 'name'), at(value, 'version'), at(value, 'kind')];
  const complete = typeof name === 'string' && typeof version === 'string' && typeof kind === 'string';
  return complete ? [{ name, version, kind }] : [];
}
