/** What a person changes of a Subscription, and the smallest patch that says so; nothing else of the object is touched. */
import { isJsonObject } from '../../base/json.ts';
import { mergePatch } from '../../k8s/merge-patch.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { overridePodSpec } from '../csv/overrides.ts';
import { stableJson } from '../../base/hash.ts';
import { PIN_ANNOTATION, pinOf } from '../api/pin.ts';
import { subscriptionSpec } from '../api/subscription.ts';
import type { Approval, ClusterServiceVersion, Subscription, SubscriptionConfig } from '../api/types.ts';
import type { WantedSubscription } from './what-if-question.ts';

/** The fields that the form changes; texts are empty where the object leaves them out. */
export interface SubscriptionDraft {
  /** Empty for the package's default one. */
  readonly channel: string;
  /** Name of the CSV to stop at; empty to follow the channel. */
  readonly pin: string;
  /** Name of the CSV to begin with; empty for the newest. */
  readonly startingCSV: string;
  readonly approval: Approval;
  /** `namespace/name`. */
  readonly catalog: string;
  /** `spec.config`; undefined or empty when there is none. */
  readonly config: unknown;
}

/** The form as it begins for a Subscription; approval is Automatic where the object says nothing. */
export function subscriptionDraftOf(subscription: Subscription): SubscriptionDraft {
  const { channel = '', startingCSV = '', installPlanApproval, source, sourceNamespace } = subscription.spec;
  return {
    channel,
    pin: pinOf(subscription) ?? '',
    startingCSV,
    approval: installPlanApproval ?? 'Automatic',
    catalog: `${sourceNamespace}/${source}`,
    config: subscription.spec.config,
  };
}

type Patch = Record<string, unknown>;

/** The merge patch that makes the second draft of the first; undefined where they say the same. */
export function draftPatch(before: SubscriptionDraft, now: SubscriptionDraft): Patch | undefined {
  const changed = (field: 'channel' | 'pin' | 'startingCSV' | 'approval' | 'catalog'): boolean =>
    before[field] !== now[field];
  const [sourceNamespace = '', source = ''] = now.catalog.split('/');
  const config = configPatch(before.config, now.config);
  const spec = {
    ...(changed('catalog') ? { source, sourceNamespace } : {}),
    ...(changed('channel') ? { channel: valueOrNull(now.channel) } : {}),
    ...(changed('startingCSV') ? { startingCSV: valueOrNull(now.startingCSV) } : {}),
    ...(changed('approval') ? { installPlanApproval: now.approval } : {}),
    ...(config === undefined ? {} : { config }),
  };
  const patch = {
    ...(changed('pin') ? { metadata: { annotations: { [PIN_ANNOTATION]: valueOrNull(now.pin) } } } : {}),
    ...(Object.keys(spec).length === 0 ? {} : { spec }),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** In a merge patch `null` takes a field away. */
function valueOrNull(text: string): string | null {
  return text === '' ? null : text;
}

function configPatch(before: unknown, now: unknown): unknown {
  const wanted = isEmpty(now) ? undefined : now;
  if (stableJson(before ?? null) === stableJson(wanted ?? null)) return undefined;
  if (wanted === undefined) return isEmpty(before) ? undefined : null;
  return fieldPatch(before, wanted);
}

/** Objects field by field, all else whole. */
function fieldPatch(before: unknown, now: unknown): unknown {
  if (!isJsonObject(before) || !isJsonObject(now)) return now;
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  const changed = Object.entries(now).filter(
    ([key, value]) => stableJson(before[key] ?? null) !== stableJson(value),
  );
  return Object.fromEntries([
    ...gone.map((key) => [key, null] as const),
    ...changed.map(([key, value]) => [key, fieldPatch(before[key], value)] as const),
  ]);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** The object as it is after the patch. */
export function patched(subscription: Subscription, patch: Patch | undefined): KubeObject {
  return patch === undefined ? subscription : { ...subscription, ...mergePatch(subscription, patch) };
}

/** For the question what would happen. */
export function wantedOf(subscription: Subscription, draft: SubscriptionDraft): WantedSubscription {
  const [sourceNamespace = '', source = ''] = draft.catalog.split('/');
  return {
    name: subscription.metadata.name,
    ...(draft.pin === '' ? {} : { pin: draft.pin }),
    spec: subscriptionSpec({
      package: subscription.spec.name,
      catalog: { namespace: sourceNamespace, name: source },
      channel: draft.channel,
      startingCSV: draft.startingCSV,
      approval: draft.approval,
    }),
  };
}

/** Deployments of the operator whose pods become others by the new config, and so are started again. */
export function restarting(
  csv: ClusterServiceVersion | undefined,
  before: SubscriptionConfig | undefined,
  now: SubscriptionConfig | undefined,
): string[] {
  const deployments = csv?.spec.install.spec?.deployments ?? [];
  const annotated = stableJson(before?.annotations ?? {}) !== stableJson(now?.annotations ?? {});
  return deployments
    .filter(({ spec }) => {
      const pod = podSpecOf(spec);
      return annotated || stableJson(overridePodSpec(pod, before)) !== stableJson(overridePodSpec(pod, now));
    })
    .map(({ name }) => name);
}

function podSpecOf(spec: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const template = spec['template'];
  const pod = isJsonObject(template) ? template['spec'] : undefined;
  return isJsonObject(pod) ? { ...pod } : {};
}
