/** Decides, from Deployments and pods alone, which processes there should be. Pure. */
import { z } from 'zod';
import { at } from '#lib/base/loose.ts';
import { RUN_ANNOTATION } from '#lib/olm/api/labels.ts';
import { podOf } from '../door/addresses.ts';
import { podWorkload } from '../door/way.ts';
import { badArgument, badVariable, containerFor, jobOf, PodTemplate } from './job.ts';
import type { Job, NamedModule } from './job.ts';
import { isUpstream, type RunnableTable } from './runnable.ts';

export type Verdict =
  /** No sample of ours. */
  | { readonly kind: 'foreign' }
  /** Asks for something that is not run; the reason is for people. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing shall run. */
  | { readonly kind: 'stopped' }
  /** The rollout is under way: whatever runs, runs on. */
  | { readonly kind: 'rolling' }
  | { readonly kind: 'wanted'; readonly job: Job; readonly overlaps: boolean };

export type Step =
  | 'start'
  /** The next one first: the one before answers until that does, as in a rolling update. */
  | 'replace'
  | 'restart'
  | 'stop'
  | 'none';

const Metadata = z.object({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  generation: z.int().default(0),
  deletionTimestamp: z.string().optional(),
});

const Deployment = z.object({
  metadata: Metadata,
  spec: z.object({
    replicas: z.int().default(1),
    strategy: z.object({ type: z.string().default('RollingUpdate') }).prefault({}),
    template: PodTemplate,
  }),
  status: z
    .object({
      observedGeneration: z.int().default(0),
      updatedReplicas: z.int().default(0),
      availableReplicas: z.int().default(0),
    })
    .prefault({}),
});
type Deployment = z.infer<typeof Deployment>;

/**
 * What a Deployment asks of this machine. `deployment` is the object as the API server gave it.
 * @param held whether its pods are not ready because the runner says so of them
 */
export function judge(deployment: unknown, modules: RunnableTable, held = false): Verdict {
  const parsed = Deployment.safeParse(deployment);
  if (!parsed.success) return { kind: 'foreign' };
  const { metadata, spec, status } = parsed.data;
  const module = moduleOf(spec.template, modules);
  if ('kind' in module) return module;
  if (spec.replicas === 0 || metadata.deletionTimestamp !== undefined) return { kind: 'stopped' };
  const argument = badArgument(spec.template, module);
  if (argument !== undefined)
    return { kind: 'refused', reason: `"${argument}": ${module.name} is not run with that here` };
  if (!rolledOut(metadata.generation, status, held)) return { kind: 'rolling' };
  const whose = { namespace: metadata.namespace, workload: metadata.name };
  const job = jobOf(whose, spec.template, module, [metadata.uid, spec.template]);
  // What nobody calls need not be there twice.
  return wanted(job, module, spec.strategy.type !== 'Recreate' && job.ports.length > 0);
}

const Pod = z.object({
  metadata: Metadata,
  spec: z.looseObject({ restartPolicy: z.string().default('Always') }),
  status: z.object({ phase: z.string().default('Pending') }).prefault({}),
});

/**
 * What a pod asks of this machine that belongs to no Deployment: whoever made it, it is a process of its own. One that
 * belongs to a Deployment is foreign here.
 */
export function judgePod(pod: unknown, modules: RunnableTable): Verdict {
  // Asked of every pod of the cluster at each of its changes.
  if (at(pod, 'metadata', 'annotations', RUN_ANNOTATION) === undefined) return { kind: 'foreign' };
  const parsed = Pod.safeParse(pod);
  const template = PodTemplate.safeParse(pod);
  const workload = podOf(pod)?.workload;
  if (!parsed.success || !template.success) return { kind: 'foreign' };
  const { metadata, spec, status } = parsed.data;
  if (workload !== podWorkload(metadata.name)) return { kind: 'foreign' };
  const module = moduleOf(template.data, modules);
  if ('kind' in module) return module;
  if (spec.restartPolicy !== 'Always') {
    const reason = `restartPolicy: ${spec.restartPolicy}: processes of this machine are always started again`;
    return { kind: 'refused', reason };
  }
  if (metadata.deletionTimestamp !== undefined) return { kind: 'stopped' };
  if (status.phase === 'Pending') return { kind: 'rolling' };
  if (status.phase !== 'Running') return { kind: 'stopped' };
  const whose = { namespace: metadata.namespace, workload, podName: metadata.name, podUid: metadata.uid };
  // Of its spec nothing but images and tolerations can change, and a kubelet starts another image anew.
  const images = template.data.spec.containers.map(({ image }) => image);
  return wanted(jobOf(whose, template.data, module, [metadata.uid, module.name, images]), module, false);
}

function wanted(job: Job, module: NamedModule, overlaps: boolean): Verdict {
  const variable = badVariable(job, module);
  if (variable === undefined) return { kind: 'wanted', job, overlaps };
  return { kind: 'refused', reason: `${variable}: its value is none that ${job.module} is run with here` };
}

/** What to do about one object (`undefined`: it is gone), given the fingerprint of what runs for it. */
export function nextStep(verdict: Verdict | undefined, running: string | undefined): Step {
  if (verdict?.kind === 'rolling') return 'none';
  if (verdict?.kind !== 'wanted') return running === undefined ? 'none' : 'stop';
  if (running === undefined) return 'start';
  if (running === verdict.job.fingerprint) return 'none';
  return verdict.overlaps ? 'replace' : 'restart';
}

/** The program that a template asks for, if there is one of that name, or for an image of its containers. */
function moduleOf(
  template: PodTemplate,
  modules: RunnableTable,
): NamedModule | Extract<Verdict, { kind: 'foreign' | 'refused' }> {
  const name = template.metadata.annotations[RUN_ANNOTATION];
  if (name === undefined) return moduleOfImage(template, modules);
  const module = modules.get(name);
  // Those of others are what their image says, whatever else a template says.
  if (module !== undefined && !isUpstream(module)) return { name, ...module };
  const samples = [...modules].filter(([, one]) => !isUpstream(one)).map(([known]) => known);
  return {
    kind: 'refused',
    reason: `${RUN_ANNOTATION}: "${name}" is not a sample of this machine (known: ${samples.join(', ')})`,
  };
}

function moduleOfImage(template: PodTemplate, modules: RunnableTable): NamedModule | { kind: 'foreign' } {
  for (const [name, module] of modules) {
    if (isUpstream(module) && containerFor(template, module) !== undefined) return { name, ...module };
  }
  return { kind: 'foreign' };
}

/** As for a real pod, there is a process only once a pod of this very template could be made and is available. */
function rolledOut(generation: number, status: Deployment['status'], held: boolean): boolean {
  return (
    status.observedGeneration >= generation &&
    status.updatedReplicas > 0 &&
    (held || status.availableReplicas > 0)
  );
}
