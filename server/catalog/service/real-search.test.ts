/** What people type, and what they mean, over the whole community catalog. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browseCatalog } from '#lib/olm/search/browse.ts';
import type { CatalogItem } from '#lib/olm/search/facets.ts';
import { createCatalogIndex } from '#lib/olm/search/index.ts';
import type { CatalogIndex } from '#lib/olm/search/index.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { createDirectoryStore } from '../testing/directory-store.ts';
import { createQueries } from './queries.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const community = sharedData('catalog-full.jsonl.gz');
const namespace = 'capstan-system';
/** Reading 132 MB takes seconds on a busy machine. */
const SLOW = 120_000;

/** Query, then the package that has to come first. */
const meant: readonly (readonly [string, string])[] = [
  ['kafka', 'strimzi-kafka-operator'],
  ['strimzi', 'strimzi-kafka-operator'],
  ['KafkaTopic', 'strimzi-kafka-operator'],
  ['kafka topic', 'strimzi-kafka-operator'],
  ['argo', 'argocd-operator'],
  ['argocd', 'argocd-operator'],
  ['Argo CD', 'argocd-operator'],
  ['appproject', 'argocd-operator'],
  ['flux', 'flux'],
  ['prometheus', 'prometheus'],
  ['promethus', 'prometheus'],
  ['prom', 'prometheus'],
  ['grafana', 'grafana-operator'],
  ['graphana', 'grafana-operator'],
  ['grafana dashboard', 'grafana-operator'],
  ['cert', 'cert-manager'],
  ['certificates', 'cert-manager'],
  ['tls', 'cert-manager'],
  ['cert manager', 'cert-manager'],
  ['certmanager', 'cert-manager'],
  ['ClusterIssuer', 'cert-manager'],
  ['etcd', 'etcd'],
  ['jaeger', 'jaeger'],
  ['jager', 'jaeger'],
  ['postgres', 'percona-postgresql-operator'],
  ['postgresql', 'percona-postgresql-operator'],
  ['pg', 'percona-postgresql-operator'],
  ['stackgres', 'stackgres-community'],
  ['mongodb', 'mongodb-operator'],
  ['mongo', 'mongodb-operator'],
  ['mariadb', 'mariadb-operator'],
  ['redis', 'redis-operator'],
  ['reddis', 'redis-operator'],
  ['rabbitmq', 'rabbitmq-cluster-operator'],
  ['rabbit', 'rabbitmq-cluster-operator'],
  ['keycloak', 'keycloak-operator'],
  ['keycloack', 'keycloak-operator'],
  ['external secrets', 'external-secrets-operator'],
  ['secret store', 'external-secrets-operator'],
  ['vault', 'vault-config-operator'],
  ['s3', 'ack-s3-controller'],
  ['object storage', 'ack-s3-controller'],
  ['amazon s3', 'ack-s3-controller'],
  ['otel', 'opentelemetry-operator'],
  ['open telemetry', 'opentelemetry-operator'],
  ['velero', 'oadp-operator'],
  ['kubevirt', 'community-kubevirt-hyperconverged'],
  ['quay', 'project-quay'],
  ['trivy', 'community-trivy-operator'],
  ['clickhouse', 'clickhouse'],
  ['cassandra', 'cass-operator-community'],
  ['cockroach', 'cockroachdb'],
  ['che', 'eclipse-che'],
  ['airflow', 'airflow-helm-operator'],
  ['flink', 'flink-kubernetes-operator'],
  ['debezium', 'debezium-operator'],
  ['camel k', 'camel-k'],
  ['gitlab', 'gitlab-operator-kubernetes'],
  ['load balancer', 'lbconfig-operator'],
  ['datadog', 'datadog-operator'],
  ['loki', 'loki-operator'],
  ['tempo', 'tempo-operator'],
  ['keda', 'keda'],
  ['snapshot schedule', 'snapscheduler'],
];

describe.skipIf(community === undefined)('in the whole community catalog', () => {
  let index: CatalogIndex;
  let items: readonly CatalogItem[];

  beforeAll(async () => {
    await using directory = await temporaryDirectory();
    await copyFile(community ?? '', join(directory.path, 'catalog.jsonl.gz'));
    const store = await createDirectoryStore([{ name: 'real', directory: directory.path }], { namespace });
    store.stop();
    const tiles = createQueries(store, { globalNamespace: namespace })
      .tiles([{ namespace, name: 'real' }])
      .all();
    index = createCatalogIndex(tiles);
    items = tiles.map((tile) => ({ tile, state: 'available' }));
  }, SLOW);

  const find = (text: string): string[] =>
    browseCatalog(index, items, { text, facets: {}, sort: 'relevance' }).items.map(
      ({ tile }) => tile.package,
    );

  it.each(meant)('%j finds %s first', (text, want) => {
    expect(find(text)[0]).toBe(want);
  });

  it.each([
    ['gitops', ['argocd-operator', 'flux', 'flux-operator', 'tf-controller']],
    ['db', ['etcd', 'mariadb-operator', 'mongodb-operator', 'percona-postgresql-operator']],
    ['message queue', ['rabbitmq-cluster-operator', 'strimzi-kafka-operator', 'arkmq-org-broker-operator']],
    ['sql', ['mariadb-operator', 'percona-postgresql-operator', 'ndb-operator']],
    ['gpu', ['kruize-operator']],
    ['sso', ['edp-keycloak-operator']],
    ['virtual machines', ['community-kubevirt-hyperconverged']],
  ])('%j finds what belongs to it', (text, want) => {
    expect(find(text)).toEqual(expect.arrayContaining(want));
  });

  it('finds everything by its own name', () => {
    const named = (name: string): number => items.filter(({ tile }) => tile.displayName === name).length;
    const lost = items
      .map(({ tile }) => tile)
      .filter(({ displayName, package: name }) => find(displayName)[0] !== name && named(displayName) === 1);
    expect(lost.map(({ displayName }) => displayName)).toEqual([]);
  });
});
