/** What the tables of programs say of each. */

export interface RunnableModule {
  /** The program, below `examples/`; of the control plane, or built from the sources of others, its name. */
  readonly entry: string;
  /**
   * Environment variables that a pod template may set. A list of what is allowed, not of what is forbidden: one
   * forgotten name (NODE_OPTIONS, LD_PRELOAD) would let a cluster run its own code here.
   */
  readonly env: readonly string[];
  /** What a value has to look like; one that does not keeps its pod from being run. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** Whether it is told the way to the cluster's Services and pods, where the runner has a door. */
  readonly network?: boolean;
  /** A program of the control plane instead of a sample of ours. */
  readonly native?: 'etcd';
}

/** Where a program comes from, and how it is told what it would find in its image. */
export interface UpstreamSource {
  /** Path of the Go module. */
  readonly module: string;
  readonly version: string;
  /** Of the module's sources, as a go.sum has it; others are not built. */
  readonly sum: string;
  /** Of the program, from the module's folder. */
  readonly package: string;
  /** Variables that its publisher sets at link time. */
  readonly linked?: Readonly<Record<string, string>>;
  /** Folders of the module that its image has: by the variable that tells the program where. */
  readonly assets?: Readonly<Record<string, string>>;
}

/** What pods of an image are run as, and what their template may say. */
export interface UpstreamModule extends RunnableModule {
  readonly source: UpstreamSource;
  /** Whole names of images, of which a container has one. */
  readonly images: readonly string[];
  /** The image's program, where a template may name it. */
  readonly command: string;
  /** Arguments that a template may give, each as a whole. */
  readonly args: readonly RegExp[];
}

/** All that may run: samples by the annotation, operators of others by their image. */
export type RunnableTable = ReadonlyMap<string, RunnableModule | UpstreamModule>;

export function isUpstream(module: RunnableModule | UpstreamModule): module is UpstreamModule {
  return 'source' in module;
}
