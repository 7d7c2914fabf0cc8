/** What one process is: read from a pod template, or from a pod, which has the same shape. Pure. */
import { createHash } from 'node:crypto';
import { normalize } from 'node:path/posix';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { isUpstream, type RunnableModule, type UpstreamModule } from './runnable.ts';

/** One process to run: what it is, as whom, with which settings. */
export interface Job {
  readonly namespace: string;
  /** What it stands for: the name of a Deployment, or `pod/NAME`, which is the name of no Deployment. */
  readonly workload: string;
  /** For which the process stands: the first of its pod, or that of the image. */
  readonly container: string;
  readonly module: string;
  readonly entry: string;
  /** A program of the control plane instead of a sample of ours. */
  readonly native?: 'etcd';
  /** An operator of others, by its row of the table, with the arguments of its container. */
  readonly upstream?: { readonly module: UpstreamModule; readonly args: readonly string[] };
  /** Whether it is told the way to Services and pods. */
  readonly network: boolean;
  /** undefined where the pod asks for no token: then the process has no credentials either. */
  readonly serviceAccount: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Of the pod: what selectors of Services are about. */
  readonly labels: Readonly<Record<string, string>>;
  /** What the pod says it listens on, by TCP: the process is told where to do it here. */
  readonly ports: readonly DeclaredPort[];
  /** Secrets that its container finds as files. */
  readonly mounts: readonly SecretMount[];
  /** Where its container finds an empty folder to write to: from the pod's `/` on, without it. */
  readonly scratch: readonly string[];
  /** Of the pod that it is the process of; undefined for that of a Deployment, whose pods come and go. */
  readonly podUid?: string;
  /** Differs whenever the process has to be started anew: another pod template, another object of that name. */
  readonly fingerprint: string;
}

export interface DeclaredPort {
  readonly name?: string;
  readonly containerPort: number;
}

export interface SecretMount {
  /** From the pod's `/` on, without it. */
  readonly mountPath: string;
  readonly secretName: string;
  /** All keys, each under its name, when absent. */
  readonly items?: readonly { readonly key: string; readonly path: string }[];
  /** Whether the pod starts without. */
  readonly optional: boolean;
}

const text = z.record(z.string(), z.string()).default({});

const EnvVar = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ fieldRef: z.object({ fieldPath: z.string() }).optional() }).optional(),
});

const ContainerPort = z.looseObject({
  name: z.string().optional(),
  containerPort: z.int().min(1).max(65_535),
  protocol: z.string().default('TCP'),
});

const Volume = z.looseObject({
  name: z.string(),
  secret: z
    .object({
      secretName: z.string(),
      items: z.array(z.object({ key: z.string(), path: z.string() })).optional(),
      optional: z.boolean().default(false),
    })
    .optional(),
  emptyDir: z.unknown().optional(),
});

const VolumeMount = z.looseObject({
  name: z.string(),
  mountPath: z.string(),
  readOnly: z.boolean().default(false),
});

const Container = z.looseObject({
  name: z.string().default(''),
  image: z.string().default(''),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(EnvVar).default([]),
  ports: z.array(ContainerPort).default([]),
  volumeMounts: z.array(VolumeMount).default([]),
});

/** Loose: the fingerprint is about the whole template. */
export const PodTemplate = z.looseObject({
  metadata: z.looseObject({ annotations: text, labels: text }).prefault({}),
  spec: z.looseObject({
    serviceAccountName: z.string().default('default'),
    automountServiceAccountToken: z.boolean().default(true),
    containers: z.array(Container).min(1),
    volumes: z.array(Volume).default([]),
  }),
});
export type PodTemplate = z.infer<typeof PodTemplate>;

/** Whose process it is. */
export interface Workload {
  readonly namespace: string;
  /** As `Job.workload`. */
  readonly workload: string;
  /** Of a pod; the pods of a Deployment have many. */
  readonly podName?: string;
  readonly podUid?: string;
}

export type NamedModule = { readonly name: string } & (RunnableModule | UpstreamModule);
type Container = z.infer<typeof Container>;

/** That of the image; of a sample the first. */
export function containerFor(
  { spec }: PodTemplate,
  module: RunnableModule | UpstreamModule,
): Container | undefined {
  return isUpstream(module)
    ? spec.containers.find(({ image }) => module.images.includes(image))
    : spec.containers[0];
}

/** @param fingerprinted what a change of means another process */
export function jobOf(
  whose: Workload,
  template: PodTemplate,
  module: NamedModule,
  fingerprinted: unknown,
): Job {
  const { containers, automountServiceAccountToken, serviceAccountName } = template.spec;
  const { namespace, workload } = whose;
  const container = containerFor(template, module);
  return {
    namespace,
    workload,
    container: container?.name ?? '',
    module: module.name,
    entry: module.entry,
    ...optional({ native: module.native }),
    ...(isUpstream(module) && { upstream: { module, args: container?.args ?? [] } }),
    network: module.network === true,
    serviceAccount: automountServiceAccountToken ? serviceAccountName : undefined,
    env: Object.fromEntries(
      (container?.env ?? [])
        .filter(({ name }) => module.env.includes(name))
        .map((variable) => [variable.name, valueOf(variable, template, whose)]),
    ),
    labels: template.metadata.labels,
    ports: containers
      .flatMap(({ ports }) => ports)
      .filter(({ protocol }) => protocol === 'TCP')
      .map(({ name, containerPort }) => ({ containerPort, ...optional({ name }) })),
    mounts: mountsOf(template.spec, container),
    scratch: scratchOf(template.spec, container),
    ...optional({ podUid: whose.podUid }),
    fingerprint: createHash('sha256').update(JSON.stringify(fingerprinted)).digest('hex'),
  };
}

type Volumes = Pick<PodTemplate['spec'], 'volumes'>;

/** What its container mounts of volumes of one kind, where that leads to a place below the pod's `/`. */
function mounted<T>(
  { volumes }: Volumes,
  container: Container | undefined,
  pick: (volume: z.infer<typeof Volume>, path: string, readOnly: boolean) => T | undefined,
): T[] {
  return (container?.volumeMounts ?? []).flatMap(({ name, mountPath, readOnly }) => {
    const volume = volumes.find((one) => one.name === name);
    const path = mountPath.replace(/^\/+/, '');
    const picked = volume === undefined || !staysInside(path) ? undefined : pick(volume, path, readOnly);
    return picked === undefined ? [] : [picked];
  });
}

function mountsOf(spec: Volumes, container: Container | undefined): SecretMount[] {
  return mounted(spec, container, ({ secret }, mountPath) => {
    if (secret === undefined) return undefined;
    const { secretName, items } = secret;
    return { mountPath, secretName, optional: secret.optional, ...optional({ items }) };
  });
}

function scratchOf(spec: Volumes, container: Container | undefined): string[] {
  return mounted(spec, container, ({ emptyDir }, path, readOnly) =>
    emptyDir === undefined || readOnly ? undefined : path,
  );
}

/** What of its command line the table does not have; undefined for a sample, which has none. */
export function badArgument(
  template: PodTemplate,
  module: RunnableModule | UpstreamModule,
): string | undefined {
  const container = containerFor(template, module);
  if (!isUpstream(module) || container === undefined) return undefined;
  const { command, args } = container;
  if (command.length > 0 && command.join(' ') !== module.command) return command.join(' ');
  return args.find((argument) => !module.args.some((shape) => shape.test(argument)));
}

/** The first variable whose value the module does not take. */
export function badVariable({ env }: Job, { values = {} }: RunnableModule): string | undefined {
  return Object.entries(values).find(([name, shape]) => !shape.test(env[name] ?? ''))?.[0];
}

/** Literal values and the fields of the downward API that can be told here; anything else is empty, as there. */
function valueOf(variable: z.infer<typeof EnvVar>, { metadata, spec }: PodTemplate, whose: Workload): string {
  const path = variable.valueFrom?.fieldRef?.fieldPath;
  if (path === undefined) return variable.value ?? '';
  const fields = new Map([
    ['metadata.namespace', whose.namespace],
    ['metadata.name', whose.podName],
    ['spec.serviceAccountName', spec.serviceAccountName],
  ]);
  const field = fields.get(path);
  if (field !== undefined) return field;
  const [, map, key] = /^metadata\.(annotations|labels)\['([^']+)'\]$/.exec(path) ?? [];
  if (key === undefined) return '';
  return (map === 'labels' ? metadata.labels : metadata.annotations)[key] ?? '';
}

/** Whether a relative path leads to a file below where it begins. */
export function staysInside(path: string): boolean {
  const plain = normalize(path);
  return path !== '' && plain !== '.' && !plain.startsWith('..') && !plain.startsWith('/');
}
