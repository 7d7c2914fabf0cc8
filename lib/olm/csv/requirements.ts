/**
 * What a CSV needs before its Deployments may run: server version, CRDs, APIs, accounts with their rights.
 * Source: OLM `pkg/controller/operators/olm/requirements.go`; texts are upstream's.
 */
import { optional } from '../../base/loose.ts';
import type { CsvFacts } from './facts.ts';
import type { CrdFacts } from '../plan/crd.ts';
import { ancestorsOf } from './chain.ts';
import { accountStatuses } from './account-rights.ts';
import { apiServiceName } from '../api/api-service-name.ts';
import { isAvailable, ownedApiStatuses } from './api-services.ts';
import { serverVersionStatus } from './server-version.ts';
import type { CrdDescription, RequirementStatus } from '../api/types.ts';

/** Whether a CSV may be installed, requirement by requirement (OLM 65). */
export interface RequirementsVerdict {
  met: boolean;
  /** In the order minKubeVersion, CRDs, APIServices required and owned, native APIs, ServiceAccounts. */
  statuses: RequirementStatus[];
}

/** The statuses of what is there. */
const MET: ReadonlySet<string> = new Set(['DeploymentFound', 'Present']);

/** Checks server version, definitions, APIs and rights (OLM 61, 65, 66); met when each of them is Present. */
export function checkRequirements(facts: CsvFacts): RequirementsVerdict {
  const statuses = [
    ...serverVersionStatus(facts.csv, facts.serverVersion),
    ...definitions(facts),
    ...apiServices(facts),
    ...ownedApiStatuses(facts),
    ...nativeApis(facts),
    ...accountStatuses(facts),
  ];
  return { met: statuses.every(({ status }) => MET.has(status)), statuses };
}

function definitions(facts: CsvFacts): RequirementStatus[] {
  const { owned = [], required = [] } = facts.csv.spec.customresourcedefinitions ?? {};
  return [
    ...owned.map((wanted) => ownedDefinition(facts, definition(wanted, facts.crds.get(wanted.name)))),
    ...required.map((wanted) => definition(wanted, facts.crds.get(wanted.name))),
  ];
}

/** A definition that only versions before this one have brought is theirs: this one's plan has yet to write it. */
function ownedDefinition(facts: CsvFacts, found: RequirementStatus): RequirementStatus {
  const { name, namespace = '' } = facts.csv.metadata;
  const brought = facts.crds.get(found.name)?.alongside ?? [];
  if (found.status !== 'Present' || brought.includes(`${namespace}/${name}`)) return found;
  const others = ancestorsOf(facts).filter((other) => brought.includes(`${namespace}/${other}`));
  if (others.length === 0) return found;
  const message = `CRD installed alongside other CSV(s): ${others.join(', ')}`;
  return { ...found, status: 'PresentNotSatisfied', message };
}

function definition(wanted: CrdDescription, crd: CrdFacts | undefined): RequirementStatus {
  const base = {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    kind: 'CustomResourceDefinition',
    name: wanted.name,
  };
  if (crd === undefined) return { ...base, status: 'NotPresent', message: 'CRD is not present' };
  const found = { ...base, uuid: crd.uid };
  if (!crd.servedVersions.includes(wanted.version)) {
    return { ...found, status: 'NotPresent', message: 'CRD version not served' };
  }
  if (!crd.established) {
    const message = 'CRD is present but the Established condition is False (not available)';
    return { ...found, status: 'PresentNotAvailable', message };
  }
  return { ...found, status: 'Present', message: 'CRD is present and Established condition is true' };
}

/** `group/version/Kind` of the APIs that only discovery can tell about. */
export function requiredApis({ spec }: CsvFacts['csv']): { group: string; version: string; kind: string }[] {
  return [...(spec.apiservicedefinitions?.required ?? []), ...(spec.nativeAPIs ?? [])];
}

const isServed = (
  { servedApis }: CsvFacts,
  { group, version, kind }: { group: string; version: string; kind: string },
): boolean => servedApis.has(`${group}/${version}/${kind}`);

/** An API whose server does not answer is discovered for a while yet. */
function apiServices(facts: CsvFacts): RequirementStatus[] {
  return (facts.csv.spec.apiservicedefinitions?.required ?? []).map((api) => {
    const name = apiServiceName(api);
    const found = facts.apiServices?.get(name);
    const answers = facts.apiServices === undefined || isAvailable(found);
    return {
      ...{ group: 'apiregistration.k8s.io', version: 'v1', kind: 'APIService', name },
      status: isServed(facts, api) && answers ? 'Present' : 'NotPresent',
      message: '',
      ...optional({ uuid: found?.metadata.uid }),
    };
  });
}

function nativeApis(facts: CsvFacts): RequirementStatus[] {
  return (facts.csv.spec.nativeAPIs ?? []).map((api) => ({
    group: api.group,
    version: api.version,
    kind: api.kind,
    name: `${api.version}.${api.group}`,
    status: isServed(facts, api) ? 'Present' : 'NotPresent',
    message: isServed(facts, api) ? 'Native API exists' : 'Native API does not exist',
  }));
}
