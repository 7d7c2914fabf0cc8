/**
 * Aggregated APIs that an operator serves: an APIService for each, which leads the API server to its Deployment (OLM 70).
 * Source: OLM `pkg/controller/install/apiservice.go`, `olm/apiservices.go`; texts are upstream's.
 */
import { at } from '../../base/loose.ts';
import { refTo, type KubeObject, type Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import {
  CA_HASH_ANNOTATION,
  componentLabel,
  OWNER_KIND_LABEL,
  OWNER_LABEL,
  OWNER_NAMESPACE_LABEL,
  ownerLabels,
} from '../api/labels.ts';
import type { ApiServiceDescription, RequirementStatus } from '../api/types.ts';
import { apiServiceName } from '../api/api-service-name.ts';
import { isLeftOut } from '../plan/left-out.ts';
import type { ObjectWrite } from '../plan/decision.ts';
import { HTTPS, serviceName } from './certificates/serving.ts';
import { missingServing } from './certificates/standing.ts';
import { ancestorsOf } from './chain.ts';
import type { CsvFacts } from './facts.ts';

/** One that is installed, and the Deployment behind it. */
interface OwnedApiService {
  /** Of the APIService: `<version>.<group>`. */
  name: string;
  api: ApiServiceDescription;
  deployment: string;
}

/** Several kinds of one group and version share theirs: the first decides which Deployment serves it. */
export function ownedApiServices({ csv, leavesOut }: Pick<CsvFacts, 'csv' | 'leavesOut'>): OwnedApiService[] {
  const found = new Map<string, OwnedApiService>();
  for (const api of csv.spec.apiservicedefinitions?.owned ?? []) {
    const name = apiServiceName(api);
    const { deploymentName: deployment = '' } = api;
    if (!found.has(name) && !isLeftOut(csv.spec, deployment, leavesOut))
      found.set(name, { name, api, deployment });
  }
  return [...found.values()];
}

/** OLM 65: whether the CSV has the Deployments that it says serve its APIs. */
export function ownedApiStatuses(facts: CsvFacts): RequirementStatus[] {
  const deployments = facts.csv.spec.install.spec?.deployments ?? [];
  return ownedApiServices(facts).map(({ name, deployment }) => ({
    ...{ group: 'apiregistration.k8s.io', version: 'v1', kind: 'APIService', name },
    status: deployments.some((one) => one.name === deployment) ? 'DeploymentFound' : 'DeploymentNotFound',
    message: '',
  }));
}

/** The first that is somebody else's, by name. */
export function unadoptableApiService(facts: CsvFacts): string | undefined {
  return ownedApiServices(facts).find(({ name }) => {
    const existing = facts.apiServices?.get(name);
    return existing !== undefined && !isAdoptable(facts, existing);
  })?.name;
}

/** Ours, of a version before this one, or left by a CSV that is gone. What has no owner somebody made by hand. */
function isAdoptable(facts: CsvFacts, { metadata: { labels = {} } }: KubeObject): boolean {
  const { name, namespace = '' } = facts.csv.metadata;
  const owner = labels[OWNER_LABEL];
  const place = labels[OWNER_NAMESPACE_LABEL];
  if (owner === undefined || place === undefined || labels[OWNER_KIND_LABEL] !== 'ClusterServiceVersion')
    return false;
  const related = [name, ...ancestorsOf(facts)].map(
    (one) => ownerLabels({ name: one, namespace })[OWNER_LABEL],
  );
  if (place === namespace && related.includes(owner)) return true;
  return facts.livingOwners?.has(`${place}/${owner}`) !== true;
}

/** How the aggregated APIs of a CSV are, and what to write for them. */
export interface ApiServicesVerdict {
  /** `absent`: not there, or another than it should be, or something around it is; `unready`: the API server gets no answer; `refused`: somebody else's. */
  state: 'absent' | 'installed' | 'refused' | 'unready';
  /** In upstream's words; empty when they are installed. */
  why: string;
  writes: ObjectWrite[];
}

/** Holds those that are there against what the CSV owns. One that it does not own any more is to be deleted. */
export function checkApiServices(facts: CsvFacts): ApiServicesVerdict {
  const owned = ownedApiServices(facts);
  const refused = unadoptableApiService(facts);
  if (refused !== undefined)
    return { state: 'refused', why: `pre-existing APIService ${refused} is not adoptable`, writes: [] };
  const found = owned.map((each) => ({ each, existing: facts.apiServices?.get(each.name) }));
  const differing = found.flatMap(({ each, existing }) => {
    const wanted = wantedApiService(facts, each);
    return wanted === undefined || isAsWanted(existing, wanted) ? [] : [{ existing, wanted }];
  });
  const around = missingServing(facts, new Set(owned.map(({ deployment }) => deployment)));
  const writes: ObjectWrite[] = [
    ...around,
    ...differing.map(({ wanted: object }): ObjectWrite => ({
      kind: 'apply',
      resource: resources.apiServices,
      object,
    })),
    ...staleApiServices(facts, owned),
  ];
  const [first] = found.filter(({ existing }) => existing === undefined);
  if (first !== undefined) {
    const why = `apiservice.apiregistration.k8s.io "${first.each.name}" not found`;
    return { state: 'absent', why, writes };
  }
  const leadAway = differing.some(({ existing, wanted }) => !leadsTo(existing, wanted));
  const why =
    (leadAway ? 'found APIService and service reference mismatch' : undefined) ??
    untrusting(facts, owned) ??
    notFound(around[0]);
  if (why !== undefined) return { state: 'absent', why, writes };
  if (found.some(({ existing }) => !isAvailable(existing)))
    return { state: 'unready', why: 'apiServices not installed', writes };
  return { state: 'installed', why: '', writes };
}

/** Pods that have not learnt of the authority that the API server trusts. */
function untrusting(
  { deployments, certificates }: CsvFacts,
  owned: readonly OwnedApiService[],
): string | undefined {
  const found = owned.find(({ deployment }) => {
    const [object, certificate] = [deployments.get(deployment), certificates?.get(deployment)];
    const annotations = at(object, 'spec', 'template', 'metadata', 'annotations');
    return (
      object !== undefined &&
      certificate !== undefined &&
      at(annotations, CA_HASH_ANNOTATION) !== certificate.caHash
    );
  });
  return found && `deployment ${found.deployment} CA cert hash does not match expected`;
}

/** As the API server says it of an object that is not there; one that leads elsewhere is none for it either. */
function notFound(write: { resource: Resource; object: KubeObject } | undefined): string | undefined {
  if (write === undefined) return undefined;
  const { group, kind } = write.resource;
  const type = [kind.toLowerCase(), group].filter((part) => part !== '').join('.');
  return `${type} "${write.object.metadata.name}" not found`;
}

/** Whether the API server reaches the server behind it. */
export function isAvailable(apiService: KubeObject | undefined): boolean {
  const conditions = at(apiService, 'status', 'conditions');
  return (
    Array.isArray(conditions) &&
    conditions.some((one: unknown) => at(one, 'type') === 'Available' && at(one, 'status') === 'True')
  );
}

/** Those of this CSV's labels that are not being deleted. */
export function deletedApiServices(facts: CsvFacts): ObjectWrite[] {
  return staleApiServices(facts, []);
}

function staleApiServices(facts: CsvFacts, kept: readonly OwnedApiService[]): ObjectWrite[] {
  const names = new Set(kept.map(({ name }) => name));
  return labelledApiServices(facts)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined && !names.has(metadata.name))
    .map((object) => {
      const uid = object.metadata.uid ?? '';
      return { kind: 'delete', resource: resources.apiServices, ref: refTo(object), uid };
    });
}

/** All that carry this CSV's owner labels, also while they go. */
export function labelledApiServices({ csv, apiServices }: CsvFacts): KubeObject[] {
  const { name, namespace = '' } = csv.metadata;
  const own = ownerLabels({ name, namespace });
  const names = [OWNER_LABEL, OWNER_NAMESPACE_LABEL, OWNER_KIND_LABEL];
  return [...(apiServices?.values() ?? [])].filter(({ metadata }) =>
    names.every((label) => metadata.labels?.[label] === own[label]),
  );
}

/** Upstream's numbers: behind what the API server itself serves, and before nothing in particular. */
const PRIORITIES = { groupPriorityMinimum: 2000, versionPriority: 15 };

/** As it is applied; undefined while its Deployment has no certificate. */
function wantedApiService(
  { csv, certificates, packageName }: CsvFacts,
  { name, api, deployment }: OwnedApiService,
): KubeObject | undefined {
  const certificate = certificates?.get(deployment);
  if (certificate === undefined) return undefined;
  const { name: owner, namespace = '' } = csv.metadata;
  const { group, version } = api;
  const service = { name: serviceName(deployment), namespace, port: api.containerPort ?? HTTPS };
  const labels = {
    ...ownerLabels({ name: owner, namespace }),
    ...(packageName === undefined ? {} : { [componentLabel(packageName, namespace)]: '' }),
  };
  return {
    ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name, labels } },
    spec: { group, version, ...PRIORITIES, service, caBundle: certificate.caBundle },
  };
}

function isAsWanted(existing: KubeObject | undefined, wanted: KubeObject): boolean {
  if (existing === undefined || !leadsTo(existing, wanted)) return false;
  const labels = Object.entries(wanted.metadata.labels ?? {});
  return (
    at(existing, 'spec', 'caBundle') === at(wanted, 'spec', 'caBundle') &&
    labels.every(([key, value]) => existing.metadata.labels?.[key] === value)
  );
}

function leadsTo(existing: KubeObject | undefined, wanted: KubeObject): boolean {
  return ['name', 'namespace', 'port'].every(
    (field) => at(existing, 'spec', 'service', field) === at(wanted, 'spec', 'service', field),
  );
}

/** The facts about aggregated APIs, of all APIServices; every cluster has some, so none means that nobody could look. */
export function apiServiceFacts(
  objects: readonly KubeObject[],
  isThere: (csv: { namespace: string; name: string }) => boolean,
): Pick<CsvFacts, 'apiServices' | 'livingOwners'> {
  if (objects.length === 0) return {};
  const owners = objects.flatMap(({ metadata: { labels = {} } }) => {
    const { [OWNER_LABEL]: name, [OWNER_NAMESPACE_LABEL]: namespace } = labels;
    return name === undefined || namespace === undefined ? [] : [{ name, namespace }];
  });
  return {
    apiServices: new Map(objects.map((object) => [object.metadata.name, object])),
    livingOwners: new Set(owners.filter(isThere).map(({ name, namespace }) => `${namespace}/${name}`)),
  };
}
