import { copyFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { resolveNamespace } from '#lib/olm/resolver/resolve-namespace.ts';
import type { SubscriptionOutcome } from '#lib/olm/resolver/types.ts';
import { catalogTile } from '#lib/olm/content/tile.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { createDirectoryStore } from '../testing/directory-store.ts';
import { isCsvManifest } from './manifests.ts';
import { resolverCatalog } from '../service/resolver-catalog.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import type { Catalog, CatalogStore } from '../types.ts';

const ref = { namespace: 'capstan-system', name: 'real' };
const bundles = sharedData('bundles-visible.tar.gz');
const community = sharedData('catalog-full.jsonl.gz');
/** Reading 20 MB of YAML takes seconds on a busy machine. */
const SLOW = 120_000;

async function open(directory: string): Promise<{ store: CatalogStore; catalog: Catalog }> {
  const store = await createDirectoryStore([{ name: ref.name, directory }], { namespace: ref.namespace });
  store.stop();
  const catalog = store.get(ref);
  if (catalog === undefined) throw new Error('no catalog');
  return { store, catalog };
}

function installing(catalog: Catalog, name: string): SubscriptionOutcome | undefined {
  const subscription = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name },
    spec: { name, source: ref.name, sourceNamespace: ref.namespace },
  };
  const input = {
    namespace: 'ns',
    subscriptions: [subscription],
    csvs: [],
    catalogs: [resolverCatalog(catalog)],
  };
  return resolveNamespace(input).outcomes.get(name);
}

describe.skipIf(bundles === undefined)('ten packages as bundle directories', () => {
  it(
    'are all there, each with its newest version as head of the default channel',
    async () => {
      await using directory = await extract(bundles ?? '');
      const { store, catalog } = await open(directory.path);
      const heads = [...catalog.packages.values()].map((pkg) => {
        const outcome = installing(catalog, pkg.name);
        return outcome?.kind === 'install'
          ? `${pkg.name} ${outcome.chosen.channel} ${outcome.chosen.version} of ${String(Object.keys(pkg.bundles).length)}`
          : JSON.stringify(outcome);
      });
      expect(heads.sort()).toEqual([
        'argocd-operator alpha 0.18.0 of 2',
        'cert-manager stable 1.16.5 of 2',
        'etcd singlenamespace-alpha 0.9.4 of 2',
        'external-secrets-operator alpha 0.11.0 of 2',
        'grafana-operator v5 5.24.0 of 2',
        'node-maintenance-operator stable 0.21.0 of 2',
        'opentelemetry-operator alpha 0.158.0 of 2',
        'prometheus beta 0.56.3 of 2',
        'snapscheduler stable 3.5.0 of 2',
        'strimzi-kafka-operator strimzi-1.x 1.2.0 of 2',
      ]);
      // Neither warning hides a bundle: one is of the list beside them, one of a default channel that does not exist.
      const base = (file: string | undefined): string => file?.replace(/^bundles-visible\//, '') ?? '';
      expect(catalog.warnings.map(({ file, message }) => `${base(file)}: ${message}`)).toEqual([
        'index.json: is no catalog file: nothing in it has a schema; left out',
        'strimzi-kafka-operator/1.2.0: the default channel stable does not exist; strimzi-1.x stands in for it; name one of its channels as defaultChannel',
      ]);
      for (const bundle of [...catalog.packages.values()].flatMap((pkg) => Object.values(pkg.bundles))) {
        const content = await store.content(bundle.digest ?? '');
        expect(content?.objects.find(isCsvManifest)?.metadata.name).toBe(bundle.name);
      }
    },
    SLOW,
  );
});

describe.skipIf(community === undefined)('the community catalog', () => {
  it(
    'is read whole and without a warning, and every package of it has a tile and can be resolved',
    async () => {
      await using directory = await temporaryDirectory();
      await copyFile(community ?? '', `${directory.path}/catalog.jsonl.gz`);
      const { catalog } = await open(directory.path);
      const packages = [...catalog.packages.values()];
      expect(packages).toHaveLength(333);
      expect(packages.flatMap((pkg) => Object.keys(pkg.bundles))).toHaveLength(7017);
      expect(packages.flatMap((pkg) => pkg.channels)).toHaveLength(654);
      expect(catalog.warnings).toEqual([]);
      const source = { catalogNamespace: ref.namespace, catalog: ref.name };
      expect(packages.filter((pkg) => catalogTile(source, pkg) === undefined)).toEqual([]);
      // Three ask for what only other catalogs have; everything else can be installed.
      const lacking = packages.flatMap(({ name }) => {
        const outcome = installing(catalog, name);
        if (outcome?.kind === 'install') return [];
        const { message = '' } = outcome?.kind === 'unresolvable' ? outcome : {};
        return `${name}: ${message.split(' requires an operator ').at(-1) ?? ''}`;
      });
      expect(lacking.sort()).toEqual([
        'l5-operator: with package: crunchy-postgres-operator and with version in range: 5.1.0',
        'shipwright-operator: providing an API with group: operator.tekton.dev, version: v1alpha1, kind: TektonConfig',
        'special-resource-operator: providing an API with group: nfd.openshift.io, version: v1, kind: NodeFeatureDiscovery',
      ]);
    },
    SLOW,
  );
});
