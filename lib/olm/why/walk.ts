/**
 * Why an operator does not run: one walk from the wish to the process. What the controllers said of a link is taken from its
 * status, never worked out a second time; where that only says that a Deployment is not ready, the walk goes on down.
 */
import { at, cutText, items, optional } from '../../base/loose.ts';
import { findCondition } from '../../k8s/conditions.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { isInstallPlan, isSubscription } from '../observed/shapes.ts';
import type { Subscription } from '../api/types.ts';
import { csvFindings } from './csv.ts';
import { instanceFindings } from './instance.ts';
import {
  finding,
  placeAt,
  type WalkedLinks,
  type WhyFinding,
  type WhyHealth,
  type LinkPlace,
  type WhyVerdict,
  type WhyFacts,
  type WhyList,
} from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { explainedWebhooks } from './webhooks.ts';
import { refusedBecause } from './words.ts';

/** Judges what was read; what could not be read is named, and keeps a verdict from being "healthy". */
export function why(facts: WhyFacts): WhyVerdict {
  const walked = explainedWebhooks(walkFrom(facts), facts);
  const notJudged = [...new Set(walked.notJudged)];
  return { health: healthOf(walked.findings, notJudged), findings: walked.findings, notJudged };
}

function walkFrom(facts: WhyFacts): WalkedLinks {
  switch (facts.subject.kind) {
    case 'Subscription':
      return ofSubscription(facts);
    case 'InstallPlan':
      return ofPlan(facts);
    case 'ClusterServiceVersion':
      return csvFindings(facts, facts.subject.name);
    case 'Instance':
      return instanceFindings(facts);
  }
}

/** What passes by itself, and what says only that nobody has judged yet. */
const PASSING: ReadonlySet<WhyReason> = new Set(['finalizersHeld', 'starting']);
const OPEN: ReadonlySet<WhyReason> = new Set(['notLookedAt', 'notReported']);

function healthOf(findings: readonly WhyFinding[], notJudged: readonly WhyList[]): WhyHealth {
  if (findings.some(({ reason }) => !PASSING.has(reason) && !OPEN.has(reason))) return 'broken';
  if (notJudged.length > 0 || findings.some(({ reason }) => OPEN.has(reason))) return 'unknown';
  return findings.length > 0 ? 'progressing' : 'healthy';
}

function ofSubscription(facts: WhyFacts): WalkedLinks {
  const { namespace, name } = facts.subject;
  const { subscriptions } = facts.lists;
  if (subscriptions === undefined) return { findings: [], notJudged: ['subscriptions'] };
  const subscription = find(subscriptions, namespace, name);
  const place: LinkPlace = { link: 'subscription', on: { kind: 'Subscription', namespace, name } };
  if (subscription === undefined) return { findings: [finding(place, 'subscriptionMissing')], notJudged: [] };
  if (!isSubscription(subscription) || !lookedAt(subscription))
    return { findings: [finding(place, 'notLookedAt')], notJudged: [] };
  return belowSubscription(subscription, place, facts);
}

function lookedAt({ status }: Subscription): boolean {
  return status?.currentCSV !== undefined || (status?.conditions ?? []).length > 0;
}

function belowSubscription(subscription: Subscription, place: LinkPlace, facts: WhyFacts): WalkedLinks {
  const { currentCSV, installedCSV } = subscription.status ?? {};
  const csv = currentCSV ?? installedCSV;
  const below = csv === undefined ? { findings: [], notJudged: [] } : csvFindings(facts, csv);
  // A version that is still to be made by a plan is not missing.
  const unmade = installedCSV !== csv;
  const findings = [
    ...catalogOf(subscription, facts),
    ...resolutionOf(subscription),
    ...planOf(subscription, facts),
    ...below.findings.filter(({ reason }) => !(unmade && reason === 'csvMissing')),
  ];
  const nothingYet = findings.length === 0 && (unmade || csv === undefined);
  const unread = (['catalogSources', 'installPlans'] as const).filter(
    (list) => facts.lists[list] === undefined,
  );
  return {
    findings: nothingYet ? [finding(place, 'starting')] : findings,
    notJudged: [...unread, ...below.notJudged],
  };
}

function catalogOf({ spec }: Subscription, { lists: { catalogSources } }: WhyFacts): WhyFinding[] {
  if (catalogSources === undefined) return [];
  const catalog = find(catalogSources, spec.sourceNamespace, spec.source);
  const on = { kind: 'CatalogSource', namespace: spec.sourceNamespace, name: spec.source };
  if (catalog === undefined) return [finding({ link: 'catalog', on }, 'catalogMissing')];
  if (at(catalog, 'status', 'connectionState', 'lastObservedState') === 'READY') return [];
  const detail = cutText(at(catalog, 'status', 'message'), 2000);
  const looked = at(catalog, 'status') !== undefined;
  return [finding(placeAt('catalog', catalog), looked ? 'catalogUnhealthy' : 'notLookedAt', { detail })];
}

const RESOLUTION: readonly (readonly [type: string, reason: WhyReason])[] = [
  ['BundleUnpackFailed', 'bundleUnpackFailed'],
  ['ResolutionFailed', 'unresolvable'],
];

function resolutionOf(subscription: Subscription): WhyFinding[] {
  return RESOLUTION.flatMap(([type, reason]) => {
    const said = findCondition(subscription.status?.conditions, type);
    if (said?.status !== 'True') return [];
    return [
      finding(placeAt('resolution', subscription), groupReason(said.message) ?? reason, {
        detail: said.message,
      }),
    ];
  });
}

function groupReason(message = ''): WhyReason | undefined {
  const text = message.toLowerCase();
  if (!text.includes('operatorgroup')) return undefined;
  return text.includes('multiple') || text.includes('more than one') ? 'groupsMany' : 'groupMissing';
}

function planOf(subscription: Subscription, { lists: { installPlans = [] } }: WhyFacts): WhyFinding[] {
  const { conditions, installPlanRef } = subscription.status ?? {};
  const said = ['InstallPlanMissing', 'InstallPlanFailed', 'InstallPlanPending']
    .map((type) => findCondition(conditions, type))
    .find((condition) => condition?.status === 'True');
  if (said === undefined) return [];
  const { namespace, name } = {
    namespace: '',
    name: '',
    ...installPlanRef,
    ...optional({ namespace: subscription.metadata.namespace }),
  };
  const place: LinkPlace = { link: 'plan', on: { kind: 'InstallPlan', namespace, name } };
  if (said.type === 'InstallPlanMissing') return [finding(place, 'planMissing')];
  if (said.reason === 'RequiresApproval') return [finding(place, 'approvalNeeded')];
  const plan = find(installPlans, namespace, name);
  const detail = messageOfPlan(plan) ?? said.message;
  const atWork = said.type === 'InstallPlanPending' && at(plan, 'status', 'phase') !== 'Failed';
  return [finding(place, refusedBecause(detail ?? '', atWork ? 'starting' : 'planFailed'), { detail })];
}

const PLAN_AT_WORK: ReadonlySet<unknown> = new Set(['Installing', 'Planning', '']);

function ofPlan(facts: WhyFacts): WalkedLinks {
  const { namespace, name } = facts.subject;
  const { installPlans } = facts.lists;
  if (installPlans === undefined) return { findings: [], notJudged: ['installPlans'] };
  const plan = find(installPlans, namespace, name);
  const place: LinkPlace = { link: 'plan', on: { kind: 'InstallPlan', namespace, name } };
  if (plan === undefined) return { findings: [finding(place, 'planMissing')], notJudged: [] };
  const phase = at(plan, 'status', 'phase');
  if (phase === undefined) return { findings: [finding(place, 'notLookedAt')], notJudged: [] };
  if (phase === 'RequiresApproval') return { findings: [finding(place, 'approvalNeeded')], notJudged: [] };
  const detail = messageOfPlan(plan);
  if (phase === 'Failed')
    return {
      findings: [finding(place, refusedBecause(detail ?? '', 'planFailed'), { detail })],
      notJudged: [],
    };
  if (PLAN_AT_WORK.has(phase))
    return {
      findings: [finding(place, refusedBecause(detail ?? '', 'starting'), { detail })],
      notJudged: [],
    };
  // It is done; what it brought may have been replaced or uninstalled since.
  return joined(
    namesIn(plan)
      .map((csv) => csvFindings(facts, csv))
      .filter(({ findings }) => !findings.some(({ reason }) => reason === 'csvMissing')),
  );
}

function namesIn(plan: KubeObject): string[] {
  const names = at(plan, 'spec', 'clusterServiceVersionNames');
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

function joined(parts: readonly WalkedLinks[]): WalkedLinks {
  return {
    findings: parts.flatMap(({ findings }) => findings),
    notJudged: parts.flatMap(({ notJudged }) => notJudged),
  };
}

function messageOfPlan(plan: KubeObject | undefined): string | undefined {
  if (plan === undefined || !isInstallPlan(plan)) return undefined;
  const failed = items(plan.status?.conditions).find((condition) => at(condition, 'status') === 'False');
  return cutText(at(failed, 'message'), 2000) ?? plan.status?.message;
}

function find(objects: readonly KubeObject[], namespace: string, name: string): KubeObject | undefined {
  return objects.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
}
