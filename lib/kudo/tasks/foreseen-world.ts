/** How what plans would write is found out: templates are rendered here; kinds and versions are what somebody knows of a cluster. */
import type { KubeObject, ObjectRef } from '../../k8s/object.ts';
import type { ForeseeWorld } from '../admission/foreseen.ts';
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
import { rememberedYaml } from '../yaml/remembered.ts';
import { Allowance } from './allowance.ts';
import { movedObject } from './api-moves.ts';
import { childInstance } from './child.ts';
import { rendererOf, type ParsedTemplates } from './rendering.ts';
import { readObjects } from './resources.ts';

/** What is known: undefined for a kind that nobody serves, and for a version that is not there. */
export interface KnownWorld {
  resourceOf: ForeseeWorld['resourceOf'];
  versionOf: (ref: ObjectRef) => KudoOperatorVersion | undefined;
  /** What all of it may take; one of its own where there is none. */
  allowance?: Allowance;
}

/** What one does not have to render twice is kept for as long as the world. */
export function foreseenWorld({
  resourceOf,
  versionOf,
  allowance = new Allowance(),
}: KnownWorld): ForeseeWorld {
  const parsed: ParsedTemplates = { templates: new WeakMap() };
  const readYaml = rememberedYaml();
  return {
    resourceOf,
    mayLook: () => allowance.task(),
    objects: (instance, version, { file, unnamed, ...place }) => {
      const renderer = rendererOf(parsed, withPlan(instance, place.plan), version, allowance);
      if ('problem' in renderer) return [];
      const rendered = renderer.render(file, { ...place, uid: '' });
      const read = 'problem' in rendered ? undefined : readObjects(rendered.text, file, readYaml, unnamed);
      return read === undefined || 'kind' in read
        ? []
        : read.objects.map((object) => asServed(resourceOf, object));
    },
    child: (task, instance, version) => {
      const renderer = rendererOf(parsed, instance, version, allowance);
      if ('problem' in renderer) return undefined;
      const made = childInstance(task, { instance, render: renderer.render, readYaml });
      if ('reason' in made) return undefined;
      const found = versionOf({
        namespace: instance.metadata.namespace ?? '',
        name: made.wanted.spec.operatorVersion.name ?? '',
      });
      return found === undefined ? undefined : { instance: made.wanted, version: found };
    },
  };
}

/** Names of what pipes make depend on the plan. */
function withPlan(instance: KudoInstance, planName: string): KudoInstance {
  return {
    ...instance,
    spec: { ...instance.spec, planExecution: { ...instance.spec.planExecution, planName } },
  };
}

/** In a version that the cluster has, where there is one. */
function asServed(resourceOf: ForeseeWorld['resourceOf'], object: KubeObject): KubeObject {
  if (resourceOf(object.apiVersion, object.kind) !== undefined) return object;
  return movedObject(object)?.object ?? object;
}
