/** Where operators are installed: a cluster of its own, catalogs, a controller, and somebody who asks for things. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { startTestCluster, type TestCluster } from './cluster.ts';
import { startController, type ControllerProcess } from './controller.ts';
import { controllerIdentity, DECLARATIVE, failOnRefusal, NAMESPACES_ONLY } from './deploy/account.ts';
import { bench, type Bench } from './installs.ts';
import type { Identity } from '../runner/identity.ts';

export interface OperatorsOptions {
  /** Directories by the name of their CatalogSource. */
  catalogs: Readonly<Record<string, string>>;
  /** Of the controller. */
  namespace?: string;
  /** More of the controller's command line. */
  flags?: readonly string[];
  /** Of the controller's Node. */
  nodeFlags?: readonly string[];
  /** Whether controllers find what those before them have read. */
  keepsCache?: boolean;
  /** Requests that the test has refused to the controller on purpose, as the audit log has them. */
  refused?: RegExp;
  /** With which rights controllers run: by default with those that the manifests give, as in a cluster. */
  as?: 'deployed' | 'administrator';
}

export interface Operators extends AsyncDisposable {
  readonly cluster: TestCluster;
  /** With the rights of an administrator. */
  readonly user: Bench;
  /** The one that was started last. */
  readonly controller: ControllerProcess;
  /** What controllers have read, where they keep it. */
  readonly cache: string | undefined;
  /** Starts another controller after the one before was killed or stopped; as that was, but for what is given. */
  start(other?: Pick<Partial<OperatorsOptions>, 'catalogs' | 'flags'>): Promise<ControllerProcess>;
}

/**
 * Two controllers would compete for everything in a cluster, so each test file has its own. Ends all that it has begun, in
 * turn, when it is disposed of or cannot be made whole.
 */
export async function startOperators(options: OperatorsOptions): Promise<Operators> {
  await using begun = new AsyncDisposableStack();
  const cache = options.keepsCache === true ? await mkdtemp(join(tmpdir(), 'capstan-cache-')) : undefined;
  if (cache !== undefined) begun.defer(() => rm(cache, { recursive: true, force: true }));
  const cluster = begun.use(await startTestCluster());
  if (options.as !== 'administrator') begun.defer(() => failOnRefusal(cluster, options.refused));
  const controllers = begun.use(new AsyncDisposableStack());
  const account =
    options.as === 'administrator'
      ? undefined
      : begun.adopt(await identity(cluster, options), (one) => one.close());
  const start: Operators['start'] = async (other = {}) =>
    controllers.use(
      await startController({
        kubeconfig: account?.kubeconfig ?? cluster.kubeconfig,
        catalogs: options.catalogs,
        ...optional({
          namespace: options.namespace,
          flags: options.flags,
          nodeFlags: options.nodeFlags,
          cache,
        }),
        ...other,
      }),
    );
  let controller = await start();
  const all = begun.move();
  return {
    cluster,
    cache,
    user: bench(cluster.kubeconfig),
    get controller() {
      return controller;
    },
    start: async (other) => {
      controller = await start(other);
      return controller;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** By the flag that wants other rights. */
const MANIFESTS: Readonly<Record<string, string>> = {
  'package-manifests': 'golden/package-manifests.yaml',
  scope: NAMESPACES_ONLY,
  kudo: DECLARATIVE,
};

function identity(
  { kubeconfig }: TestCluster,
  { namespace, flags = [] }: OperatorsOptions,
): Promise<Identity> {
  const more = Object.keys(MANIFESTS).find((name) => flags.includes(`--${name}`)) ?? '';
  return controllerIdentity(kubeconfig, {
    file: MANIFESTS[more] ?? 'install.yaml',
    ...optional({ namespace }),
  });
}
