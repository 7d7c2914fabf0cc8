'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { useWatch, useWatches } from '#components/data/use-watch.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isCopied, ownedApis, type OwnedApi } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { inNamespace, urls } from '#lib/urls.ts';
import type { PaletteEntry } from './palette-rank.ts';
import { useLeadTo } from './use-lead-to.ts';

/** Types whose instances are searched. */
const TYPE_LIMIT = 10;
/** Before so many letters, nobody waits for instances. */
const LETTERS = 2;

/** All that the palette can lead to. Mounted only while it is open, so that nothing is asked for before. */
export function usePaletteEntries(query: string): readonly PaletteEntry[] {
  const apis = useApis();
  return [
    ...usePageActions(),
    ...usePages(),
    ...useOperators(),
    ...useKinds(apis),
    ...useInstances(apis, query),
    ...useNamespaces(),
    ...usePackages(),
  ];
}

/** The buttons of the page's head themselves: what they allow, refuse and do stays theirs. */
function usePageActions(): readonly PaletteEntry[] {
  const buttons = document.querySelectorAll<HTMLElement>('[data-page-actions] :is(a[href], button)');
  return [...buttons].flatMap((button, index) => {
    const label = (button.getAttribute('aria-label') ?? button.textContent).trim();
    if (label === '' || button.getAttribute('aria-haspopup') === 'menu') return [];
    const blocked = button.getAttribute('aria-disabled') === 'true';
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
    return {
      id: `action-${String(index)}`,
      group: 'actions',
      label,
      run: () => button.click(),
      ...(blocked ? { disabledReason: reason ?? label } : {}),
    };
  });
}

function usePages(): readonly PaletteEntry[] {
  const t = useTranslations('shell');
  const scope = useScope();
  const to = useLeadTo('pages');
  return [
    to('catalog', t('catalog'), urls.catalog(scope)),
    to('operators', t('operators'), urls.operators(scope)),
    to('upgrades', t('upgrades'), urls.upgrades(scope)),
    to('plans', t('plans'), urls.plans(scope)),
    to('groups', t('groups'), urls.operatorGroups(scope)),
    to('sources', t('sources'), urls.catalogSources(scope)),
    to('instances', t('instances'), urls.allInstances(scope)),
    to('authoring', t('authoring'), urls.authoring(scope)),
  ];
}

function useCsvs(): readonly ClusterServiceVersion[] {
  const { namespace } = useScope();
  const { items } = useScopedWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
    namespace,
  });
  return items.filter((csv) => !isCopied(csv));
}

function useOperators(): readonly PaletteEntry[] {
  const scope = useScope();
  const to = useLeadTo('operators');
  return useCsvs().map(({ metadata, spec }) => {
    const { namespace = '', name } = metadata;
    return to(`${namespace}/${name}`, spec.displayName, urls.operator({ namespace, name }, scope), namespace);
  });
}

function useApis(): readonly OwnedApi[] {
  const byType = new Map(
    useCsvs()
      .flatMap(ownedApis)
      .map((api) => [`${api.plural}.${api.group}`, api]),
  );
  return [...byType.values()];
}

function useKinds(apis: readonly OwnedApi[]): readonly PaletteEntry[] {
  const t = useTranslations('shell');
  const scope = useScope();
  const list = useLeadTo('kinds');
  const create = useLeadTo('create');
  return apis.flatMap((api) => [
    list(`${api.plural}.${api.group}`, api.kind, urls.instances(api, scope), api.group),
    create(
      `${api.plural}.${api.group}`,
      t('createKind', { kind: api.kind }),
      urls.newInstance(api, scope),
      api.group,
    ),
  ]);
}

function useInstances(apis: readonly OwnedApi[], query: string): readonly PaletteEntry[] {
  const scope = useScope();
  const to = useLeadTo('instances');
  const searched = query.trim().length < LETTERS ? [] : apis.slice(0, TYPE_LIMIT);
  const lists = useWatches(
    searched.map((api) => ({
      resource: { ...api, namespaced: true },
      namespace: scope.namespace,
      view: 'metadata',
    })),
  );
  return searched.flatMap((api, index) =>
    (lists[index]?.items ?? []).map(({ metadata }) => {
      const { name, namespace } = metadata;
      const ref = namespace === undefined ? { name } : { namespace, name };
      const id = `${api.plural}.${api.group}/${namespace ?? ''}/${name}`;
      return to(id, name, urls.instance(api, ref, scope), [api.kind, namespace ?? ''].join(' '));
    }),
  );
}

function useNamespaces(): readonly PaletteEntry[] {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const to = useLeadTo('namespaces');
  const { items } = useWatch({ resource: resources.namespaces });
  return items.map(({ metadata: { name } }) => to(name, name, inNamespace(pathname, search, name)));
}

function usePackages(): readonly PaletteEntry[] {
  const scope = useScope();
  const to = useLeadTo('packages');
  const { data = [] } = useTiles();
  return data.map((tile) => {
    const id = `${tile.catalogNamespace}/${tile.catalog}/${tile.package}${tile.format ?? ''}`;
    return to(id, tile.displayName, urls.tile(tile, scope), tile.provider ?? tile.package);
  });
}
