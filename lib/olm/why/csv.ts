/** Why a ClusterServiceVersion does not run: what it says itself, what it requires, and its Deployments down to the process. */
import { optional } from '../../base/loose.ts';
import type { ClusterServiceVersion, CsvPhase, RequirementStatus } from '../api/types.ts';
import { isCsv } from '../observed/shapes.ts';
import { finding, type WalkedLinks, type WhyFinding, type LinkPlace, type WhyFacts } from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { refusedBecause } from './words.ts';
import { workloadFindings } from './workloads.ts';

/** Of the version of this name, by default in the namespace of the subject. */
export function csvFindings(
  facts: WhyFacts,
  name: string,
  namespace: string = facts.subject.namespace,
): WalkedLinks {
  const { clusterServiceVersions } = facts.lists;
  if (clusterServiceVersions === undefined) return { findings: [], notJudged: ['clusterServiceVersions'] };
  const csv = clusterServiceVersions.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
  );
  const place: LinkPlace = { link: 'csv', on: { kind: 'ClusterServiceVersion', namespace, name } };
  if (csv === undefined) return { findings: [finding(place, 'csvMissing')], notJudged: [] };
  if (!isCsv(csv) || (csv.status?.phase ?? '') === '')
    return { findings: [finding(place, 'notLookedAt')], notJudged: [] };
  const said = deletionOf(csv, place) ?? saidBy(csv, place);
  return said.length > 0 ? { findings: said, notJudged: [] } : belowCsv(csv, place, facts);
}

/** What it runs on for, where it does. */
function deletionOf({ metadata, status }: ClusterServiceVersion, place: LinkPlace): WhyFinding[] | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined;
  return [finding(place, 'finalizersHeld', { detail: status?.message })];
}

/** Webhooks served by a Deployment that the CSV does not have: it waits for them, and says no more than that. */
function strayWebhooks({ spec }: ClusterServiceVersion): string[] {
  const names = new Set((spec.install.spec?.deployments ?? []).map(({ name }) => name));
  return (spec.webhookdefinitions ?? [])
    .filter(({ deploymentName }) => !names.has(deploymentName ?? ''))
    .map(({ generateName, deploymentName }) => `${generateName}: deploymentName ${deploymentName ?? ''}`);
}

/** Reasons that decide by themselves; the others leave it to the Deployments. */
const SAID: Readonly<Record<string, WhyReason>> = {
  CannotModifyStaticOperatorGroupProvidedAPIs: 'groupUnsupported',
  InterOperatorGroupOwnerConflict: 'ownerConflict',
  InvalidInstallModes: 'strategyInvalid',
  InvalidInstallStrategy: 'strategyInvalid',
  InvalidWebhookDescription: 'strategyInvalid',
  NoOperatorGroup: 'groupMissing',
  NoTargetNamespaces: 'groupUnsupported',
  OperatorConditionNotUpgradeable: 'notUpgradeable',
  OwnerConflict: 'ownerConflict',
  TooManyOperatorGroups: 'groupsMany',
  UnsupportedOperatorGroup: 'groupUnsupported',
};

function saidBy(csv: ClusterServiceVersion, place: LinkPlace): WhyFinding[] {
  const { status } = csv;
  const { phase, reason = '', message: detail } = status ?? {};
  if (phase === 'Succeeded') return [];
  const plain = SAID[reason];
  if (plain !== undefined) return [finding(place, plain, { detail })];
  if (reason === 'RequirementsNotMet') return unmet(status?.requirementStatus ?? [], place, detail);
  if (reason === 'InstallComponentFailed' || reason === 'InstallComponentFailedNoRetry')
    return [finding(place, refusedBecause(detail ?? '', 'componentsRefused'), { detail })];
  const stray = strayWebhooks(csv);
  return stray.length === 0 ? [] : [finding(place, 'strategyInvalid', { detail: stray.join(', ') })];
}

const MET: ReadonlySet<string> = new Set(['DeploymentFound', 'Present', 'Satisfied']);

const REQUIRED: Readonly<Record<string, WhyReason>> = {
  APIService: 'apiServiceDown',
  ClusterServiceVersion: 'kubeVersion',
  CustomResourceDefinition: 'crdMissing',
  PolicyRule: 'rightsMissing',
  ServiceAccount: 'serviceAccountMissing',
};

function unmet(requirements: readonly RequirementStatus[], { on }: LinkPlace, detail?: string): WhyFinding[] {
  const open = requirements.filter(({ status }) => !MET.has(status));
  if (open.length === 0) return [finding({ link: 'requirement', on }, 'requirementMissing', { detail })];
  // The CSV itself stands among them with its least version of Kubernetes.
  return open.map(({ kind, name, status, message, dependents = [] }) => {
    const rules = dependents.filter((rule) => !MET.has(rule.status));
    const reason =
      status === 'PresentNotSatisfied' && rules.length > 0
        ? 'rightsMissing'
        : (REQUIRED[kind] ?? 'requirementMissing');
    return finding({ link: 'requirement', on: { kind, name } }, reason, {
      detail: rules[0]?.message ?? message,
    });
  });
}

/** Phases that pass by themselves once the Deployments are ready. */
const AT_WORK: ReadonlySet<CsvPhase | undefined> = new Set([
  'Pending',
  'InstallReady',
  'Installing',
  'Replacing',
  'Deleting',
]);

function belowCsv(csv: ClusterServiceVersion, place: LinkPlace, facts: WhyFacts): WalkedLinks {
  const { deployments } = facts.lists;
  const own = ownFinding(csv, place);
  const unseen = facts.unseen?.includes(csv.metadata.namespace ?? '') === true;
  if (deployments === undefined || unseen) return { findings: own, notJudged: ['deployments'] };
  const begun = csv.status?.phase === 'Succeeded' || csv.status?.phase === 'Failed';
  const walked = (csv.spec.install.spec?.deployments ?? []).map(({ name }): WalkedLinks => {
    const found = deployments.find(
      ({ metadata }) => metadata.name === name && metadata.namespace === csv.metadata.namespace,
    );
    if (found !== undefined) return workloadFindings(found, facts);
    const on = { kind: 'Deployment', ...optional({ namespace: csv.metadata.namespace }), name };
    const missing = begun ? [finding({ link: 'deployment', on }, 'deploymentMissing')] : [];
    return { findings: missing, notJudged: [] };
  });
  const findings = walked.flatMap((each) => each.findings);
  return {
    findings: findings.length > 0 ? findings : own,
    notJudged: walked.flatMap((each) => each.notJudged),
  };
}

function ownFinding({ status }: ClusterServiceVersion, place: LinkPlace): WhyFinding[] {
  if (status?.phase === 'Succeeded') return [];
  const detail = status?.message;
  if (AT_WORK.has(status?.phase)) return [finding(place, 'starting', { detail })];
  const served = status?.reason === 'APIServiceResourceIssue' || (detail ?? '').includes('APIService');
  return [finding(place, served ? 'apiServiceDown' : 'csvFailed', { detail })];
}
