/** Command line of the controller. */
import { parseArgs } from 'node:util';
import { optional } from '#lib/base/loose.ts';

/** What the command line may say, with the defaults. Names as they are typed, without `--`. */
export interface GivenFlags {
  kubeconfig?: string;
  context?: string;
  'in-cluster': boolean;
  catalog: { name: string; directory: string }[];
  namespace?: string;
  'cache-dir'?: string;
  /** In bytes. */
  'cache-limit'?: number;
  host: string;
  'console-secrets': boolean;
  'allow-loopback-sources': boolean;
  'allow-private-sources': boolean;
  'no-private-sources': boolean;
  'catalog-namespace': string[];
  'source-host': string[];
  'source-ca'?: string;
  'insecure-registry': string[];
  'ignore-other-olm': boolean;
  'whole-namespace-resolution': boolean;
  'leave-out-unserved': boolean;
  'served-image': string[];
  kudo: boolean;
  'kudo-trust-authors': boolean;
  'kudo-webhook'?: string;
  'kudo-webhook-port': number;
  scope: 'cluster' | 'namespaces';
  port: number;
  'catalog-service-port': number;
  'package-manifests'?: string;
  'package-manifests-port': number;
  /** In seconds. */
  'stall-limit': number;
  help: boolean;
}
/** The same with the namespace that it works in, wherever that is known from. */
export type Flags = GivenFlags & { namespace: string };

/** What `--help` prints. */
export const USAGE = `Usage: npm run controller -- [options]

Installs operators: reconciles Subscriptions, InstallPlans, ClusterServiceVersions, OperatorGroups and CatalogSources
of operators.coreos.com on one cluster. It installs its own definitions, reads the catalogs of all CatalogSources, and
offers directories as catalogs.

  --kubeconfig FILE           cluster to work on (default: KUBECONFIG, ~/.kube/config)
  --context NAME              context of the kubeconfig
  --in-cluster                use the ServiceAccount of the pod it runs in
  --catalog NAME=DIR          offer a directory as CatalogSource NAME; may be repeated
  --namespace NAME            namespace of the controller and of its catalogs (default: that of the pod with --in-cluster, else
                              capstan-system)
  --cache-dir DIR             keeps what was read of catalogs; may be deleted at any time (default: a folder for each
                              cluster in the user's cache folder)
  --cache-limit SIZE          what is kept there takes no more, such as 8Gi (default: 12.5Gi). What is being fetched comes
                              on top of it for that time
  --allow-loopback-sources    CatalogSources may name addresses of this machine; never in a cluster
  --allow-private-sources     outside the cluster: CatalogSources may name addresses of private networks. They are those
                              of the machine that the controller runs on
  --no-private-sources        in the cluster: CatalogSources may not name addresses of private networks, where the
                              cluster's own are
  --catalog-namespace NAME    only CatalogSources of this namespace, and of the controller's own, are read; may be repeated.
                              Without it every namespace may have catalogs: see "Say who can do what" in README.md
  --source-host HOST          CatalogSources may name only such hosts: quay.io, registry.example:5000, *.example.com;
                              may be repeated
  --source-ca FILE            PEM of authorities to trust, besides those of the system, when reading catalogs
  --insecure-registry HOST    access this registry without TLS (repeatable)
  --ignore-other-olm          reconcile although OLM runs in the cluster. Without it the controller stands aside while a
                              Deployment olm-operator or catalog-operator is there, in whatever namespace, whose
                              ServiceAccount may write the status of all CSVs
  --whole-namespace-resolution
                              resolve all Subscriptions of a namespace together, or none of them, as OLM does: one that
                              cannot be resolved, or a catalog that cannot be read, stops the namespace. By default it
                              stops only what depends on it. For one namespace: annotation
                              capstan.dev/resolution-scope: namespace on its OperatorGroup
  --leave-out-unserved        do not install webhooks of Deployments behind which no process of this machine stands, and
                              name them: for clusters of npm start, whose pods run nothing
  --served-image IMAGE        behind pods with a container of exactly this image stands a process (repeatable)
  --kudo                      also run declarative operators: reconcile Instances of kudo.dev, and install their definitions.
                              The engine stays off while KUDO itself is in the cluster
  --kudo-webhook HOST         ask before an Instance is written: which plan it runs, and whether its author has the rights that
                              the plan takes. The API server finds this process at HOST, such as localhost; "service": in
                              the cluster, by the Service capstan-instances of its namespace, also with several replicas.
                              While no controller runs, nobody writes Instances
  --kudo-webhook-port N       port of that (default: 0, any free port)
  --kudo-trust-authors        what plans make is made with the rights of the controller, whoever wrote the Instance, as in
                              KUDO. --kudo needs this or --kudo-webhook
  --scope cluster|namespaces  namespaces: install only where the OperatorGroup names a ServiceAccount, with its rights; so the
                              controller needs few of its own, but may ask for tokens of these accounts (default: cluster)
  --host ADDRESS              address that health, metrics and the catalog service listen on (default: 127.0.0.1). Any but a
                              loopback address needs a secret for the catalog service
  --port N                    port of health and metrics (default: 0, any free port)
  --catalog-service-port N    port of the catalog service (default: 9010; 0: any free port)
  --console-secrets           make the Secrets that the console mounts, when they are missing: capstan-session, with the key
                              that seals sessions, and capstan-catalog, with the secret of the catalog service
  --package-manifests HOST    also serve the catalogs as PackageManifests (kubectl get packagemanifests), as an API of
                              the cluster whose API server finds this process at HOST; "service": in the cluster,
                              by a Service of its own. Off by default: nothing of Capstan needs it
  --package-manifests-port N  port of that (default: 0, any free port)
  --stall-limit SECONDS       end the process once its event loop has stood still for so long, so that it can be started
                              again (default: 30; 0: never, as for debugging)
  --help                      this text

Environment: CAPSTAN_CATALOG_SECRET (shared with the console), KUBECONFIG.
`;

/** A wrong command line; the message names the flag. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
}

const text = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const yes = { type: 'boolean' } as const;

const OPTIONS = {
  kubeconfig: text,
  context: text,
  'in-cluster': yes,
  catalog: many,
  namespace: text,
  'cache-dir': text,
  'cache-limit': text,
  host: text,
  'console-secrets': yes,
  'allow-loopback-sources': yes,
  'allow-private-sources': yes,
  'no-private-sources': yes,
  'catalog-namespace': many,
  'source-host': many,
  'source-ca': text,
  'insecure-registry': many,
  'ignore-other-olm': yes,
  'whole-namespace-resolution': yes,
  'leave-out-unserved': yes,
  'served-image': many,
  kudo: yes,
  'kudo-trust-authors': yes,
  'kudo-webhook': text,
  'kudo-webhook-port': text,
  scope: text,
  port: text,
  'catalog-service-port': text,
  'package-manifests': text,
  'package-manifests-port': text,
  'stall-limit': text,
  help: yes,
} as const;

class Fault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

type Reader = (text: string) => unknown;

const matching =
  (pattern: RegExp, fault: string): Reader =>
  (given) =>
    pattern.test(given) ? given : new Fault(fault);
const needed = (what: string): Reader => matching(/[^]/, `needs ${what}`);
const name = matching(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, 'is not a valid Kubernetes name');
const port: Reader = (given) => {
  const number = Number(given);
  return Number.isInteger(number) && number >= 0 && number <= 65_535 ? number : new Fault('is not a port');
};
const seconds: Reader = (given) => {
  const number = Number(given);
  if (!(number >= 0)) return new Fault('is not a number of seconds');
  return number > 86_400 ? new Fault('is more than a day') : number;
};
const UNITS = new Map([
  ['Mi', 1024 ** 2],
  ['Gi', 1024 ** 3],
  ['Ti', 1024 ** 4],
]);
const size: Reader = (given) =>
  /^[1-9]\d{0,5}(Mi|Gi|Ti)$/.test(given)
    ? Number.parseInt(given, 10) * (UNITS.get(given.slice(-2)) ?? 1)
    : new Fault('is not a size such as 8Gi');
const catalog: Reader = (given) => {
  const [, named = '', directory = ''] = /^([^=]+)=([^]+)$/.exec(given) ?? [];
  if (named === '') return new Fault('must look like NAME=DIR');
  const read = name(named);
  return read instanceof Fault ? read : { name: named, directory };
};

/** By hand: the catalog service answers before anything that could do it is loaded. */
const READERS: Readonly<Record<string, Reader>> = {
  kubeconfig: needed('a file'),
  context: needed('a name'),
  catalog,
  namespace: name,
  'cache-dir': needed('a folder'),
  'cache-limit': size,
  host: needed('an address'),
  'catalog-namespace': name,
  'source-host': needed('a host'),
  'source-ca': needed('a file'),
  'insecure-registry': needed('a host'),
  'served-image': matching(/^\S+$/, 'needs the name of an image'),
  'kudo-webhook': matching(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'is no host name'),
  'kudo-webhook-port': port,
  scope: matching(/^(cluster|namespaces)$/, 'is cluster or namespaces'),
  port,
  'catalog-service-port': port,
  'package-manifests': matching(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/i, 'is not a host name'),
  'package-manifests-port': port,
  'stall-limit': seconds,
};

/** Of what takes a value; of what is said or not: not. */
function defaults(): Partial<GivenFlags> {
  const unsaid = Object.entries(OPTIONS).flatMap(([flag, { type }]) =>
    type === 'boolean' ? [[flag, false]] : [],
  );
  return {
    ...(Object.fromEntries(unsaid) as Partial<GivenFlags>),
    ...{ catalog: [], 'catalog-namespace': [], 'source-host': [], 'insecure-registry': [] },
    'served-image': [],
    ...{ host: '127.0.0.1', scope: 'cluster' },
    ...{ 'kudo-webhook-port': 0, port: 0, 'package-manifests-port': 0 },
    ...{ 'catalog-service-port': 9010, 'stall-limit': 30 },
  };
}

/** The arguments behind node and script, defaults filled in. @throws FlagError that names each wrong flag */
export function parseFlags(args: readonly string[]): GivenFlags {
  let values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      options: OPTIONS,
    }));
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
  const flags = checked(values);
  const names = flags.catalog.map((entry) => entry.name);
  const twice = names.find((entry, index) => names.indexOf(entry) !== index);
  if (twice !== undefined) throw new FlagError(`--catalog: ${twice} is given twice`);
  const { kudo, scope, 'kudo-trust-authors': trusts, 'kudo-webhook': webhook } = flags;
  if (kudo && scope === 'namespaces')
    throw new FlagError(
      "--kudo: plans run with the controller's rights, of which it has few with --scope namespaces; leave out one of them",
    );
  if (kudo && !trusts && webhook === undefined)
    throw new FlagError(
      "--kudo: plans run with the controller's rights, whoever may write Instances; have authors' rights checked with --kudo-webhook, or say --kudo-trust-authors where all of them are trusted with these",
    );
  return flags;
}

/** @throws FlagError that names each wrong flag */
function checked(values: Readonly<Record<string, unknown>>): GivenFlags {
  const faults: string[] = [];
  const read = (flag: string, given: unknown): unknown => {
    if (typeof given !== 'string') return given;
    const value = READERS[flag]?.(given) ?? given;
    if (value instanceof Fault) faults.push(`--${flag}: ${value.message}`);
    return value;
  };
  const entries = Object.entries(values).map(([flag, given]): [string, unknown] => [
    flag,
    Array.isArray(given) ? given.map((one) => read(flag, one)) : read(flag, given),
  ]);
  if (faults.length > 0) throw new FlagError(faults.join('\n'));
  // Which flags there are, and whether they take a text, is what OPTIONS says.
  return { ...defaults(), ...optional(Object.fromEntries(entries)) } as GivenFlags;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** The service answers for all catalogs: who may see which is decided by the console alone. @throws FlagError */
export function requireSecret({ host }: Pick<Flags, 'host'>, secret: string | undefined): void {
  if (LOOPBACK.has(host) || (secret ?? '') !== '') return;
  throw new FlagError(
    `--host: ${host} can be reached by others, and the catalog service has no secret. Set CAPSTAN_CATALOG_SECRET, or use --console-secrets`,
  );
}
