/**
 * Status of a CatalogSource (OLM 2). Source: OLM `pkg/controller/operators/catalog/operator.go` (syncCatalogSources) and
 * `pkg/controller/registry/reconciler`; texts are upstream's where upstream has one. Condition ContentRead is our own.
 */
import { withCondition, withoutCondition, type ConditionInput } from '../../k8s/conditions.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { rfc3339 } from '../../base/time.ts';
import type { Action, Decision } from '../plan/decision.ts';
import type { SourceProblem } from '../api/catalog-answers.ts';
import { DISABLED_ANNOTATION, parseSourceSpec, type SourcePlace, type SourceSpec } from './spec.ts';
import { stableJson } from '../../base/hash.ts';
import type { CatalogSource, CatalogSourceStatus } from '../api/types.ts';
import type { OwnCondition } from '../api/vocabulary.ts';

/** What is known of a source. Times in unix ms. */
export interface ObservedSource {
  /** What is offered of it now. */
  content?: OfferedContent;
  /** Of the last answer since the controller started. */
  checkedAt?: number;
  problem?: SourceProblem;
  /** That was read, for a source of that kind. */
  configMap?: { uid: string; resourceVersion: string };
}

/** How much a catalog offers; `digest` changes with its content, `readAt` is unix ms. */
export interface OfferedContent {
  packages: number;
  bundles: number;
  warnings: number;
  digest: string;
  readAt: number;
}

type ConnectionState = NonNullable<CatalogSourceStatus['connectionState']>;
type Observed = ConnectionState['lastObservedState'];

const CONTENT_READ = 'ContentRead' satisfies OwnCondition['type'];
const MESSAGE_LENGTH = 2000;

/** What deciding about a CatalogSource looks at. */
export interface CatalogSourceFacts {
  source: CatalogSource;
  observed: ObservedSource;
  /** The one that was read and is not known to be the source's yet; absent where there is none, or it is gone. */
  configMap?: KubeObject | undefined;
}

/** What the source says of itself; a ConfigMap that it reads belongs to it and goes with it (OLM 3). `now`: unix ms. */
export function decideCatalogSource(
  { source, observed, configMap }: CatalogSourceFacts,
  now: number,
): Decision<CatalogSourceStatus> {
  const status = catalogSourceStatus(source, observed, now);
  return { status, actions: configMap === undefined ? [] : adoption(source, configMap) };
}

/** Name of the ConfigMap that was read, and that the status does not say to be the source's own. */
export function unadopted(source: CatalogSource, { configMap }: ObservedSource): string | undefined {
  const { place } = parseSourceSpec(source);
  if (place?.kind !== 'configMap' || configMap === undefined) return undefined;
  return configMap.uid === source.status?.configMapReference?.uid ? undefined : place.name;
}

function adoption({ apiVersion, kind, metadata }: CatalogSource, configMap: KubeObject): Action[] {
  const { name, uid = '' } = metadata;
  const owners = configMap.metadata.ownerReferences ?? [];
  if (owners.some((owner) => owner.uid === uid)) return [];
  const ours = { apiVersion, kind, name, uid, blockOwnerDeletion: false, controller: false };
  return [
    {
      kind: 'patch',
      resource: resources.configMaps,
      object: configMap,
      metadata: { ownerReferences: [...owners, ours] },
    },
  ];
}

/** The very status that there is when it still holds. */
export function catalogSourceStatus(
  source: CatalogSource,
  observed: ObservedSource,
  now: number,
): CatalogSourceStatus {
  const old = source.status ?? {};
  const spec = parseSourceSpec(source);
  const time = rfc3339(now);
  if (spec.place === undefined) {
    const fault = { reason: 'SpecInvalidError', message: cut(spec.fault ?? '') };
    return keepIfSame(old, { ...keptConditions(old), ...fault });
  }
  if (stillUnknown(old, spec, observed)) return old;
  const state = stateOf(spec, observed);
  const status: CatalogSourceStatus = {
    ...conditions(old, spec, observed, time),
    ...faultOf(spec, observed),
    ...pollTime(old),
    ...configMapReference(source, spec.place, observed),
    registryService: old.registryService ?? { protocol: protocolOf(spec.place), createdAt: time },
    connectionState: connection(old, { state, address: shownAddress(spec.place), time }),
  };
  const kept = keepIfSame(old, status);
  // The time of every look would be a write each time: it is told with the next thing that changes.
  return kept === old || spec.pollMs === undefined || observed.checkedAt === undefined
    ? kept
    : { ...status, latestImageRegistryPoll: rfc3339(observed.checkedAt) };
}

/** Content from before a restart, of a source not asked again yet: what was said last is the best that is known. */
function stillUnknown(
  old: CatalogSourceStatus,
  { place, disabled }: SourceSpec,
  observed: ObservedSource,
): boolean {
  const { address, lastObservedState } = old.connectionState ?? {};
  return (
    !disabled &&
    observed.checkedAt === undefined &&
    observed.problem === undefined &&
    observed.content !== undefined &&
    place !== undefined &&
    address === shownAddress(place) &&
    (lastObservedState === 'READY' || lastObservedState === 'TRANSIENT_FAILURE')
  );
}

function stateOf({ disabled }: SourceSpec, { content, problem }: ObservedSource): Observed {
  if (disabled) return 'SHUTDOWN';
  if (problem !== undefined) return 'TRANSIENT_FAILURE';
  return content === undefined ? 'CONNECTING' : 'READY';
}

function connection(
  { connectionState: old }: CatalogSourceStatus,
  { state, address, time }: { state: Observed; address: string; time: string },
): ConnectionState {
  if (old?.lastObservedState === state && old.address === address) return old;
  return { address, lastConnect: time, lastObservedState: state };
}

function shownAddress(place: SourcePlace): string {
  switch (place.kind) {
    case 'directory':
      return `directory:${place.name}`;
    case 'image':
      return place.image;
    case 'grpc':
      return place.address;
    case 'http':
      return place.url;
    case 'configMap':
      return `configmap:${place.name}`;
  }
}

function protocolOf(place: SourcePlace): string {
  return place.kind === 'http' ? 'http' : 'grpc';
}

function faultOf(
  { place, disabled, intervalFault }: SourceSpec,
  { problem }: ObservedSource,
): Pick<CatalogSourceStatus, 'reason' | 'message'> {
  if (disabled) return { message: `disabled by annotation ${DISABLED_ANNOTATION}` };
  if (problem !== undefined) {
    const noMap = place?.kind === 'configMap' && (problem.kind === 'missing' || problem.kind === 'denied');
    return noMap
      ? {
          reason: 'ConfigMapError',
          message: cut(`failed to get catalog config map ${place.name}: ${problem.message}`),
        }
      : { reason: 'RegistryServerError', message: cut(problem.message) };
  }
  return intervalFault === undefined ? {} : { reason: 'InvalidIntervalError', message: cut(intervalFault) };
}

function configMapReference(
  source: CatalogSource,
  place: SourcePlace,
  { configMap, content }: ObservedSource,
): Pick<CatalogSourceStatus, 'configMapReference'> {
  if (place.kind !== 'configMap' || configMap === undefined) return {};
  const { name } = place;
  const { namespace = '' } = source.metadata;
  const { uid, resourceVersion } = configMap;
  const lastUpdateTime = content === undefined ? {} : { lastUpdateTime: rfc3339(content.readAt) };
  return { configMapReference: { name, namespace, uid, resourceVersion, ...lastUpdateTime } };
}

function conditions(
  old: CatalogSourceStatus,
  { disabled }: SourceSpec,
  observed: ObservedSource,
  time: string,
): Pick<CatalogSourceStatus, 'conditions'> {
  return disabled
    ? keptConditions(old)
    : { conditions: withCondition(old.conditions, contentRead(observed), time) };
}

/** Those of others. */
function keptConditions({ conditions: all }: CatalogSourceStatus): Pick<CatalogSourceStatus, 'conditions'> {
  const kept = withoutCondition(all, CONTENT_READ);
  return kept.length === 0 ? {} : { conditions: kept };
}

function contentRead({ content, problem }: ObservedSource): ConditionInput & OwnCondition {
  const type = CONTENT_READ;
  if (problem !== undefined) {
    const offered =
      content === undefined
        ? ''
        : `; the content read at ${rfc3339(content.readAt)} is still offered: ${contentText(content)}`;
    return { type, status: 'False', reason: 'ReadFailed', message: `${cut(problem.message)}${offered}` };
  }
  return content === undefined
    ? { type, status: 'Unknown', reason: 'Reading', message: 'the content is being read for the first time' }
    : { type, status: 'True', reason: 'Read', message: contentText(content) };
}

function contentText({ packages, bundles, warnings, digest }: OfferedContent): string {
  const left = warnings === 0 ? '' : `, ${String(warnings)} parts left out`;
  return `${String(packages)} packages, ${String(bundles)} bundles${left}, digest ${digest}`;
}

function pollTime({ latestImageRegistryPoll: time }: CatalogSourceStatus): CatalogSourceStatus {
  return time === undefined ? {} : { latestImageRegistryPoll: time };
}

function keepIfSame(old: CatalogSourceStatus, status: CatalogSourceStatus): CatalogSourceStatus {
  return stableJson(old) === stableJson(status) ? old : status;
}

function cut(text: string): string {
  return text.length <= MESSAGE_LENGTH ? text : `${text.slice(0, MESSAGE_LENGTH - 1).toWellFormed()}…`;
}
