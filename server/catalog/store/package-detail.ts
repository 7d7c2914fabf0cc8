/** A package as its page asks for it: without its icon, and without what the page does not show of versions. */
import type { CatalogBundle, CatalogPackage } from '#lib/olm/api/catalog.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import { shortOf, type LongTexts, type ShortSummary } from '../read/long-texts.ts';

/** A version without its long texts. */
export interface ShownBundle {
  own: Omit<CatalogBundle, 'csv'>;
  csv: Omit<ShortSummary, 'extras'>;
  /** Somebody may install it from a channel: description and examples are shown. Permissions are, of all. */
  isHead: boolean;
}

/** The versions of a package by their names; their long texts are not read. */
export function shownBundles({ channels, bundles }: CatalogPackage): [string, ShownBundle][] {
  const heads = new Set(channels.map(({ head }) => head));
  return Object.entries(bundles).map(([name, bundle]) => {
    const { csv, ...own } = bundle;
    const { extras: _extras, ...short } = shortOf(csv);
    const isHead = heads.has(name);
    const properties = isHead ? own.properties : own.properties.filter(({ type }) => type !== 'olm.gvk');
    return [name, { own: { ...own, properties }, csv: short, isHead }];
  });
}

/** What stands in the place of long texts that are not shown. */
export const NOT_SHOWN: Omit<LongTexts, 'permissions'> = { description: '', examples: [] };

/** Of a package that is in memory. */
export function packageDetail(pkg: CatalogPackage): PackageDetail {
  const { icon, bundles, ...rest } = pkg;
  const shown = shownBundles(pkg).map(([name, { own, csv, isHead }]): [string, CatalogBundle] => {
    const { description = '', examples = [], permissions = [] } = bundles[name]?.csv ?? {};
    const long = isHead ? { description, examples } : NOT_SHOWN;
    return [name, { ...own, csv: { ...csv, ...long, permissions } }];
  });
  return { ...rest, bundles: Object.fromEntries(shown), hasIcon: icon !== undefined };
}
