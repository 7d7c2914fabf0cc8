import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { Facet } from '#lib/olm/search/facets.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { useFacetWords } from './facet-words.ts';

const rows: [facet: Facet, value: string, label: string, says: string][] = [
  ['state', 'not-installed', 'not-installed', 'Not installed'],
  ['state', 'constructor', 'constructor', 'constructor'],
  ['mode', 'AllNamespaces', 'AllNamespaces', 'All namespaces'],
  ['deprecated', 'yes', 'yes', 'Deprecated'],
  ['category', 'Other', 'Other', 'Other'],
  ['category', 'Database', 'Database', 'Database'],
  ['provider', 'installed', 'installed', 'installed'],
  ['provider', 'AllNamespaces', 'AllNamespaces', 'AllNamespaces'],
  ['source', 'olm/samples', 'Samples', 'Samples'],
];

it.each(rows)('%s %s, called %s, is %s', (facet, value, label, says) => {
  const Words = (): ReactNode => <p>{useFacetWords()(facet, { value, label })}</p>;
  expect(rendered(<Words />).one('p').name).toBe(says);
});
