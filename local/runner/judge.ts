/** Decides, from Deployments alone, which processes there should be. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RUN_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { RunnableModule } from './modules.ts';

/** One process to run: what it is, as whom, with which settings. */
export interface Job {
  readonly namespace: string;
  readonly deployment: string;
  readonly module: string;
  readonly entry: string;
  readonly serviceAccount: string;
  readonly env: Readonly<Record<string, string>>;
  /** Differs whenever the process has to be started anew: another pod template, another Deployment of that name. */
  readonly fingerprint: string;
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

/** Loose: the fingerprint is about the whole template. */
const PodTemplate = z.looseObject({
  metadata: z.looseObject({ annotations: text, labels: text }).prefault({}),
  spec: z.looseObject({
    serviceAccountName: z.string().default('default'),
    containers: z.array(z.looseObject({ env: z.array(EnvVar).default([]) })).min(1),
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
  return {
    namespace: metadata.namespace,
    deployment: metadata.name,
    module,
    entry,
    serviceAccount: template.spec.serviceAccountName,
    env: Object.fromEntries(
      (template.spec.containers[0]?.env ?? [])
        .filter(({ name }) => env.includes(name))
        .map((variable) => [variable.name, valueOf(variable, template, metadata.namespace)]),
    ),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([metadata.uid, template]))
      .digest('hex'),
  };
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
