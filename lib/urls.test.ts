import { expect, it } from 'vitest';
import { groupOfSegment, inNamespace, namespaceOfSegment, urls } from './urls.ts';

const ref = { catalogNamespace: 'capstan-system', catalog: 'capstan-samples', package: 'flight-ticket' };
const tickets = { group: 'flights.com', version: 'v1', plural: 'tickets' };
const here = { namespace: 'team-a' };
const csv = { namespace: 'team-a', name: 'flight-ticket.v1.0.0' };

it('has one address per page', () => {
  expect({
    catalog: urls.catalog(),
    catalogHere: urls.catalog(here, { category: ['Database', 'Big Data'], q: 'a b' }),
    package: urls.package(ref, here, { channel: 'stable' }),
    packageTab: urls.package(ref, undefined, { version: '1.0.0', tab: 'versions' }),
    packageOverview: urls.package(ref, undefined, { tab: 'overview' }),
    install: urls.install(ref, here, { channel: 'stable', version: '1.0.0' }),
    installPlain: urls.install(ref),
    catalogSources: urls.catalogSources(here),
    catalogSource: urls.catalogSource({ namespace: 'olm', name: 'operatorhubio' }, here, 'yaml'),
    newCatalogSource: urls.newCatalogSource(undefined, { kind: 'image' }),
    editCatalogSource: urls.editCatalogSource({ namespace: 'olm', name: 'operatorhubio' }, here),
    operators: urls.operators(here),
    operator: urls.operator(csv),
    operatorOverview: urls.operator(csv, here, 'overview'),
    operatorTab: urls.operator(csv, here, 'yaml'),
    subscription: urls.subscription({ namespace: 'team-a', name: 'flight-ticket' }, here),
    uninstall: urls.uninstall(csv, here),
    editSubscription: urls.editSubscription({ namespace: 'team-a', name: 'flight-ticket' }, here, {
      channel: 'beta',
      csv: 'flight-ticket.v2.0.0',
    }),
    plans: urls.plans(),
    plan: urls.plan({ namespace: 'team-a', name: 'install-x7k2p' }),
    instances: urls.instances(tickets, here),
    coreInstances: urls.instances({ group: '', version: 'v1', plural: 'pods' }),
    newInstance: urls.newInstance(tickets, here),
    instance: urls.instance(tickets, { namespace: 'team-a', name: 'lisbon' }, here, { tab: 'yaml' }),
    clusterInstance: urls.instance(tickets, { name: 'lisbon' }),
    icon: urls.icon(ref),
    apiPackages: urls.api.packages(),
    apiPackage: urls.api.package(ref),
    apiSources: urls.api.sources(),
    apiProviders: urls.api.providers(['package:db@>=1.0.0', 'api:g/v1/K']),
    apiBundle: urls.api.bundle(ref, 'flight-ticket.v1.0.0'),
    removal: urls.api.removal(csv, '{}'),
  }).toMatchInlineSnapshot(`
    {
      "apiBundle": "/api/catalog/bundles/capstan-system/capstan-samples/flight-ticket/flight-ticket.v1.0.0",
      "apiPackage": "/api/catalog/packages/capstan-system/capstan-samples/flight-ticket",
      "apiPackages": "/api/catalog/packages",
      "apiProviders": "/api/catalog/providers?need=package%3Adb%40%3E%3D1.0.0&need=api%3Ag%2Fv1%2FK",
      "apiSources": "/api/catalog/sources",
      "catalog": "/catalog",
      "catalogHere": "/catalog?namespace=team-a&category=Database&category=Big+Data&q=a+b",
      "catalogSource": "/catalogs/olm/operatorhubio?namespace=team-a&tab=yaml",
      "catalogSources": "/catalogs?namespace=team-a",
      "clusterInstance": "/instances/flights.com/v1/tickets/_/lisbon",
      "coreInstances": "/instances/core/v1/pods",
      "editCatalogSource": "/catalogs/olm/operatorhubio/edit?namespace=team-a",
      "editSubscription": "/operators/team-a/subscriptions/flight-ticket/edit?namespace=team-a&channel=beta&csv=flight-ticket.v2.0.0",
      "icon": "/api/catalog/icons/capstan-system/capstan-samples/flight-ticket",
      "install": "/catalog/capstan-system/capstan-samples/flight-ticket/install?namespace=team-a&channel=stable&version=1.0.0",
      "installPlain": "/catalog/capstan-system/capstan-samples/flight-ticket/install",
      "instance": "/instances/flights.com/v1/tickets/team-a/lisbon?namespace=team-a&tab=yaml",
      "instances": "/instances/flights.com/v1/tickets?namespace=team-a",
      "newCatalogSource": "/catalogs/new?kind=image",
      "newInstance": "/instances/flights.com/v1/tickets/new?namespace=team-a",
      "operator": "/operators/team-a/flight-ticket.v1.0.0",
      "operatorOverview": "/operators/team-a/flight-ticket.v1.0.0?namespace=team-a",
      "operatorTab": "/operators/team-a/flight-ticket.v1.0.0?namespace=team-a&tab=yaml",
      "operators": "/operators?namespace=team-a",
      "package": "/catalog/capstan-system/capstan-samples/flight-ticket?namespace=team-a&channel=stable",
      "packageOverview": "/catalog/capstan-system/capstan-samples/flight-ticket",
      "packageTab": "/catalog/capstan-system/capstan-samples/flight-ticket?version=1.0.0&tab=versions",
      "plan": "/plans/team-a/install-x7k2p",
      "plans": "/plans",
      "removal": "/api/v1/operators/team-a/flight-ticket.v1.0.0/removal?rest=%7B%7D",
      "subscription": "/operators/team-a/subscriptions/flight-ticket?namespace=team-a",
      "uninstall": "/operators/team-a/flight-ticket.v1.0.0/uninstall?namespace=team-a",
    }
  `);
});

it('keeps a hostile name inside its segment', () => {
  expect(urls.operator({ namespace: '../..', name: 'a/b?c#d' })).toBe('/operators/..%2F../a%2Fb%3Fc%23d');
});

it('reads back what stands for nothing', () => {
  expect([groupOfSegment('core'), groupOfSegment('flights.com')]).toEqual(['', 'flights.com']);
  expect([namespaceOfSegment('_'), namespaceOfSegment('team-a')]).toEqual([undefined, 'team-a']);
});

it.each([
  ['/catalog', '?q=a&namespace=x', 'y', '/catalog?q=a&namespace=y'],
  ['/catalog/ns/cat/pkg', '', 'y', '/catalog/ns/cat/pkg?namespace=y'],
  ['/catalogs', '?namespace=x', 'y', '/catalogs?namespace=y'],
  ['/catalogs/new', '?kind=image', 'y', '/catalogs/new?kind=image&namespace=y'],
  ['/catalogs/x/samples', '?namespace=x&tab=yaml', 'y', '/catalogs?namespace=y'],
  ['/operators', '?namespace=x', undefined, '/operators'],
  ['/operators/x/a.v1', '?namespace=x&tab=yaml', 'y', '/operators?namespace=y'],
  ['/plans/x/install-1', '', undefined, '/plans'],
  ['/instances/g/v1/p', '', 'y', '/instances/g/v1/p?namespace=y'],
  ['/instances/g/v1/p/new', '', 'y', '/instances/g/v1/p/new?namespace=y'],
  ['/instances/g/v1/p/x/name', '?tab=yaml', 'y', '/instances/g/v1/p?namespace=y'],
] as const)('%s%s in namespace %s is %s', (pathname, search, namespace, want) => {
  expect(inNamespace(pathname, search, namespace)).toBe(want);
});
