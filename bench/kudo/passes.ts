/** Declarative operators, the pure half: what one pass over a large package costs: rendering all of it, and deciding. */
import { load } from 'js-yaml';
import { quantile, verdict } from '../figures.ts';
import { decideInstance } from '../../lib/kudo/plan/decide.ts';
import type { ObjectAt } from '../../lib/kudo/plan/decision.ts';
import { anInstance, aVersion } from '../../lib/testing/kudo-objects.ts';
import { SmallCluster } from '../../lib/testing/kudo-cluster.ts';
import { taskRunner } from '../../lib/kudo/tasks/run.ts';
import type { TaskWorld } from '../../lib/kudo/tasks/world.ts';
import { parseTemplate, render } from '../../lib/templates/template.ts';

const PARAMETERS = 250;
const TEMPLATES = 30;
const PASSES = 200;
const GOAL_MS = 20;

const NAMES = Array.from({ length: PARAMETERS }, (_, at) => `PARAMETER_${String(at)}`);
const FILES = Array.from({ length: TEMPLATES }, (_, at) => `template-${String(at)}.yaml`);

function templateText(file: string, at: number): string {
  const mine = NAMES.filter((_, index) => index % TEMPLATES === at);
  const data = mine.map(
    (name) =>
      `  ${name}: {{ if eq .Params.${name} "" }}none{{ else }}"{{ .Params.${name} | trim }}"{{ end }}`,
  );
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Name }}-${file.replace('.yaml', '')}\ndata:\n${data.join('\n')}\n`;
}

const version = aVersion({
  templates: Object.fromEntries(FILES.map((file, at) => [file, templateText(file, at)])),
  parameters: NAMES.map((name) => ({ name, default: `value of ${name}` })),
  tasks: [{ name: 'app', kind: 'Apply', spec: { resources: FILES } }],
});

/** Templates are read once for each version, and rendered in every pass. */
function worldOf(cluster: SmallCluster, instance: ReturnType<typeof anInstance>): TaskWorld {
  const read = new Map(FILES.map((file) => [file, parseTemplate(file, version.spec.templates[file] ?? '')]));
  const Params = Object.fromEntries(
    version.spec.parameters.map(({ name, default: usual = '' }) => [name, usual]),
  );
  return {
    ...cluster.world(instance, version),
    readYaml: (text) => (text.trim() === '' ? undefined : load(text)),
    render: (file, place) => {
      const template = read.get(file);
      if (template === undefined) return { problem: `${file} is not there` };
      return {
        text: render(template, { Name: instance.metadata.name, Params, PlanName: place?.plan ?? '' }),
      };
    },
  };
}

/** The first pass creates everything; the others find it there, as every later pass does. */
export async function benchPasses(): Promise<void> {
  const cluster = new SmallCluster();
  let instance = anInstance({ planExecution: { planName: 'deploy', uid: 'u1' } });
  const world = worldOf(cluster, instance);
  // One that never gets done keeps the plan where it is.
  const pending: ObjectAt = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'inst-template-0' };
  const runTask = taskRunner({ ...world, find: (at) => hold(world.find(at), at.name === pending.name) });
  const pass = (): ReturnType<typeof decideInstance> =>
    decideInstance({ instance, version, now: '2026-01-01T00:00:00Z', uid: 'none', runTask, workloads: [] });
  instance = { ...instance, status: pass().status };
  const first = pass();
  for (const action of first.actions) if (action.kind === 'create') cluster.carryOut(action);
  const times: number[] = [];
  for (let at = 0; at < PASSES; at += 1) {
    const start = performance.now();
    pass();
    times.push(performance.now() - start);
    await Promise.resolve();
  }
  process.stdout.write(
    `${String(first.actions.length)} objects; a pass over ${String(PARAMETERS)} parameters and ${String(TEMPLATES)} templates: ` +
      `median ${quantile(times, 0.5).toFixed(2)} ms\n`,
  );
  verdict('a pass, p95, ms', quantile(times, 0.95), GOAL_MS);
}

function hold(object: ReturnType<TaskWorld['find']>, isHeld: boolean): ReturnType<TaskWorld['find']> {
  if (object === undefined || !isHeld) return object;
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
}
