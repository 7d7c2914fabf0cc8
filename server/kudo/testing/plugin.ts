/**
 * What KUDO's own plugin for kubectl (`kubectl kudo` 0.19) sends and reads, without the plugin: the same requests, bodies as
 * its structs are written by Go, and what it makes of the answers. Facts: its client, and KUDO 2-9, 36, 70.
 */
import { randomUUID } from 'node:crypto';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { KUDO_API_VERSION } from '#lib/kudo/api/types.ts';
import type { packageFamily } from '#lib/kudo/package/family.ts';
import { eventually } from '#local/testing/eventually.ts';
import type { RawApi } from '#local/testing/raw-api.ts';

type Family = Extract<ReturnType<typeof packageFamily>, { members: unknown }>;

/** What it was refused, as it prints it. */
class PluginError extends Error {
  override readonly name = 'PluginError';
}

interface PluginInstall {
  instance: string;
  parameters?: Readonly<Record<string, string>>;
}

/** Somebody who uses it in one namespace. */
export class KudoPlugin {
  readonly #api: RawApi;
  readonly #namespace: string;

  constructor(api: RawApi, namespace: string) {
    this.#api = api;
    this.#namespace = namespace;
  }

  /** `kubectl kudo install PACKAGE --instance NAME -p … --wait`. */
  async install(family: Family, { instance, parameters }: PluginInstall): Promise<void> {
    const [root] = family.members.slice(-1);
    if (root === undefined) throw new Error('a package without operators');
    const operator = root.operator.metadata.name;
    const there = items(
      at(await this.#get('instances', `?labelSelector=kudo.dev%2Foperator%3D${operator}`), 'items'),
    );
    if (there.some((one) => at(one, 'metadata', 'name') === instance))
      throw new PluginError(`cannot install instance '${instance}': it exists already`);
    await this.#bring(family);
    await this.#send('POST', 'instances', {
      kind: 'Instance',
      apiVersion: KUDO_API_VERSION,
      metadata: goMetadata(instance, this.#namespace, { 'kudo.dev/operator': operator }),
      spec: {
        operatorVersion: { name: root.version.metadata.name },
        ...(parameters === undefined ? {} : { parameters }),
        planExecution: {},
      },
      status: {},
    });
    await this.#untilDone(instance);
  }

  /** `update --instance NAME -p …`. */
  update(instance: string, parameters: Readonly<Record<string, string>>): Promise<void> {
    return this.#patch(instance, { operatorVersion: {}, parameters, planExecution: {} });
  }

  /** `upgrade PACKAGE --instance NAME`. */
  async upgrade(family: Family, instance: string): Promise<void> {
    await this.#bring(family);
    const name = family.members.at(-1)?.version.metadata.name;
    await this.#patch(instance, { operatorVersion: { name }, planExecution: {} });
  }

  /** `plan trigger --instance NAME --name PLAN`. */
  trigger(instance: string, planName: string): Promise<void> {
    return this.#patch(instance, { operatorVersion: {}, planExecution: { planName, uid: randomUUID() } });
  }

  /** `plan status --instance NAME`: a line for each plan of the version, phase and step. */
  async planStatus(instance: string): Promise<string[]> {
    const found = await this.#get(`instances/${instance}`);
    const version = await this.#get(
      `operatorversions/${String(at(found, 'spec', 'operatorVersion', 'name'))}`,
    );
    const plans = (at(version, 'spec', 'plans') ?? {}) as Record<string, unknown>;
    return Object.keys(plans)
      .sort()
      .flatMap((plan) => {
        const told = at(found, 'status', 'planStatus', plan);
        const phases = items(at(told, 'phases'));
        return [
          `Plan ${plan} [${wordOf(told)}]`,
          ...phases.flatMap((phase) => [
            `  Phase ${String(at(phase, 'name'))} [${wordOf(phase)}]`,
            ...items(at(phase, 'steps')).map(
              (step) => `    Step ${String(at(step, 'name'))} [${wordOf(step)}]`,
            ),
          ]),
        ];
      });
  }

  /** `uninstall --instance NAME --wait`. */
  async uninstall(instance: string): Promise<void> {
    await this.#get(`instances/${instance}`);
    await this.#send('DELETE', `instances/${instance}`, { propagationPolicy: 'Background' });
    await eventually(async () => {
      const { status } = await this.#api.request('GET', this.#path(`instances/${instance}`));
      if (status !== 404) throw new Error(`instance ${instance} is still there`);
    });
  }

  /** Operators and versions that are not there yet, as its structs are written. */
  async #bring({ members }: Family): Promise<void> {
    for (const { operator, version } of members) {
      const name = operator.metadata.name;
      const { status } = await this.#api.request('GET', this.#path(`operators/${name}`));
      if (status === 404) await this.#send('POST', 'operators', this.#asGo(operator));
      const { items: known } = (await this.#get('operatorversions')) as { items: unknown[] };
      const has = known.some(
        (one) =>
          at(one, 'spec', 'operator', 'name') === name && at(one, 'spec', 'version') === version.spec.version,
      );
      if (!has) await this.#send('POST', 'operatorversions', this.#asGo(version));
    }
  }

  #asGo(object: KubeObject): object {
    const plain = JSON.parse(JSON.stringify(object)) as KubeObject;
    const metadata = goMetadata(object.metadata.name, this.#namespace);
    return { ...plain, metadata: { ...plain.metadata, ...metadata }, status: {} };
  }

  async #patch(instance: string, spec: object): Promise<void> {
    const before = await this.#get(`instances/${instance}`);
    await this.#send('PATCH', `instances/${instance}`, { spec });
    await this.#untilDone(instance, before);
  }

  /** Its `--wait`: some plan has another uid than before, and the one that ran last is complete. */
  async #untilDone(instance: string, before?: unknown): Promise<void> {
    await eventually(
      async () => {
        const plans = plansOf(await this.#get(`instances/${instance}`));
        const isSame = Object.entries(plansOf(before)).every(
          ([name, was]) => at(was, 'uid') === at(plans[name], 'uid'),
        );
        if (before !== undefined && isSame) throw new Error('no plan has begun');
        const last = lastExecuted(Object.values(plans));
        if (at(last, 'status') !== 'COMPLETE') throw new Error(`not complete: ${JSON.stringify(plans)}`);
      },
      { timeoutMs: 60_000 },
    );
  }

  #get(what: string, query = ''): Promise<unknown> {
    return this.#send('GET', `${what}${query}`);
  }

  async #send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', what: string, body?: object): Promise<unknown> {
    const answer = await this.#api.request(method, this.#path(what), body);
    if (answer.status >= 300) throw new PluginError(String(at(answer.body, 'message')));
    return answer.body;
  }

  #path(what: string): string {
    return `/apis/${KUDO_API_VERSION}/namespaces/${this.#namespace}/${what}`;
  }
}

/** An ObjectMeta of Go says that it was never created. */
function goMetadata(name: string, namespace: string, labels?: Readonly<Record<string, string>>): object {
  return { name, namespace, creationTimestamp: null, ...(labels === undefined ? {} : { labels }) };
}

function plansOf(instance: unknown): Record<string, unknown> {
  return (at(instance, 'status', 'planStatus') ?? {}) as Record<string, unknown>;
}

/** The one that runs, else the one with the latest time. */
function lastExecuted(plans: readonly unknown[]): unknown {
  const isRunning = (plan: unknown): boolean =>
    ['IN_PROGRESS', 'PENDING', 'ERROR'].includes(String(at(plan, 'status')));
  const time = (plan: unknown): number => Date.parse(String(at(plan, 'lastUpdatedTimestamp')));
  const ran = plans.filter((plan) => at(plan, 'status') !== 'NEVER_RUN');
  return ran.find(isRunning) ?? [...ran].sort((a, b) => time(b) - time(a))[0];
}

function wordOf(told: unknown): string {
  const status = at(told, 'status');
  return typeof status === 'string' ? status : 'NOT ACTIVE';
}
