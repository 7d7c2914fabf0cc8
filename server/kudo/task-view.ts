/**
 * The cluster as tasks see it during one decision. Looking is synchronous, and what has not been looked up yet is not there:
 * then the decision is thrown away, and made again once it is known.
 */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { isTaken } from '#lib/kudo/admission/late.ts';
import { readInstance } from '#lib/kudo/api/parse.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import type { ObjectAt } from '#lib/kudo/plan/decision.ts';
import { placeKey } from '#lib/kudo/tasks/world.ts';
import { inParallel } from '#server/install/limiter.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { Sight } from './decision.ts';
import { instanceMemory, type KudoWorld } from './kudo-world.ts';
import type { PlannerAnswer, PlannerQuestion } from './planner/messages.ts';

interface Lookup {
  resource: Resource;
  ref: ObjectRef;
}

/** A task may name thousands of objects, and each request that waits has a connection. */
const LOOKUPS_AT_ONCE = 16;

/** For one run about an instance: what was looked up stays known until it is written. */
export class TaskView {
  readonly #world: KudoWorld;
  readonly #signal: AbortSignal;
  /** What the labels do not tell, as it was asked for. */
  readonly #found = new Map<string, KubeObject | undefined>();
  #unknown = new Map<string, Lookup>();
  #asksForTypes = false;
  #hasTypes = false;

  constructor(world: KudoWorld, signal: AbortSignal) {
    this.#world = world;
    this.#signal = signal;
  }

  /** Something was looked at of whose changes nobody tells. */
  get isBlind(): boolean {
    return [...this.#found.values()].some((object) => object !== undefined);
  }

  /** Of the tasks of the instance with this key. */
  sight(key: string): Sight {
    const { refusals, outputs } = instanceMemory(this.#world, key);
    return {
      find: (at) => this.#find(at),
      scopeOf: (apiVersion, kind) => {
        const resource = this.#type(apiVersion, kind);
        return resource && (resource.namespaced ? 'namespaced' : 'cluster');
      },
      refusal: (at) => refusals.get(placeKey(at)),
      output: (at) => outputs.get(placeKey(at)),
    };
  }

  /** The same for tasks in another thread. Rejects with KubeError. */
  async answer(question: PlannerQuestion): Promise<PlannerAnswer> {
    if (question.kind !== 'places') throw new Error('tasks ask for places');
    const { places, unserved } = question;
    this.#asksForTypes ||= unserved;
    const look = (): (readonly [string, KubeObject | undefined])[] =>
      places.map((at) => [placeKey(at), this.#find(at)]);
    for (;;) {
      const found = look();
      if (!(await this.learn())) return { kind: 'places', found, types: this.#world.types.list() };
    }
  }

  /** They were written. */
  forget(places: readonly ObjectAt[]): void {
    for (const place of places) this.#found.delete(placeKey(place));
  }

  #type(apiVersion: string, kind: string): Resource | undefined {
    const resource = this.#world.types.resourceOf(apiVersion, kind);
    if (resource === undefined && !this.#hasTypes) this.#asksForTypes = true;
    return resource;
  }

  #find(at: ObjectAt): KubeObject | undefined {
    const resource = this.#type(at.apiVersion, at.kind);
    if (resource === undefined) return undefined;
    const { namespace = '', name } = at;
    const ref = resource.namespaced ? { namespace, name } : { name };
    if (isInstances(resource)) return this.#child(ref);
    const { objects } = this.#world;
    const known = objects.isLive(resource) ? objects.get(resource, ref) : undefined;
    const key = placeKey(at);
    if (known !== undefined || this.#found.has(key)) return known ?? this.#found.get(key);
    this.#unknown.set(key, { resource, ref });
    return undefined;
  }

  /** One whose change nobody has taken yet is not done, whatever its last plan came to. */
  #child(ref: ObjectRef): KubeObject | undefined {
    const object = this.#world.instances.get(ref);
    const read = object === undefined ? undefined : readInstance(object);
    if (read === undefined || !('value' in read) || isTaken(read.value)) return object;
    const planExecution = { planName: 'that it is to run', ...read.value.spec.planExecution };
    return { ...read.value, spec: { ...read.value.spec, planExecution } };
  }

  /** Looks up what was asked for; false where nothing was. Rejects with KubeError. */
  async learn(): Promise<boolean> {
    if (this.#asksForTypes && !this.#hasTypes) {
      this.#asksForTypes = false;
      this.#hasTypes = true;
      await this.#world.types.refresh();
      return true;
    }
    const unknown = [...this.#unknown];
    this.#unknown = new Map();
    await inParallel(LOOKUPS_AT_ONCE, unknown, ([key, lookup]) => this.#lookUp(key, lookup));
    return unknown.length > 0;
  }

  async #lookUp(key: string, { resource, ref }: Lookup): Promise<void> {
    const { client, objects } = this.#world;
    await objects.follow(resource);
    if (objects.isLive(resource) && objects.get(resource, ref) !== undefined) return;
    try {
      this.#found.set(key, await client.get(resource, ref, { signal: this.#signal }));
    } catch (error) {
      if (!isKubeError(error, 'notFound')) throw error;
      this.#found.set(key, undefined);
    }
  }
}

function isInstances({ group, plural }: Resource): boolean {
  return group === kudoResources.instances.group && plural === kudoResources.instances.plural;
}
