/** Why a ClusterServiceVersion does not run: what it says itself, what it requires, and its Deployments down to the process. */
import { at, cutText, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { deploymentView, podLabels } from '../../k8s/workload-view.ts';
import type { ClusterServiceVersion, CsvPhase, RequirementStatus } from '../api/types.ts';
import { isCsv } from '../observed/shapes.ts';
import { refusedPods } from '../views/refused-pods.ts';
import {
  finding,
  placeAt,
  type WhyFinding,
  type LinkPlace,
  type WhyVerdict,
  type WhyFacts,
} from './finding.ts';
import { podFindings } from './pods.ts';
import type { WhyReason } from './reasons.ts';
import { refusedBecause } from './words.ts';

type Walked = Omit<WhyVerdict, 'health'>;

/** Of the version of this name in the namespace of the subject. */
export function csvFindings(facts: WhyFacts, name: string): Walked {
  const { namespace } = facts.subject;
  const { clusterServiceVersions } = facts.lists;
  if (clusterServiceVersions === undefined) return { findings: [], notJudged: ['clusterServiceVersions'] };
  const csv = clusterServiceVersions.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
  );
  const place: LinkPlace = { link: 'csv', on: { kind: 'ClusterServiceVersion', namespace, name } };
  if (csv === undefined) return { findings: [finding(place, 'csvMissing')], notJudged: [] };
  if (!isCsv(csv) || (csv.status?.phase ?? '') === '')
    return { findings: [finding(place, 'notLookedAt')], notJudged: [] };
  const said = saidBy(csv, place);
  if (said.length > 0) return { findings: said, notJudged: [] };
  return belowCsv(csv, place, facts);
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

function saidBy({ status }: ClusterServiceVersion, place: LinkPlace): WhyFinding[] {
  const { phase, reason = '', message: detail } = status ?? {};
  if (phase === 'Succeeded') return [];
  const plain = SAID[reason];
  if (plain !== undefined) return [finding(place, plain, { detail })];
  if (reason === 'RequirementsNotMet') return unmet(status?.requirementStatus ?? [], place, detail);
  if (reason === 'InstallComponentFailed' || reason === 'InstallComponentFailedNoRetry')
    return [finding(place, refusedBecause(detail ?? '', 'componentsRefused'), { detail })];
  return [];
}

const MET: ReadonlySet<string> = new Set(['Present', 'Satisfied']);

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

function belowCsv(csv: ClusterServiceVersion, place: LinkPlace, facts: WhyFacts): Walked {
  const { deployments } = facts.lists;
  const own = ownFinding(csv, place);
  if (deployments === undefined) return { findings: own, notJudged: ['deployments'] };
  const begun = csv.status?.phase === 'Succeeded' || csv.status?.phase === 'Failed';
  const walked = (csv.spec.install.spec?.deployments ?? []).map(({ name }): Walked => {
    const found = deployments.find(
      ({ metadata }) => metadata.name === name && metadata.namespace === csv.metadata.namespace,
    );
    if (found !== undefined) return ofDeployment(csv, found, facts);
    const on = { kind: 'Deployment', namespace: facts.subject.namespace, name };
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

function ofDeployment(csv: ClusterServiceVersion, deployment: KubeObject, facts: WhyFacts): Walked {
  const place = placeAt('deployment', deployment);
  const [refused] = refusedPods(csv, [deployment]);
  if (refused !== undefined) {
    const { message: detail } = refused;
    const found = finding({ ...place, link: 'replicaSet' }, refusedBecause(detail, 'refused'), { detail });
    return { findings: [found], notJudged: [] };
  }
  const view = deploymentView(deployment);
  if (view.state === 'scaledToZero') return { findings: [finding(place, 'scaledToZero')], notJudged: [] };
  const late =
    items(at(deployment, 'status', 'conditions')).length > 0 &&
    at(deployment, 'status', 'unavailableReplicas');
  if (view.state === 'ready' && typeof late !== 'number') return { findings: [], notJudged: [] };
  if (at(deployment, 'spec', 'paused') === true)
    return { findings: [finding(place, 'paused')], notJudged: [] };
  return ofPods(
    deployment,
    facts,
    finding(place, view.state === 'failing' ? 'noProgress' : 'starting', {
      detail: view.detail,
    }),
  );
}

/** The Deployment's own word stands where its pods say nothing more. */
function ofPods(deployment: KubeObject, { lists: { pods, events } }: WhyFacts, own: WhyFinding): Walked {
  if (pods === undefined) return { findings: [own], notJudged: ['pods'] };
  const labels = Object.entries(podLabels(deployment) ?? {});
  const found = pods
    .filter(({ metadata }) => metadata.namespace === deployment.metadata.namespace && labels.length > 0)
    .filter(({ metadata }) => labels.every(([key, value]) => cutText(metadata.labels?.[key]) === value))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .flatMap((pod) => podFindings(pod, events));
  const told = found.filter(({ reason }) => reason !== 'starting');
  if (told.length > 0) return { findings: told.slice(0, 1), notJudged: [] };
  const silent = own.reason === 'starting' && found[0] !== undefined ? found[0] : own;
  return { findings: [silent], notJudged: events === undefined ? ['events'] : [] };
}
