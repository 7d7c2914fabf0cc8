/**
 * Why a webhook does not answer, and whose it is: the configuration is the broken link, since it has the API server refuse; behind it
 * stand a Service, its endpoints and the Deployment of their pods. What is there now counts before what the refusal says.
 */
import { at, items, optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { matchesSelector } from '../../k8s/label-selector.ts';
import { labelValue } from '../api/labels.ts';
import {
  finding,
  placeAt,
  WEBHOOK_CONFIGURATIONS,
  type WalkedLinks,
  type WhyFacts,
  type WhyFinding,
  type WhyList,
} from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { ownerOf, silentWebhook, type PlaceInNamespace, type SilentWebhook } from './silent-webhook.ts';
import { webhookReason } from './words.ts';
import { workloadFindings } from './workloads.ts';

/** The same with what is known of each webhook that did not answer; the others as they are. */
export function explainedWebhooks({ findings, notJudged }: WalkedLinks, facts: WhyFacts): WalkedLinks {
  const parts = findings.map((found) =>
    found.reason === 'webhookSilent' ? explained(found, facts) : { findings: [found], notJudged: [] },
  );
  return {
    findings: parts.flatMap((part) => part.findings),
    notJudged: [...notJudged, ...parts.flatMap((part) => part.notJudged)],
  };
}

function explained(found: WhyFinding, facts: WhyFacts): WalkedLinks {
  const { detail = '' } = found;
  const hook = silentWebhook(
    detail,
    WEBHOOK_CONFIGURATIONS.flatMap((list) => facts.lists[list] ?? []),
  );
  const { configuration, service } = hook;
  const unread = unreadOf(facts.lists);
  const on = configuration === undefined ? serviceLink(service) : placeAt('webhook', configuration);
  if (on === undefined) return { findings: [found], notJudged: unread };
  const cause = isOrphan(hook, facts) ? only('webhookOrphaned') : causeBehind(service, detail, facts);
  const owner = configuration && ownerOf(configuration);
  const own = { ...finding(on, cause.reason, { detail: found.detail }), ...optional({ owner }) };
  return {
    findings: [own, ...cause.findings],
    notJudged: configuration === undefined ? [...unread, ...cause.notJudged] : cause.notJudged,
  };
}

/** Of a conversion webhook, whose definition is not named, and of a configuration that may not be read. */
function serviceLink(service: PlaceInNamespace | undefined) {
  return service && { link: 'webhook' as const, on: { kind: 'Service', ...service } };
}

function unreadOf(lists: WhyFacts['lists']): WhyList[] {
  return WEBHOOK_CONFIGURATIONS.filter((list) => lists[list] === undefined);
}

/** What is made for a CSV goes with it: left behind, nobody looks after it. */
function isOrphan({ configuration }: SilentWebhook, { behind = {} }: WhyFacts): boolean {
  const owner = configuration && ownerOf(configuration);
  const csvs = owner && behind[owner.namespace]?.clusterServiceVersions;
  return csvs !== undefined && !csvs.some(({ metadata }) => labelValue(metadata.name) === owner?.name);
}

/** Why the webhook itself does not answer, and what was found further down. */
interface WebhookCause extends WalkedLinks {
  reason: WhyReason;
}

function only(reason: WhyReason, ...notJudged: WhyList[]): WebhookCause {
  return { reason, findings: [], notJudged };
}

function causeBehind(
  service: PlaceInNamespace | undefined,
  message: string,
  { behind = {}, ...facts }: WhyFacts,
): WebhookCause {
  if (service === undefined) return only(webhookReason(message));
  const lists = behind[service.namespace] ?? {};
  if (lists.services === undefined) return only(webhookReason(message), 'services');
  const found = lists.services.find((one) => isAt(one, service));
  if (found === undefined) return only('webhookServiceMissing');
  if (lists.endpointSlices === undefined) return only(webhookReason(message), 'endpointSlices');
  return lists.endpointSlices.some((slice) => isReady(slice, service))
    ? only(webhookReason(message))
    : withoutEndpoints(found, { ...facts, lists });
}

function isAt({ metadata }: KubeObject, { namespace, name }: PlaceInNamespace): boolean {
  return metadata.name === name && metadata.namespace === namespace;
}

const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';

/** An endpoint of which it is not known counts as ready, as for the cluster itself. */
function isReady(slice: KubeObject, { namespace, name }: PlaceInNamespace): boolean {
  const { labels = {} } = slice.metadata;
  return (
    slice.metadata.namespace === namespace &&
    labels[SERVICE_NAME_LABEL] === name &&
    items(slice['endpoints']).some((endpoint) => at(endpoint, 'conditions', 'ready') !== false)
  );
}

function withoutEndpoints(service: KubeObject, facts: WhyFacts): WebhookCause {
  const { deployments } = facts.lists;
  if (deployments === undefined) return only('webhookWithoutEndpoints', 'deployments');
  const walked = deployments
    .filter((deployment) => isBehind(service, deployment))
    .map((deployment) => workloadFindings(deployment, facts));
  const findings = walked.flatMap((part) => part.findings);
  // Its own pods are refused because it does not answer, and it does not answer because they are refused.
  const blocked = findings.some(({ reason }) => reason === 'webhookSilent');
  return {
    reason: blocked ? 'webhookBlocksItself' : 'webhookWithoutEndpoints',
    findings: blocked ? [] : findings,
    notJudged: walked.flatMap((part) => part.notJudged),
  };
}

function isBehind(service: KubeObject, deployment: KubeObject): boolean {
  const selector = textsOf(at(service, 'spec', 'selector'));
  const labels = textsOf(at(deployment, 'spec', 'template', 'metadata', 'labels'));
  return (
    service.metadata.namespace === deployment.metadata.namespace &&
    Object.keys(selector).length > 0 &&
    matchesSelector({ matchLabels: selector }, labels)
  );
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(value ?? {}) as [string, unknown][];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
