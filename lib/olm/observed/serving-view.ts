/** What the API server asks an operator: its webhooks and aggregated APIs, whether they answer, and since when (OLM 70, 71). */
import { at, cutText, items, optional } from '../../base/loose.ts';
import { findCondition } from '../../k8s/conditions.ts';
import type { Condition, KubeObject } from '../../k8s/object.ts';
import { labelValue, LEFT_OUT_ANNOTATION, WEBHOOK_NAME_LABEL } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { webhookMatches } from '../content/webhook-matches.ts';
import { parseLeftOut } from '../csv/left-out.ts';
import { apiServiceName } from '../api/api-service-name.ts';

/** `unknown`: what would tell may not be read. */
export type ServingState = 'answers' | 'down' | 'leftOut' | 'missing' | 'unknown';

/** One that the CSV describes. */
export interface ServingRow {
  kind: 'apiService' | 'conversion' | 'mutating' | 'validating';
  name: string;
  /** Such as `CREATE, UPDATE flighttickets.flights.com/v1`; of a conversion its definitions, of an API its kinds. */
  matches: string[];
  /** Nothing that it matches is accepted while it does not answer. */
  closes: boolean;
  state: ServingState;
  /** As the API server writes times. */
  since?: string;
  /** Why not, in the cluster's words. */
  detail?: string;
}

/** What is there; a list that may not be read is absent. */
export interface ServingWorld {
  deployments?: readonly KubeObject[];
  /** Validating and mutating configurations of the CSV. */
  configurations?: readonly KubeObject[];
  apiServices?: readonly KubeObject[];
}

/** In the order of the CSV, webhooks first. */
export function servingView(csv: ClusterServiceVersion, world: ServingWorld): ServingRow[] {
  const left = new Set(
    parseLeftOut(csv.metadata.annotations?.[LEFT_OUT_ANNOTATION] ?? '').map(
      ({ kind, name }) => `${kind}/${name}`,
    ),
  );
  return [
    ...(csv.spec.webhookdefinitions ?? []).map((webhook): ServingRow => {
      const { type, generateName: name } = webhook;
      const row = { kind: KINDS[type], name, matches: webhookMatches(webhook), closes: closesOf(webhook) };
      if (left.has(`${type}/${name}`)) return { ...row, state: 'leftOut' };
      return { ...row, ...webhookState(csv, webhook, world) };
    }),
    ...apiRows(csv, world, left),
  ];
}

const KINDS = {
  ConversionWebhook: 'conversion',
  MutatingAdmissionWebhook: 'mutating',
  ValidatingAdmissionWebhook: 'validating',
} as const;

function closesOf({ type, failurePolicy }: { type: string; [field: string]: unknown }): boolean {
  return type === 'ConversionWebhook' || failurePolicy !== 'Ignore';
}

type Standing = Pick<ServingRow, 'detail' | 'since' | 'state'>;

/** Kubernetes says nothing of whether a webhook answers: it does as long as its Deployment is available. */
function webhookState(
  csv: ClusterServiceVersion,
  { type, generateName, deploymentName }: { type: string; generateName: string; deploymentName?: string },
  { deployments, configurations }: ServingWorld,
): Standing {
  const name = labelValue(generateName);
  const isThere = configurations?.some(({ metadata }) => metadata.labels?.[WEBHOOK_NAME_LABEL] === name);
  if (type !== 'ConversionWebhook' && isThere === false) return { state: 'missing' };
  const deployment = deployments?.find(
    ({ metadata }) => metadata.name === deploymentName && metadata.namespace === csv.metadata.namespace,
  );
  if (deployments === undefined || (type !== 'ConversionWebhook' && isThere === undefined))
    return { state: 'unknown' };
  return deployment === undefined ? { state: 'down' } : standingOf(conditionOf(deployment));
}

function apiRows(
  csv: ClusterServiceVersion,
  { apiServices }: ServingWorld,
  left: ReadonlySet<string>,
): ServingRow[] {
  const owned = Map.groupBy(csv.spec.apiservicedefinitions?.owned ?? [], apiServiceName);
  return [...owned].map(([name, apis]): ServingRow => {
    const row = { kind: 'apiService', name, matches: apis.map(({ kind }) => kind), closes: false } as const;
    if (left.has(`APIService/${name}`)) return { ...row, state: 'leftOut' };
    if (apiServices === undefined) return { ...row, state: 'unknown' };
    const found = apiServices.find(({ metadata }) => metadata.name === name);
    return {
      ...row,
      ...(found === undefined ? { state: 'missing' as const } : standingOf(conditionOf(found))),
    };
  });
}

function conditionOf(object: KubeObject): Condition | undefined {
  const conditions = items(at(object, 'status', 'conditions')) as Condition[];
  return findCondition(conditions, 'Available');
}

function standingOf(condition: Condition | undefined): Standing {
  const since = cutText(condition?.lastTransitionTime);
  if (condition?.status === 'True') return { state: 'answers', ...optional({ since }) };
  return { state: 'down', ...optional({ since, detail: cutText(condition?.message, 2000) }) };
}
