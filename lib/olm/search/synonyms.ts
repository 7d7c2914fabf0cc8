/**
 * Other words for the same thing, and what belongs to a subject. Ours alone: what people type, and what packages call it.
 * Nothing here puts one product above another, and the name of a product leads to that product only.
 */

/** Each line: words for the same thing. */
const SAME = [
  'kubernetes, k8s',
  'openshift, ocp, okd',
  'amazon, aws',
  'google cloud, gcp',
  'database, databases, db, dbms',
  'postgresql, postgres, pg, pgsql',
  'mongodb, mongo',
  'rabbitmq, rabbit',
  'opentelemetry, otel',
  'prometheus, prom',
  'argocd, argo',
  'fluxcd, flux',
  'messaging, mq, message queue, message broker, message bus',
  's3, object storage, object store, bucket, buckets',
  'certificate, certificates, cert, certs, tls, ssl, x509, pki',
  'load balancer, load balancing, loadbalancer, lb',
  'service mesh, servicemesh',
  'virtual machine, virtual machines, vm, vms, virtualization',
  'machine learning, ml, mlops',
  'large language model, llm, llms, genai',
  'single sign on, sso',
  'logging, logs, log',
  'tracing, traces, trace',
  'time series, timeseries, tsdb',
  'key value, kv',
  'change data capture, cdc',
  'continuous integration, ci',
  'continuous delivery, continuous deployment, cd',
  'cicd, ci cd, pipeline, pipelines',
  'cache, caching',
  'streaming, streams, event streaming, data streaming',
  'networking, network',
  'autoscaling, autoscaler, scaling',
  'container registry, image registry, registry',
  'publish subscribe, pubsub',
  'disaster recovery, dr',
  'api management, apim',
  'vulnerability, vulnerabilities, cve, cves',
  'infrastructure as code, iac',
  'identity and access, iam, identity management',
];

/** Each line: a subject, then what belongs to it. */
const NEAR = [
  'gitops, argocd, flux, continuous delivery',
  'argocd, gitops',
  'argo, gitops',
  'flux, gitops',
  'monitoring, observability, metrics, apm, alerting',
  'observability, monitoring, tracing, logging, metrics',
  'metrics, monitoring',
  'backup, restore, snapshot, disaster recovery, velero',
  'disaster recovery, backup',
  'storage, csi, volume, nfs, block storage, file system',
  'persistent volume, csi, storage',
  'secrets, vault, secret, credentials',
  'single sign on, oidc, saml, identity, authentication, keycloak',
  'authentication, oidc, oauth, identity, keycloak',
  'service mesh, istio, envoy, linkerd',
  'virtualization, kubevirt',
  'virtual machine, kubevirt',
  'ai, machine learning, llm, artificial intelligence',
  'nosql, mongodb, cassandra, couchbase, document database',
  'cache, redis, memcached, in memory',
  'messaging, kafka, rabbitmq, activemq, amqp, mqtt, pubsub',
  'streaming, kafka, pulsar, flink',
  'key value, etcd, redis',
  'iot, mqtt',
  'api gateway, gateway, ingress',
  'cicd, tekton, jenkins, build',
  'serverless, knative, faas, functions',
  'security, vulnerability, scanner, scanning, compliance',
  'cost, finops, billing',
  'container registry, quay, harbor',
  'ide, developer workspaces, che',
  'workflow, workflows, orchestration, airflow',
  'sql, mysql, mariadb, postgresql, relational database',
  'gpu, accelerator',
  'redis, valkey',
  'search engine, elasticsearch, opensearch, solr',
];

/** Another word or phrase for what was typed. */
export interface Synonym {
  words: readonly string[];
  /** How much a find by it counts, of 1. */
  share: number;
}

const SAME_SHARE = 0.7;
const NEAR_SHARE = 0.4;

const table = new Map<string, Map<string, number>>();

function add(from: string, to: string, share: number): void {
  const known = table.get(from) ?? new Map<string, number>();
  known.set(to, Math.max(known.get(to) ?? 0, share));
  table.set(from, known);
}

const phrasesOf = (line: string): string[] => line.split(', ');

for (const line of SAME) {
  const phrases = phrasesOf(line);
  for (const from of phrases) {
    for (const to of phrases.filter((phrase) => phrase !== from)) add(from, to, SAME_SHARE);
  }
}
for (const line of NEAR) {
  const [subject = '', ...around] = phrasesOf(line);
  for (const other of around) add(subject, other, NEAR_SHARE);
}

/** Of a phrase in lower-case words with single spaces. */
export function synonymsOf(phrase: string): Synonym[] {
  return [...(table.get(phrase) ?? [])].map(([other, share]) => ({ words: other.split(' '), share }));
}

/** Words of the longest phrase of the table. */
export const LONGEST_PHRASE = Math.max(...[...table.keys()].map((phrase) => phrase.split(' ').length));
