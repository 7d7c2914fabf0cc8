/**
 * The ClusterServiceVersion's state machine, one transition per call; the caller repeats until nothing is left to do.
 * Source: OLM `pkg/controller/operators/olm/operator.go` (transitionCSVState); reasons and texts are upstream's.
 */
import { resources } from '../../k8s/resources.ts';
import type { ObjectWrite, Decision } from '../plan/decision.ts';
import { mayHaveOtherRights } from './account-rights.ts';
import { optional } from '../../base/loose.ts';
import {
  certificateWrites,
  isRotationDue,
  lacksCertificates,
  needsCertificates,
  untilRotation,
  withCertificateTimes,
} from './certificates/check.ts';
import { missingServing } from './certificates/standing.ts';
import { checkApiServices, unadoptableApiService } from './api-services.ts';
import { checkComponents } from './components.ts';
import { go, to, type CsvFacts, type CsvStep, type CsvTransition } from './facts.ts';
import { applied, awaitComponents, BAD_DEPLOYMENTS } from './installing.ts';
import { flapPatience } from './flapping.ts';
import { claimedApis, missingTenancy, stepOfGroups } from './tenancy.ts';
import { invalidStrategy } from './strategy.ts';
import { cleanUp, csvPatch, removeReplaced } from './cleanup.ts';
import { checkRequirements } from './requirements.ts';
import { crdOwnerConflict, hasSucceededSuccessor, predecessorOf, successorOf } from './chain.ts';
import { COPIED_FROM_LABEL, CSV_CLEANUP_FINALIZER } from '../api/labels.ts';
import { isConditionInPlace, upgradeRefusal, wantedCondition } from './operator-condition.ts';
import { planGrace, planPace } from './plan-grace.ts';
import { withTransition } from './status.ts';
import { checkWebhooks } from './webhooks/check.ts';
import { droppedConfigurations } from './webhooks/configuration.ts';
import { conversionRefusal } from './webhooks/conversion.ts';
import { webhookRefusal } from './webhooks/refusal.ts';
import { tenancyAnnotations } from '../plan/objects.ts';
import type { ClusterServiceVersion, CsvPhase, CsvStatus, RequirementStatus } from '../api/types.ts';

/** How long a CSV whose plan is still at work stays without a phase: mostly it needs no "Pending" at all. */
const CSV_QUIET_MS = 2_000;
/** How long missing requirements are put down to a plan that is still running before they are shown. */
const CSV_PLAN_GRACE_MS = 10_000;

const NOTHING: CsvStep = { actions: [] };

/**
 * Decides the next transition of a CSV and what to write for it (OLM 61-63, 72-74); copies are left alone. Transitions follow
 * each other at once until one has to wait. `now`: unix ms.
 */
export function decideCsv(facts: CsvFacts, now: number): Decision<CsvStatus> {
  const { csv } = facts;
  const { next, requirementStatus, actions, requeueAfterMs } = stepOfCsv(facts, now);
  const isGoing = csv.metadata.deletionTimestamp !== undefined;
  const moved = next === undefined ? csv.status : withTransition(csv.status, next, requirementStatus, now);
  // Also without a transition: the status that told of a new certificate may never have been written.
  const status = moved === undefined || isGoing ? moved : withCertificateTimes(moved, facts);
  if (status !== undefined && status !== csv.status) return { status, actions, again: { kind: 'now' } };
  // All else comes back as an event.
  if (!isGoing && actions.some(isSeenAtOnce)) return { actions, again: { kind: 'now' } };
  return requeueAfterMs === undefined
    ? { actions }
    : { actions, again: { kind: 'after', ms: requeueAfterMs } };
}

/** Whether what comes of the write is seen at once: in its answer, or, of a certificate, by whoever looks again. */
function isSeenAtOnce(action: ObjectWrite): boolean {
  if (action.kind === 'certificate') return true;
  return action.kind === 'patch' && action.resource === resources.clusterServiceVersions;
}

/** One step of the state machine, apart from what it makes of the status. `now`: unix ms. */
export function stepOfCsv(facts: CsvFacts, now: number): CsvStep {
  const { csv } = facts;
  if (csv.metadata.labels?.[COPIED_FROM_LABEL] !== undefined) return NOTHING;
  if (csv.metadata.deletionTimestamp !== undefined) return cleanUp(facts);
  const phase = csv.status?.phase ?? '';
  if (phase === 'Deleting') return removeReplaced(facts);
  const refused = stepOfGroups(facts);
  if (refused !== undefined) return refused;
  const step = introduce(facts) ?? byPhase(facts, phase, now);
  const claimed = claimedApis(facts);
  return claimed.length === 0 ? step : { ...step, actions: [...claimed, ...step.actions] };
}

function byPhase(facts: CsvFacts, phase: CsvPhase, now: number): CsvStep {
  switch (phase) {
    case 'Pending':
      return pending(facts, now);
    case 'InstallReady':
      return install(facts, now);
    case 'Installing':
      return awaitComponents(facts, now);
    case 'Succeeded':
      return recheck(facts, now);
    case 'Failed':
      return recover(facts, now);
    case 'Replacing':
      return replacing(facts);
    case '':
    case 'Unknown':
    default:
      return begin(facts, now);
  }
}

/**
 * Whether rights that others have made are to be looked at: not before the plan that is at work has made the CSV's own; and
 * where something was forbidden, as that ends when somebody grants it.
 */
export function looksElsewhere(facts: CsvFacts, now: number): boolean {
  if (facts.csv.status?.reason === 'InstallComponentFailedNoRetry') return true;
  return planGrace(facts, CSV_PLAN_GRACE_MS, now) <= 0 && mayHaveOtherRights(facts);
}

function begin(facts: CsvFacts, now: number): CsvStep {
  const left = planGrace(facts, CSV_QUIET_MS, now);
  if (left > 0 && !checkRequirements(facts).met) return { actions: [], requeueAfterMs: left };
  return go(to('Pending', 'RequirementsUnknown', 'requirements not yet checked'));
}

/** OLM 76: the CSV learns its targets, and that we clean up after it. */
function introduce({ csv, groups }: CsvFacts): CsvStep | undefined {
  const [group] = groups;
  if (group === undefined) return undefined;
  const wanted = tenancyAnnotations(csv.metadata.namespace ?? '', group);
  const has = csv.metadata.annotations ?? {};
  const finalizers = csv.metadata.finalizers ?? [];
  const told = Object.entries(wanted).every(([key, value]) => has[key] === value);
  if (told && finalizers.includes(CSV_CLEANUP_FINALIZER)) return undefined;
  const all = finalizers.includes(CSV_CLEANUP_FINALIZER)
    ? finalizers
    : [...finalizers, CSV_CLEANUP_FINALIZER];
  return { actions: [csvPatch(csv, { annotations: wanted, finalizers: all })] };
}

function pending(facts: CsvFacts, now: number): CsvStep {
  const predecessor = predecessorOf(facts);
  const refusal = upgradeRefusal(facts.operatorConditions.get(predecessor?.metadata.name ?? ''));
  if (refusal !== undefined) return go(to('Pending', 'OperatorConditionNotUpgradeable', refusal));
  const invalid = invalidStrategy(facts.csv);
  if (invalid !== undefined) return go(invalid);
  const { met, statuses } = checkRequirements(facts);
  if (!met) {
    const left = Math.max(planGrace(facts, CSV_PLAN_GRACE_MS, now), planPace(facts, now));
    if (left > 0) return { actions: [], requeueAfterMs: left };
    const next = to('Pending', 'RequirementsNotMet', "one or more requirements couldn't be found");
    return go(next, { requirementStatus: statuses });
  }
  const refused = webhookRefusal(facts);
  if (refused !== undefined) return go(refused);
  const conflict = ownerConflict(facts);
  if (conflict !== undefined) return go(to('Failed', 'OwnerConflict', conflict));
  if (predecessor !== undefined && predecessor.status?.phase !== 'Replacing') {
    return awaitPredecessor(predecessor, statuses);
  }
  const next = to('InstallReady', 'AllRequirementsMet', 'all requirements found, attempting install');
  return go(next, { requirementStatus: statuses });
}

/** OLM 67: somebody else has what the CSV would own. */
function ownerConflict(facts: CsvFacts): string | undefined {
  if (crdOwnerConflict(facts)) return 'conflicting CRD owner in namespace';
  return unadoptableApiService(facts) === undefined ? undefined : 'unable to adopt APIService';
}

/** A healthy predecessor makes way within moments; one that cannot is named, or the wait would look like nothing. */
function awaitPredecessor(predecessor: ClusterServiceVersion, statuses: RequirementStatus[]): CsvStep {
  const { phase = '', reason = '' } = predecessor.status ?? {};
  if (phase === 'Succeeded' || phase === 'Deleting') return NOTHING;
  const state = [phase === '' ? 'not yet installed' : phase, reason].filter((part) => part !== '').join(', ');
  const message = `waiting to replace csv ${predecessor.metadata.name}: it is ${state}`;
  return go(to('Pending', 'AllRequirementsMet', message), { requirementStatus: statuses });
}

/** Deployments, the tenancy's extra roles, and away with what the CSV no longer lists. */
function install(facts: CsvFacts, now: number): CsvStep {
  const { csv } = facts;
  const invalid = invalidStrategy(csv);
  if (invalid !== undefined) return go(invalid);
  const refused = conversionRefusal(facts);
  if (refused !== undefined)
    return go(to('Failed', 'InstallComponentFailed', `install strategy failed: ${refused}`));
  // First, as the pods bear the hash of what is to be trusted.
  const certificates = certificateWrites(facts, now);
  if (certificates.length > 0) return { actions: certificates };
  const { stale, missing } = checkComponents(facts);
  const actions: ObjectWrite[] = [
    ...missingServing(facts),
    ...missingTenancy(facts),
    ...missingCondition(facts),
    ...missing.map(applied),
    ...stale.map((object): ObjectWrite => ({
      kind: 'delete',
      resource: resources.deployments,
      ref: { name: object.metadata.name, namespace: csv.metadata.namespace ?? '' },
      uid: object.metadata.uid ?? '',
    })),
  ];
  return go(to('Installing', 'InstallSucceeded', 'waiting for install components to report healthy'), {
    actions,
  });
}

/** OLM 73: where the operator says whether it may be upgraded. */
function missingCondition({ csv, operatorConditions }: CsvFacts): ObjectWrite[] {
  if (isConditionInPlace(csv, operatorConditions.get(csv.metadata.name))) return [];
  return [{ kind: 'apply', resource: resources.operatorConditions, object: wantedCondition(csv) }];
}

function recheck(facts: CsvFacts, now: number): CsvStep {
  const successor = successorOf(facts);
  if (successor !== undefined) return go(beingReplaced(successor.metadata.name));
  if (needsCertificates(facts, now))
    return go(to('Pending', 'NeedsCertRotation', 'CSV owns resources that require a cert refresh'));
  const lacking = recheckNeeds(facts);
  if (lacking !== undefined) return lacking;
  const absent = [...missingTenancy(facts), ...missingCondition(facts), ...missingServing(facts)];
  if (absent.length > 0) return { actions: absent };
  const components = checkComponents(facts);
  if (components.changed !== undefined)
    return go(to('InstallReady', 'ComponentUnhealthy', `installing: ${components.changed}`));
  if (components.healthy) return recheckApiServices(facts, now) ?? recheckWebhooks(facts, now);
  const patience = components.missing.length > 0 ? 0 : flapPatience(facts, now);
  if (patience > 0) return { actions: [], requeueAfterMs: patience };
  return components.expired === undefined
    ? go(to('Failed', 'ComponentUnhealthy', `installing: ${components.why}`))
    : go(to('Failed', 'InstallCheckFailed', `install failed: ${components.expired}`));
}

/** Undefined while all is there that the CSV requires. */
function recheckNeeds(facts: CsvFacts): CsvStep | undefined {
  const { state, why } = checkApiServices(facts);
  if (state === 'refused' || state === 'absent') return go(to('Failed', 'APIServiceResourceIssue', why));
  const { met, statuses } = checkRequirements(facts);
  return met
    ? undefined
    : go(to('Failed', 'RequirementsNotMet', 'requirements no longer met'), { requirementStatus: statuses });
}

/** Undefined while the APIs of the CSV are served. */
function recheckApiServices(facts: CsvFacts, now: number): CsvStep | undefined {
  const { state, why, writes } = checkApiServices(facts);
  if (state === 'unready') {
    const patience = flapPatience(facts, now);
    return patience > 0
      ? { actions: [], requeueAfterMs: patience }
      : go(to('Failed', 'ComponentUnhealthy', why));
  }
  return writes.length > 0 ? { actions: writes } : undefined;
}

function recheckWebhooks(facts: CsvFacts, now: number): CsvStep {
  const { state, why, writes } = checkWebhooks(facts);
  if (state === 'unready') return go(to('InstallReady', 'ComponentUnhealthy', why));
  if (state === 'absent') return go(to('Failed', 'ComponentUnhealthy', why));
  return { actions: writes, ...optional({ requeueAfterMs: untilRotation(facts, now) }) };
}

const beingReplaced = (by: string): CsvTransition =>
  to('Replacing', 'BeingReplaced', `being replaced by csv: ${by}`);

function recover(facts: CsvFacts, now: number): CsvStep {
  const successor = facts.failForward ? successorOf(facts) : undefined;
  if (successor !== undefined) {
    const name = successor.metadata.name;
    const message = `Fail Forward is enabled, allowing Failed csv to be replaced by csv: ${name}`;
    return go(to('Replacing', 'BeingReplaced', message));
  }
  if (isStuck(facts)) return NOTHING;
  const { met, statuses } = checkRequirements(facts);
  if (!met) {
    const next = to('Pending', 'RequirementsNotMet', 'requirements not met');
    return go(next, { requirementStatus: statuses });
  }
  if (isRotationDue(facts, now)) {
    return go(to('Pending', 'NeedsCertRotation', 'owned APIServices need cert refresh'));
  }
  return reinstall(facts);
}

/** Once all is healthy by itself it has succeeded, else it is installed anew. */
function reinstall(facts: CsvFacts): CsvStep {
  const { healthy, changed, why } = checkComponents(facts);
  const webhooks = checkWebhooks(facts);
  const apis = checkApiServices(facts);
  if (apis.state === 'refused') return NOTHING;
  if (apis.state === 'absent') return go(to('Pending', 'APIServiceResourcesNeedReinstall', apis.why));
  if (healthy && webhooks.state === 'installed' && apis.state === 'installed')
    return go(to('Succeeded', 'InstallSucceeded', 'install strategy completed with no errors'));
  // Refused for want of a right: it is tried again, as what grants it may have come.
  if (facts.csv.status?.reason === 'InstallComponentFailedNoRetry')
    return go(to('Pending', 'DetectedClusterChange', 'Cluster resources changed state'));
  if (lacksCertificates(facts)) return go(BAD_DEPLOYMENTS);
  const missing = apis.state === 'installed' ? webhooks.why : apis.why;
  return go(to('Pending', 'NeedsReinstall', healthy ? missing : `installing: ${changed ?? why}`));
}

/** Trying again would end in the same place; a time-out for one stays to be seen until something changes. */
function isStuck(facts: CsvFacts): boolean {
  switch (facts.csv.status?.reason) {
    case 'InvalidInstallStrategy':
      return invalidStrategy(facts.csv) !== undefined;
    case 'InvalidWebhookDescription':
      return webhookRefusal(facts) !== undefined;
    case 'InstallComponentFailed':
      return conversionRefusal(facts) !== undefined;
    case 'OwnerConflict':
      return ownerConflict(facts) !== undefined;
    case 'InstallCheckFailed': {
      const { healthy, missing } = checkComponents(facts);
      return !healthy && missing.length === 0 && checkRequirements(facts).met;
    }
    default:
      return false;
  }
}

function replacing(facts: CsvFacts): CsvStep {
  if (hasSucceededSuccessor(facts)) {
    const message = 'has been replaced by a newer ClusterServiceVersion that has successfully installed.';
    return go(to('Deleting', 'Replaced', message));
  }
  const successor = successorOf(facts);
  if (successor !== undefined) return { actions: droppedConfigurations(facts, successor) };
  return go(to('Pending', 'NeedsReinstall', 'the csv that was to replace this one is gone'));
}
