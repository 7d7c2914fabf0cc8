/**
 * A CatalogSource as the console shows it: its status, joined with what the catalog service knows of its content. With a
 * real OLM in the cluster there is only the status. Source of the statuses: see `status.ts`.
 */
import { optional } from '../../base/loose.ts';
import { keyOf, type Condition } from '../../k8s/object.ts';
import type { SourceHealth, SourceProblem } from '../api/catalog-answers.ts';
import { parseSourceSpec } from './spec.ts';
import type { CatalogSource } from '../api/types.ts';

/** Where the content comes from. */
export type SourceKind = 'image' | 'grpc' | 'http' | 'configmap' | 'directory' | 'unknown';

/** Type of our condition; its reasons are `Read`, `ReadFailed` and `Reading`. */
const CONTENT_READ = 'ContentRead';

/** Times are Unix ms. */
export type SourceState =
  | { kind: 'ready' }
  /** `first`: there is nothing of it yet. */
  | { kind: 'reading'; first: boolean }
  /** `contentOf`: when what is still offered was read; absent when nothing is. */
  | { kind: 'problem'; problem: SourceTrouble; contentOf?: number }
  | { kind: 'disabled' }
  /** `message` in upstream's words. */
  | { kind: 'specWrong'; message: string }
  | { kind: 'going' }
  /** Nobody has looked at it. */
  | { kind: 'waiting' };

/** `kind` is missing where only a status tells that something is wrong. */
export type SourceTrouble = Omit<SourceProblem, 'kind' | 'since'> &
  Partial<Pick<SourceProblem, 'kind' | 'since'>>;

/** A CatalogSource as the page lists it. */
export interface SourceRow {
  source: CatalogSource;
  /** `namespace/name`. */
  key: string;
  namespace: string;
  name: string;
  title: string;
  kind: SourceKind;
  address: string;
  state: SourceState;
  /** Serves all namespaces, not its own alone. */
  global: boolean;
  health?: SourceHealth;
  priority: number;
  interval?: string;
  /** Unix ms; when it was last looked for newer content. */
  checkedAt?: number;
}

/** Who reads the catalogs of this cluster, and which of them are global. */
export interface SourceFacts {
  /** Our controller reads the catalogs of this cluster, or nobody does; false: a real OLM, which knows no annotation of ours. */
  ours: boolean;
  /** Whose catalogs serve all namespaces. */
  globalNamespaces: readonly string[];
}

/**
 * Whose catalogs serve all namespaces. Of a real OLM that is a flag of its catalog operator; these are what upstream and
 * OpenShift set it to.
 */
export function globalNamespacesOf(catalogNamespace: string, ours: boolean): readonly string[] {
  return ours ? [catalogNamespace] : ['olm', 'openshift-marketplace'];
}

/** `unknown`: the spec does not say where the content is, or not rightly. */
export function sourceKind(source: CatalogSource): SourceKind {
  const kind = parseSourceSpec(source).place?.kind;
  if (kind === undefined) return 'unknown';
  return kind === 'configMap' ? 'configmap' : kind;
}

/** Where the content is, as the spec says it. */
export function sourceAddress(source: CatalogSource): string {
  const { image = '', address = '', configMap = '' } = source.spec;
  const { place } = parseSourceSpec(source);
  switch (place?.kind) {
    case 'image':
      return image;
    case 'configMap':
      return configMap;
    case 'directory':
      return place.name;
    case 'grpc':
    case 'http':
    case undefined:
      return address;
  }
}

/** Whether annotation `capstan.dev/disabled` takes the catalog out of service; a real OLM does not know it. */
export function isDisabled(source: CatalogSource): boolean {
  return parseSourceSpec(source).disabled;
}

/** How the source is. What is decided by its object comes before what the service says of its content. */
export function sourceState(
  source: CatalogSource,
  health: SourceHealth | undefined,
  ours: boolean,
): SourceState {
  if (source.metadata.deletionTimestamp !== undefined) return { kind: 'going' };
  if (ours && isDisabled(source)) return { kind: 'disabled' };
  const fault = specFault(source);
  if (fault !== undefined) return { kind: 'specWrong', message: fault };
  const problem = health?.problem ?? troubleOf(source);
  if (problem !== undefined) return problemState(problem, health);
  if (isBeingRead(source, health)) return { kind: 'reading', first: (health?.readAt ?? 0) === 0 };
  return isReady(source, health) ? { kind: 'ready' } : { kind: 'waiting' };
}

/** What is wrong is known before anybody has looked at it. */
function specFault(source: CatalogSource): string | undefined {
  const { status } = source;
  return status?.reason === 'SpecInvalidError' ? status.message : parseSourceSpec(source).fault;
}

function problemState(problem: SourceTrouble, health: SourceHealth | undefined): SourceState {
  const served = health !== undefined && health.readAt > 0 && health.packages > 0;
  return { kind: 'problem', problem, ...(served ? { contentOf: health.readAt } : {}) };
}

/** What the status alone says is wrong. */
function troubleOf({ status = {} }: CatalogSource): SourceTrouble | undefined {
  const content = contentCondition(status.conditions);
  if (content?.status === 'False')
    return { message: content.message ?? '', ...sinceOf(content.lastTransitionTime) };
  const { lastObservedState, lastConnect } = status.connectionState ?? {};
  const broken = lastObservedState === 'TRANSIENT_FAILURE' || lastObservedState === 'SHUTDOWN';
  if (broken || status.reason === 'RegistryServerError' || status.reason === 'ConfigMapError')
    return { message: status.message ?? '', ...sinceOf(lastConnect) };
  return undefined;
}

function sinceOf(time: string | undefined): { since?: number } {
  const since = Date.parse(time ?? '');
  return Number.isNaN(since) ? {} : { since };
}

function contentCondition(conditions: readonly Condition[] | undefined): Condition | undefined {
  return conditions?.find(({ type }) => type === CONTENT_READ);
}

function isBeingRead({ status = {} }: CatalogSource, health: SourceHealth | undefined): boolean {
  if (health?.fetching === true || contentCondition(status.conditions)?.reason === 'Reading') return true;
  const state = status.connectionState?.lastObservedState;
  return state === 'CONNECTING' || state === 'IDLE';
}

function isReady({ status = {} }: CatalogSource, health: SourceHealth | undefined): boolean {
  return (
    contentCondition(status.conditions)?.status === 'True' ||
    status.connectionState?.lastObservedState === 'READY' ||
    health?.healthy === true
  );
}

/** The error of the poll interval stands beside a source that works. */
export function intervalProblem({ status }: CatalogSource): string | undefined {
  return status?.reason === 'InvalidIntervalError' ? (status.message ?? status.reason) : undefined;
}

/** The row of one source; without `health` it says what the status says. */
export function sourceRow(
  source: CatalogSource,
  health: SourceHealth | undefined,
  { ours, globalNamespaces }: SourceFacts,
): SourceRow {
  const { name, namespace = '' } = source.metadata;
  const { displayName = '', priority = 0 } = source.spec;
  const checkedAt = health?.checkedAt ?? polledAt(source);
  return {
    source,
    key: keyOf(source),
    namespace,
    name,
    title: displayName === '' ? name : displayName,
    kind: sourceKind(source),
    address: sourceAddress(source),
    state: sourceState(source, health, ours),
    global: globalNamespaces.includes(namespace),
    priority,
    ...optional({ health }),
    ...intervalOf(source),
    ...optional({ checkedAt }),
  };
}

function intervalOf({ spec }: CatalogSource): Pick<SourceRow, 'interval'> {
  const interval = spec.updateStrategy?.registryPoll?.interval;
  return interval === undefined ? {} : { interval };
}

function polledAt({ status }: CatalogSource): number | undefined {
  const at = Date.parse(status?.latestImageRegistryPoll ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Global ones first, then by name. */
export function sourceRows(
  sources: readonly CatalogSource[],
  healths: readonly SourceHealth[],
  facts: SourceFacts,
): SourceRow[] {
  const byKey = new Map(healths.map((health) => [`${health.namespace}/${health.name}`, health]));
  return sources
    .map((source) => sourceRow(source, byKey.get(keyOf(source)), facts))
    .sort((left, right) => Number(right.global) - Number(left.global) || left.key.localeCompare(right.key));
}

/** Those in which one of the words of a search is. */
export function filterSources(rows: readonly SourceRow[], text: string): readonly SourceRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, title, namespace, address, source }) => {
    const all = [name, title, namespace, address, source.spec.publisher ?? ''].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
