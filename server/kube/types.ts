/**
 * What the rest of the server may know of the Kubernetes client. `createClient`, `createCache` and `createQueue`
 * implement it; nobody outside this folder sees @kubernetes/client-node or an HTTP library.
 */
import type { Duplex, Readable } from 'node:stream';
import type { Patch } from '#lib/k8s/change.ts';
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';
import type { KubeError } from './errors.ts';

/** Without a namespace, all of them. Selectors are texts as the API takes them. */
export interface ListOptions {
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  limit?: number;
  continue?: string;
  /** Ask for `PartialObjectMetadata` only. */
  metadataOnly?: boolean;
  /** Ask for a table: items have `cells`, and metadata or everything besides; plain objects where none is made. */
  table?: 'Metadata' | 'Object';
  signal?: AbortSignal;
}

/** One page of a list, or all of it. */
export interface ObjectList<T extends KubeObject = KubeObject> {
  items: T[];
  resourceVersion: string;
  /** Size of the answer in characters. */
  bytes: number;
  /** Of a table. */
  columns?: TableColumn[];
  continue?: string;
}

/** How the API server is to take a write. */
export interface WriteOptions {
  dryRun?: boolean;
  /** Field validation of the API server; the client asks for `Warn` when absent. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** Told what the API server had to say against a write that it took, when it said something. */
  onWarnings?: (texts: readonly string[]) => void;
  signal?: AbortSignal;
}

/** For server-side apply; `fieldManager` is the name in managedFields. */
export interface ApplyOptions extends WriteOptions {
  fieldManager: string;
  /** Take over fields that another manager owns. Default true: we only apply objects that are ours. */
  force?: boolean;
  subresource?: 'status';
}

/** For the deletion of one object; without `propagation` as the type's default is. */
export interface DeleteOptions {
  propagation?: 'Foreground' | 'Background' | 'Orphan';
  /** Preconditions: without a match the API server answers 409 and nothing is deleted. */
  uid?: string;
  resourceVersion?: string;
  signal?: AbortSignal;
}

/** A resource type as discovery tells it. */
export interface DiscoveredResource extends Resource {
  shortNames: string[];
  verbs: string[];
  subresources: string[];
}

/** A patch of a built-in type, whose lists are merged by the keys of their entries. */
export interface StrategicPatch {
  type: 'strategic';
  body: Record<string, unknown>;
}

/** All methods reject with KubeError and nothing else. */
export interface KubeClient {
  /** Base URL of the API server, for messages only. */
  readonly server: string;
  get(resource: Resource, ref: ObjectRef, options?: { signal?: AbortSignal }): Promise<KubeObject>;
  list(resource: Resource, options?: ListOptions): Promise<ObjectList>;
  create(
    resource: Resource,
    object: KubeObject,
    options?: WriteOptions & { fieldManager?: string },
  ): Promise<KubeObject>;
  /** PUT; carries the object's resourceVersion, so a concurrent change is a `conflict`. */
  replace(
    resource: Resource,
    object: KubeObject,
    options?: WriteOptions & { subresource?: 'status'; fieldManager?: string },
  ): Promise<KubeObject>;
  /** Server-side apply. */
  apply(resource: Resource, object: KubeObject, options: ApplyOptions): Promise<KubeObject>;
  patch(
    resource: Resource,
    ref: ObjectRef,
    patch: Patch | StrategicPatch,
    options?: WriteOptions & { subresource?: 'status'; fieldManager?: string },
  ): Promise<KubeObject>;
  /** Resolves also when the object is already gone. */
  delete(resource: Resource, ref: ObjectRef, options?: DeleteOptions): Promise<void>;
  /** Server version as `/version` gives it: gitVersion such as `v1.36.3`. */
  version(): Promise<{ gitVersion: string }>;
  /** Aggregated discovery of every group and version. */
  discover(): Promise<DiscoveredResource[]>;
  /**
   * One watch request, from `resourceVersion` on. Resolves when the API server has accepted it; each iteration gives the
   * events of one chunk. The iteration ends when the server closes the stream and throws KubeError (`gone` when the
   * resourceVersion is too old). Use `watchStream` or `createCache` for a watch that heals itself.
   */
  watch(resource: Resource, options: WatchOptions): Promise<AsyncIterable<WatchEvent[]>>;
  /**
   * Runs a command in a container of a pod and waits for its end. Rejects also when it could not be run, and with `tooLarge`
   * when it says more than it may.
   */
  exec(pod: Required<ObjectRef>, options: ExecOptions): Promise<ExecOutput>;
  /** Any other request under the same credentials, body parsed as JSON. `path` is built by the caller from parsed parts. */
  request(method: string, path: string, options?: { body?: unknown; signal?: AbortSignal }): Promise<unknown>;
}

/** A command without input. */
export interface ExecOptions {
  container: string;
  /** Program and arguments: no shell is between. */
  command: readonly string[];
  /** That it may say. */
  mostBytes: number;
  signal?: AbortSignal;
}

/** What a command that has ended said; of what it complained about, the beginning. */
export interface ExecOutput {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
}

/** What to watch; it begins behind `resourceVersion`. */
export interface WatchOptions {
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  metadataOnly?: boolean;
  /** As in ListOptions. */
  table?: 'Metadata' | 'Object';
  resourceVersion: string;
  /** After this time the API server ends the stream. */
  timeoutSeconds: number;
  signal?: AbortSignal;
}

/** A change of one object; of a deleted one, its last state. */
export type ObjectEvent = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: KubeObject };
/** What comes over a watch; errors end it as KubeError instead. */
export type WatchEvent =
  | ObjectEvent
  | { type: 'BOOKMARK'; resourceVersion: string }
  /** Of a table; before the first event of each watch. */
  | { type: 'COLUMNS'; columns: TableColumn[] };

/** A change of the cache's content, with the object as it was before. */
export type CacheEvent =
  | { type: 'added'; object: KubeObject }
  | { type: 'modified'; object: KubeObject; previous: KubeObject }
  | { type: 'deleted'; object: KubeObject };

/** A live copy of one resource type: list + watch, healed by itself. Objects in it are frozen by convention: never mutate. */
export interface ResourceCache {
  readonly resource: Resource;
  /**
   * Resolves after the first complete list has been handed to the handlers. Never rejects; see `state`. A resource type
   * that the API server does not serve (its CRD is not there yet) counts as an empty list: synced, empty and stale.
   */
  readonly synced: Promise<void>;
  /** `live`: watching; `stale`: the last list or watch failed, the content is the last known. */
  state(): { phase: 'starting' | 'live' | 'stale'; error?: Error; since: number };
  get(ref: ObjectRef): KubeObject | undefined;
  list(namespace?: string): KubeObject[];
  /** Objects for which the index function named at creation returned `value`. */
  byIndex(index: string, value: string): KubeObject[];
  /**
   * Remember what a write answered, unless something newer is known (also: that it has been deleted since):
   * read-your-writes for reconcilers. Handlers are told as of any other change; the watch's echo of it is dropped.
   */
  observe(object: KubeObject): void;
  /** Calls the handler for everything already known (as `added`) and then for each change. Returns the unsubscriber. */
  subscribe(handler: (event: CacheEvent) => void): () => void;
  /** Try again at once if waiting after a failure, such as when a CRD has just been installed. */
  retryNow(): void;
  stop(): void;
}

/** What a cache follows and what it keeps; `indexes` give the values under which `byIndex` finds an object. */
export interface CacheOptions {
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  metadataOnly?: boolean;
  indexes?: Record<string, (object: KubeObject) => readonly string[]>;
  /** Trim before storing (managedFields are always dropped). */
  transform?: (object: KubeObject) => KubeObject;
  /** Told of every change of `state()`, also of a failing attempt with another error than the last. */
  onState?: () => void;
  /** Between two attempts; short where people wait. Default 30 s. */
  longestPauseMs?: number;
  clock?: Clock;
}

/** A streaming request under the credentials of one identity, for the console's proxy: bodies are never buffered. */
export interface TransportRequest {
  method: string;
  /** Path and query below the API server's base URL, built by the caller from parsed parts. */
  path: string;
  headers: Record<string, string>;
  /** A stream is sent as it comes and never twice; text may be sent again after renewing the credentials. */
  body?: Readable | string;
  signal?: AbortSignal;
  /** Time until the answer's headers, milliseconds. Default 65 s: the API server gives up after 60. */
  headersTimeoutMs?: number;
  /** Asked in the last moment before it is sent, which may be long after it was asked for; no is `unavailable`, and nothing is sent. */
  mayStart?: () => boolean;
  /** Longest silence inside the answer, milliseconds; default and 0: none, since watches and logs are silent for long. */
  bodyTimeoutMs?: number;
}

/** What becomes a WebSocket has no body. */
export type UpgradeRequest = Pick<TransportRequest, 'path' | 'headers' | 'signal'>;

/** The body must be read to its end or destroyed, or its connection stays taken. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

/**
 * Takes an answer as it comes: its head, its bytes, and how it ends. Nothing is told after `onEnd` or `onError`, and
 * nothing but an error already on its way after `cancel`.
 */
export interface AnswerSink {
  onHead(status: number, headers: TransportResponse['headers']): void;
  /** The sink may keep the bytes. */
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** Also instead of `onHead`. */
  onError(error: KubeError): void;
}

/** An answer under way to a sink. */
export interface Forwarding {
  /** Asks for silence until `resume`; what has been read by then still comes. */
  pause(): void;
  resume(): void;
  /** Ends the request upstream. Does nothing once the answer is complete. */
  cancel(): void;
}

/** Adds Authorization (or the client certificate) itself; never follows redirects. Rejects with KubeError. */
export interface KubeTransport {
  readonly server: string;
  send(request: TransportRequest): Promise<TransportResponse>;
  /** The same without promise and stream between, which cost more than a small answer itself. Ignores `signal`. */
  forward(request: TransportRequest, sink: AnswerSink): Forwarding;
  /** Asks for a WebSocket. Whoever gets its connection ends it; any other answer rejects. */
  upgrade(request: UpgradeRequest): Promise<Duplex>;
}

/** Told of each request to the API server once it has a status; undefined: no answer came. */
export type TransportMeter = (
  request: Pick<TransportRequest, 'method' | 'path'>,
  status: number | undefined,
) => void;

/** What a reconcile of one key came to. Thrown errors count as `retry`. */
export type ReconcileOutcome =
  | { kind: 'done' }
  | { kind: 'requeueAfter'; ms: number }
  | { kind: 'retry'; error: unknown }
  | { kind: 'stop'; error: unknown };

/** Time and randomness, injected so that tests decide them. */
export interface Clock {
  now(): number;
  /** Returns a function that cancels. */
  setTimer(ms: number, fire: () => void): () => void;
  /** Uniform in [0, 1). */
  random(): number;
}

/** Keys waiting for a worker. A key never runs twice at once and an `add` during its run makes it run again. */
export interface WorkQueue {
  add(key: string): void;
  addAfter(key: string, ms: number): void;
  /** Keys waiting or running; for metrics and tests. */
  size(): number;
  /** How long the key at the head has been waiting for a free worker; 0: none waits. */
  oldestMs(): number;
  /** Resolves when nothing is waiting or running (timers do not count). */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** A queue's workers; `reconcile` gets a signal that fires when the queue stops. */
export interface QueueOptions {
  name: string;
  concurrency: number;
  reconcile: (key: string, signal: AbortSignal) => Promise<ReconcileOutcome>;
  clock?: Clock;
  /** Told of each retry and stop. */
  onError?: (key: string, error: unknown, attempt: number) => void;
}
