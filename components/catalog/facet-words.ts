import { useTranslations } from 'use-intl';
import { isOwnValue, type Facet, type FacetValue } from '#lib/olm/search/facets.ts';
import { usePhrase } from '#messages/phrases.ts';

/** What people read of a value of a facet. */
export type FacetWords = (facet: Facet, value: Pick<FacetValue, 'value' | 'label'>) => string;

const TEXTS = {
  installed: 'installed',
  installing: 'installing',
  'not-installed': 'notInstalled',
  update: 'updateAvailable',
  no: 'notDeprecated',
  yes: 'deprecated',
} as const;

/** Our own values in the reader's language; names that others gave as they are, where nobody has translated them. */
export function useFacetWords(): FacetWords {
  const t = useTranslations('catalog');
  const phrase = usePhrase();
  return (facet, { value, label }) => {
    if (!isOwnValue(facet, value)) return phrase(label);
    if (facet === 'category') return t('noCategory');
    if (facet === 'format') return t(`format.${value as 'kudo'}`);
    if (facet === 'mode') return t(`mode.${value as 'AllNamespaces'}`);
    return t(TEXTS[value as keyof typeof TEXTS]);
  };
}
