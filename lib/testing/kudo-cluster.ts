/** As much of a cluster as tasks see: objects by place, actions carried out at once. For tests of decisions. */
import { load } from 'js-yaml';
import type { KubeObject } from '../k8s/object.ts';
import { parseTemplate, render } from '../templates/template.ts';
import { LAST_APPLIED_ANNOTATION } from '../kudo/api/labels.ts';
import type { KudoInstance, KudoOperatorVersion } from '../kudo/api/types.ts';
import type { ObjectAction, ObjectAt } from '../kudo/plan/decision.ts';
import { lastApplied } from '../kudo/tasks/restart-hash.ts';
import { objectAt, type PipeOutput, type TaskWorld } from '../kudo/tasks/world.ts';

const CLUSTER_KINDS = new Set(['Namespace', 'ClusterRole', 'CustomResourceDefinition']);
const GONE = new Set([
  'policy/v1beta1',
  'admissionregistration.k8s.io/v1beta1',
  'rbac.authorization.k8s.io/v1beta1',
  'apiextensions.k8s.io/v1beta1',
  'nowhere/v1',
]);

function keyOfPlace({ kind, namespace = '', name }: ObjectAt): string {
  return `${kind}/${namespace}/${name}`;
}

/** Objects never change by themselves; `objects` may be written by the test. */
export class SmallCluster {
  readonly objects = new Map<string, KubeObject>();
  readonly refusals = new Map<string, string>();
  readonly outputs = new Map<string, PipeOutput>();
  #uid = 0;

  add(object: KubeObject): void {
    this.objects.set(keyOfPlace(objectAt(object)), object);
  }

  /** Carries out one write; what is deleted is gone. */
  carryOut(action: ObjectAction): void {
    if (action.kind === 'create') {
      this.#uid += 1;
      const metadata = { ...action.object.metadata, uid: `o${String(this.#uid)}` };
      this.add({ ...action.object, metadata });
    } else if (action.kind === 'delete') this.objects.delete(keyOfPlace(action.at));
    else if (action.kind === 'patch') this.#patch(action);
  }

  /** Patches of ours carry what the object is to be. */
  #patch({ at, patch }: Extract<ObjectAction, { kind: 'patch' }>): void {
    const live = this.objects.get(keyOfPlace(at));
    const metadata = patch['metadata'] as KubeObject['metadata'] | undefined;
    const text = metadata?.annotations?.[LAST_APPLIED_ANNOTATION];
    const wanted = text === undefined ? undefined : lastApplied(text);
    if (live === undefined || wanted === undefined || text === undefined) return;
    const annotations = { ...wanted.metadata.annotations, [LAST_APPLIED_ANNOTATION]: text };
    this.add({ ...wanted, metadata: { ...wanted.metadata, annotations, uid: live.metadata.uid ?? '' } });
  }

  world(instance: KudoInstance, version: KudoOperatorVersion): TaskWorld {
    return {
      instance,
      version,
      render: (file, place) => {
        const text = version.spec.templates[file];
        if (text === undefined) return { problem: `template ${file} is not there` };
        const Params = Object.fromEntries(
          version.spec.parameters.map(({ name, default: usual = '' }) => [name, usual]),
        );
        try {
          return {
            text: render(parseTemplate(file, text), {
              Name: instance.metadata.name,
              Params: { ...Params, ...instance.spec.parameters },
              PlanName: place?.plan ?? '',
            }),
          };
        } catch (error) {
          return { problem: String(error) };
        }
      },
      readYaml: (text) => (text.replace(/^\s*#.*$/gm, '').trim() === '' ? undefined : load(text)),
      parameter: (name) =>
        instance.spec.parameters?.[name] ??
        version.spec.parameters.find((parameter) => parameter.name === name)?.default,
      find: (at) => this.objects.get(keyOfPlace(at)),
      scopeOf: (apiVersion, kind) =>
        GONE.has(apiVersion) ? undefined : CLUSTER_KINDS.has(kind) ? 'cluster' : 'namespaced',
      refusal: (at) => this.refusals.get(keyOfPlace(at)),
      output: (at) => this.outputs.get(keyOfPlace(at)),
    };
  }
}
