/** Decides, from Deployments alone, which processes there should be. Pure. */
import { createHash } from 'node:crypto';
import { normalize } from 'node:path/posix';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { RUN_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { RunnableModule } from './modules.ts';

/** One process to run: what it is, as whom, with which settings. */
export interface Job {
  readonly namespace: string;
  readonly deployment: string;
  /** The first of its pod, for which the process stands. */
  readonly container: string;
  readonly module: string;
  readonly entry: string;
  readonly serviceAccount: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the pod template: what selectors of Services are about. */
  readonly labels: Readonly<Record<string, string>>;
  /** What the pod says it listens on, by TCP: the process is told where to do it here. */
  readonly ports: readonly DeclaredPort[];
  /** Secrets that its container finds as files. */
  readonly mounts: readonly SecretMount[];
  /** Differs whenever the process has to be started anew: another pod template, another Deployment of that name. */
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

export type Verdict =
  /** No sample of ours. */
  | { readonly kind: 'foreign' }
  /** Asks for something that is not run; the reason is for people. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing shall run. */
  | { readonly kind: 'stopped' }
  /** The rollout is under way: whatever runs, runs on. */
  | { readonly kind: 'rolling' }
  | { readonly kind: 'wanted'; readonly job: Job };

export type Step = 'start' | 'restart' | 'stop' | 'none';

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
});

const VolumeMount = z.looseObject({ name: z.string(), mountPath: z.string() });

const Container = z.looseObject({
  name: z.string().default(''),
  env: z.array(EnvVar).default([]),
  ports: z.array(ContainerPort).default([]),
  volumeMounts: z.array(VolumeMount).default([]),
});

/** Loose: the fingerprint is about the whole template. */
const PodTemplate = z.looseObject({
  metadata: z.looseObject({ annotations: text, labels: text }).prefault({}),
  spec: z.looseObject({
    serviceAccountName: z.string().default('default'),
    containers: z.array(Container).min(1),
    volumes: z.array(Volume).default([]),
  }),
});
type PodTemplate = z.infer<typeof PodTemplate>;

const Deployment = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    generation: z.int().default(0),
    deletionTimestamp: z.string().optional(),
  }),
  spec: z.object({ replicas: z.int().default(1), template: PodTemplate }),
  status: z
    .object({
      observedGeneration: z.int().default(0),
      updatedReplicas: z.int().default(0),
      availableReplicas: z.int().default(0),
    })
    .prefault({}),
});
type Deployment = z.infer<typeof Deployment>;

/** What a Deployment asks of this machine. `deployment` is the object as the API server gave it. */
export function judge(deployment: unknown, modules: ReadonlyMap<string, RunnableModule>): Verdict {
  const parsed = Deployment.safeParse(deployment);
  if (!parsed.success) return { kind: 'foreign' };
  const { metadata, spec, status } = parsed.data;
  const name = spec.template.metadata.annotations[RUN_ANNOTATION];
  if (name === undefined) return { kind: 'foreign' };
  const module = modules.get(name);
  if (module === undefined) {
    const known = [...modules.keys()].join(', ');
    return {
      kind: 'refused',
      reason: `${RUN_ANNOTATION}: "${name}" is not a sample of this machine (known: ${known})`,
    };
  }
  if (spec.replicas === 0 || metadata.deletionTimestamp !== undefined) return { kind: 'stopped' };
  if (!rolledOut(metadata.generation, status)) return { kind: 'rolling' };
  return { kind: 'wanted', job: jobOf(parsed.data, name, module) };
}

/** What to do about one Deployment (`undefined`: it is gone), given the fingerprint of what runs for it. */
export function nextStep(verdict: Verdict | undefined, running: string | undefined): Step {
  if (verdict?.kind === 'rolling') return 'none';
  if (verdict?.kind !== 'wanted') return running === undefined ? 'none' : 'stop';
  if (running === undefined) return 'start';
  return running === verdict.job.fingerprint ? 'none' : 'restart';
}

/** As for a real pod, there is a process only once a pod of this very template could be made and is available. */
function rolledOut(generation: number, status: Deployment['status']): boolean {
  return (
    status.observedGeneration >= generation && status.updatedReplicas > 0 && status.availableReplicas > 0
  );
}

function jobOf({ metadata, spec }: Deployment, module: string, { entry, env }: RunnableModule): Job {
  const { template } = spec;
  const { containers } = template.spec;
  return {
    namespace: metadata.namespace,
    deployment: metadata.name,
    container: containers[0]?.name ?? '',
    module,
    entry,
    serviceAccount: template.spec.serviceAccountName,
    env: Object.fromEntries(
      (containers[0]?.env ?? [])
        .filter(({ name }) => env.includes(name))
        .map((variable) => [variable.name, valueOf(variable, template, metadata.namespace)]),
    ),
    labels: template.metadata.labels,
    ports: containers
      .flatMap(({ ports }) => ports)
      .filter(({ protocol }) => protocol === 'TCP')
      .map(({ name, containerPort }) => ({ containerPort, ...optional({ name }) })),
    mounts: mountsOf(template.spec),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([metadata.uid, template]))
      .digest('hex'),
  };
}

function mountsOf({ containers, volumes }: PodTemplate['spec']): SecretMount[] {
  return (containers[0]?.volumeMounts ?? []).flatMap(({ name, mountPath }): SecretMount[] => {
    const secret = volumes.find((volume) => volume.name === name)?.secret;
    const path = mountPath.replace(/^\/+/, '');
    if (secret === undefined || !staysInside(path)) return [];
    const { secretName, items } = secret;
    return [{ mountPath: path, secretName, optional: secret.optional, ...optional({ items }) }];
  });
}

/** Literal values and the fields of the downward API that a Deployment can tell; anything else is empty, as there. */
function valueOf(variable: z.infer<typeof EnvVar>, template: PodTemplate, namespace: string): string {
  const path = variable.valueFrom?.fieldRef?.fieldPath;
  if (path === undefined) return variable.value ?? '';
  if (path === 'metadata.namespace') return namespace;
  if (path === 'spec.serviceAccountName') return template.spec.serviceAccountName;
  const [, map, key] = /^metadata\.(annotations|labels)\['([^']+)'\]$/.exec(path) ?? [];
  if (key === undefined) return '';
  return (map === 'labels' ? template.metadata.labels : template.metadata.annotations)[key] ?? '';
}

/** Whether a relative path leads to a file below where it begins. */
export function staysInside(path: string): boolean {
  const plain = normalize(path);
  return path !== '' && plain !== '.' && !plain.startsWith('..') && !plain.startsWith('/');
}
