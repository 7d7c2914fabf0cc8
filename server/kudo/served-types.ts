/** Which resource types the API server has, by the kinds that templates name. */
import { at, items } from '#lib/base/loose.ts';
import { apiVersionOf, parseApiVersion, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import { crdFacts } from '#lib/olm/plan/crd.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import type { DiscoveredResource, KubeClient } from '#server/kube/types.ts';
import type { TypeList } from './planner/messages.ts';

/** Asked again no sooner: what no server has is asked for in every pass. */
const KEPT_MS = 10_000;

/** Discovery, and definitions that are established before discovery knows of them. */
export class ServedTypes {
  readonly #client: Pick<KubeClient, 'discover'>;
  readonly #definitions: () => readonly KubeObject[];
  #known = new Map<string, DiscoveredResource>();
  #askedAt = -Infinity;

  constructor(client: Pick<KubeClient, 'discover'>, definitions: () => readonly KubeObject[]) {
    this.#client = client;
    this.#definitions = definitions;
  }

  /** The type; undefined where nobody serves it, as far as is known. */
  resourceOf(apiVersion: string, kind: string): Resource | undefined {
    const known = this.#known.get(`${apiVersion}/${kind}`);
    if (known !== undefined) return known;
    const { group, version } = parseApiVersion(apiVersion);
    const crd = this.#definitions().find((object) => {
      const facts = crdFacts(object);
      const isOf = facts?.group === group && facts.kind === kind && facts.established;
      return isOf && facts.servedVersions.includes(version);
    });
    return crd === undefined ? undefined : definedResource(crd, { group, version, kind });
  }

  /** All of them, for a thread that cannot ask. */
  list(): TypeList {
    const defined = this.#definitions().flatMap((crd) => {
      const [group, kind] = [at(crd, 'spec', 'group'), at(crd, 'spec', 'names', 'kind')].map(String);
      const versions = items(at(crd, 'spec', 'versions')).map(
        (version) => `${group ?? ''}/${String(at(version, 'name'))}`,
      );
      return versions
        .filter((apiVersion) => !this.#known.has(`${apiVersion}/${kind ?? ''}`))
        .map(
          (apiVersion) => [`${apiVersion}/${kind ?? ''}`, this.resourceOf(apiVersion, kind ?? '')] as const,
        );
    });
    return [...defined, ...this.#known].flatMap(([key, type]) => {
      if (type === undefined) return [];
      const { group, plural, namespaced } = type;
      return [[key, { group, plural, namespaced }] as const];
    });
  }

  /** Types of the cluster whose objects can be found and deleted. */
  ofCluster(): Resource[] {
    const wanted = ['list', 'delete'];
    const found = [...this.#known.values()].filter(
      ({ namespaced, verbs }) => !namespaced && wanted.every((verb) => verbs.includes(verb)),
    );
    // The preferred version of a group comes first, and all versions show the same objects.
    return [...Map.groupBy(found, ({ group, plural }) => `${group}/${plural}`).values()].flatMap((all) =>
      all.slice(0, 1),
    );
  }

  /** Asks the API server again, unless it was asked just now. Rejects with KubeError. */
  async refresh(): Promise<void> {
    const now = monotonicClock.now();
    if (now - this.#askedAt < KEPT_MS) return;
    const found = await this.#client.discover();
    this.#askedAt = now;
    this.#known = new Map(found.map((one) => [`${apiVersionOf(one)}/${one.kind}`, one]));
  }
}

function definedResource(
  crd: KubeObject,
  { group, version, kind }: { group: string; version: string; kind: string },
): Resource | undefined {
  const plural = at(crd, 'spec', 'names', 'plural');
  if (typeof plural !== 'string') return undefined;
  return { group, version, plural, kind, namespaced: at(crd, 'spec', 'scope') === 'Namespaced' };
}
