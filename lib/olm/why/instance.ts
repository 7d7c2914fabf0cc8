/**
 * Why an instance of an operator's kind is not as it was asked for: its deletion, what its operator reports, whether that runs at all,
 * and what it made, down to the process. What belongs to it is known by owner references alone.
 */
import { cutText } from '../../base/loose.ts';
import { instanceStatus, type InstanceStatus } from '../../k8s/instance-status.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { ownedBy } from '../../k8s/events/related-events.ts';
import { isCsv } from '../observed/shapes.ts';
import { copiedFrom } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { csvFindings } from './csv.ts';
import { eventsAbout } from './events.ts';
import {
  finding,
  placeAt,
  type LinkPlace,
  type WalkedLinks,
  type WhyFacts,
  type WhyFinding,
  type WhyList,
} from './finding.ts';
import { podFindings } from './pods.ts';
import type { WhyReason } from './reasons.ts';
import { refusedBecause } from './words.ts';
import { claimFindings, workloadFindings } from './workloads.ts';

/** Kinds that run pods, in the order in which they are looked at. */
const WORKLOADS = ['deployments', 'statefulSets', 'daemonSets', 'jobs'] as const satisfies WhyList[];

/** Of the object that the facts hold as `instance`. */
export function instanceFindings(facts: WhyFacts): WalkedLinks {
  const { instance } = facts;
  const { namespace, name } = facts.subject;
  const on = { kind: facts.api?.kind ?? '', ...(namespace === '' ? {} : { namespace }), name };
  if (instance === undefined)
    return { findings: [finding({ link: 'instance', on }, 'instanceMissing')], notJudged: [] };
  const place = placeAt('instance', instance);
  const operator = operatorFindings(facts);
  if (instance.metadata.deletionTimestamp !== undefined)
    return joined({ findings: withEvents(held(instance, place), instance, facts), notJudged: [] }, operator);
  const status = instanceStatus(instance);
  const below = joined(madeFindings(instance, facts));
  const deep = below.findings.filter(({ reason }) => reason !== 'starting');
  // Good as a whole: what its operator is content with is nobody's trouble.
  if (status.tone === 'good') return { findings: [], notJudged: [] };
  const own = withEvents(saidOf(status, place), instance, facts);
  // An operator that does not run explains a silent instance; of one that reports, its own words come first.
  return joined(operator, {
    findings: deep.length > 0 ? [...own.filter(isBad), ...deep] : [...own, ...below.findings],
    notJudged: below.notJudged,
  });
}

function isBad({ reason }: WhyFinding): boolean {
  return reason === 'instanceFailing' || reason === 'webhookSilent';
}

function held({ metadata: { finalizers = [] } }: KubeObject, place: LinkPlace): WhyFinding[] {
  return finalizers.length === 0
    ? [finding(place, 'starting')]
    : [finding(place, 'finalizersHeld', { detail: finalizers.join(', ') })];
}

function saidOf({ label, tone, detail }: InstanceStatus, place: LinkPlace): WhyFinding[] {
  const words = detail ?? (typeof label === 'string' ? label : undefined);
  if (tone === 'bad' || tone === 'warn')
    return [finding(place, silentOr(words, 'instanceFailing'), { detail: words })];
  if (tone === 'progress') return [finding(place, 'starting', { detail: words })];
  return typeof label !== 'string' && label.code === 'none' ? [finding(place, 'notReported')] : [];
}

/** Of all that an API server refuses, an operator's words tell without doubt only of a webhook: the rest may be about anything. */
function silentOr(words: string | undefined, otherwise: WhyReason): WhyReason {
  const meant = refusedBecause(words ?? '', otherwise);
  return meant === 'webhookSilent' ? meant : otherwise;
}

/** Many operators leave it to an event that what they write is refused. Where nothing is amiss, it has been overcome. */
function withEvents(
  said: WhyFinding[],
  instance: KubeObject,
  { lists: { events = [] } }: WhyFacts,
): WhyFinding[] {
  if (said.length === 0 || said.some(({ reason }) => reason === 'webhookSilent')) return said;
  const detail = eventsAbout(instance, events)
    .map((event) => cutText(event['message'], 2000))
    .findLast((message) => silentOr(message, 'refused') === 'webhookSilent');
  if (detail === undefined) return said;
  const told = finding(placeAt('instance', instance), 'webhookSilent', { detail });
  // An event may be an hour old; what the operator reports is how it is now.
  return said.some(isBad) ? [...said, told] : [told, ...said];
}

/** Of the operator that provides the kind, where it does not run. */
function operatorFindings(facts: WhyFacts): WalkedLinks {
  if (facts.lists.clusterServiceVersions === undefined)
    return { findings: [], notJudged: ['clusterServiceVersions'] };
  const { namespace, name } = brokenProvider(facts)?.metadata ?? {};
  return name === undefined ? { findings: [], notJudged: [] } : csvFindings(facts, name, namespace);
}

/** The operator that should look after the instance; undefined where one runs, or none is known. */
export function brokenProvider({ api, lists }: WhyFacts): ClusterServiceVersion | undefined {
  if (api === undefined) return undefined;
  const csvs = (lists.clusterServiceVersions ?? [])
    .filter(isCsv)
    .filter((csv) => copiedFrom(csv) === undefined);
  const providers = csvs.filter((csv) => provides(csv, `${api.plural}.${api.group}`));
  return providers.some(({ status }) => status?.phase === 'Succeeded') ? undefined : providers[0];
}

function provides({ spec }: ClusterServiceVersion, definition: string): boolean {
  return (spec.customresourcedefinitions?.owned ?? []).some(({ name }) => name === definition);
}

function madeFindings(instance: KubeObject, { subject, lists, ...facts }: WhyFacts): WalkedLinks {
  const owned = ownedBy([instance], Object.values(lists).flat());
  const mine = (list: WhyList): KubeObject[] => (lists[list] ?? []).filter((object) => owned.has(object));
  const unread = [...WORKLOADS, 'pods' as const].filter((list) => lists[list] === undefined);
  return joined(
    { findings: [], notJudged: unread },
    ...WORKLOADS.flatMap(mine).map((one) => workloadFindings(one, { subject, lists, ...facts })),
    {
      findings: mine('persistentVolumeClaims').flatMap((claim) => claimFindings(claim, lists.events)),
      notJudged: [],
    },
    {
      findings: mine('pods')
        .filter(({ metadata }) => owns(instance, metadata.ownerReferences))
        .flatMap((pod) => podFindings(pod, lists.events)),
      notJudged: [],
    },
  );
}

function owns({ metadata: { uid } }: KubeObject, references: unknown): boolean {
  return (
    Array.isArray(references) &&
    references.some((one: unknown) => uid !== undefined && isReferenceTo(one, uid))
  );
}

function isReferenceTo(reference: unknown, uid: string): boolean {
  return typeof reference === 'object' && reference !== null && 'uid' in reference && reference.uid === uid;
}

function joined(...parts: readonly WalkedLinks[]): WalkedLinks {
  return {
    findings: parts.flatMap(({ findings }) => findings),
    notJudged: parts.flatMap(({ notJudged }) => notJudged),
  };
}
