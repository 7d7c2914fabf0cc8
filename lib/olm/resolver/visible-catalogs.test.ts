import { describe, expect, it } from 'vitest';
import { aResolverCatalog } from '../../testing/resolver.ts';
import type { ResolverCatalog } from './types.ts';
import { visibleCatalogs } from './visible-catalogs.ts';

describe('visibleCatalogs', () => {
  const catalog = (namespace: string, name: string, priority = 0): ResolverCatalog =>
    aResolverCatalog([], { namespace, name, priority });
  const all = [catalog('global', 'a'), catalog('ns', 'z'), catalog('other', 'b'), catalog('global', 'c', 5)];
  const seen = (excludeGlobal: boolean): string[] =>
    visibleCatalogs(all, { namespace: 'ns', globalNamespace: 'global', excludeGlobal }).map(
      ({ ref }) => `${ref.namespace}/${ref.name}`,
    );

  it('OLM 8, 9: own and global ones; higher priority first, then the own namespace, then the name', () => {
    expect(seen(false)).toEqual(['global/c', 'ns/z', 'global/a']);
  });

  it('OLM 8: an OperatorGroup may exclude the global ones', () => {
    expect(seen(true)).toEqual(['ns/z']);
  });
});
