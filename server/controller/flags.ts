/** Command line of the controller. */
import { parseArgs } from 'node:util';
import { z } from 'zod';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, 'is not a valid Kubernetes name');
const port = z.coerce
  .number('is not a port')
  .int('is not a port')
  .min(0, 'is not a port')
  .max(65_535, 'is not a port');
const seconds = z.coerce
  .number('is not a number of seconds')
  .min(0, 'is not a number of seconds')
  .max(86_400, 'is more than a day');
const units = new Map([
  ['Mi', 1024 ** 2],
  ['Gi', 1024 ** 3],
  ['Ti', 1024 ** 4],
]);
const size = z
  .string()
  .regex(/^[1-9]\d{0,5}(Mi|Gi|Ti)$/, 'is not a size such as 8Gi')
  .transform((text) => Number.parseInt(text, 10) * (units.get(text.slice(-2)) ?? 1));
const catalog = z
  .string()
  .regex(/^[^=]+=.+$/, 'must look like NAME=DIR')
  .transform((text) => ({
    name: text.slice(0, text.indexOf('=')),
    directory: text.slice(text.indexOf('=') + 1),
  }))
  .pipe(z.object({ name, directory: z.string() }));

/** What the command line may say, with the defaults. Names as they are typed, without `--`. */
export const Flags = z.object({
  kubeconfig: z.string().min(1, 'needs a file').optional(),
  context: z.string().min(1, 'needs a name').optional(),
  'in-cluster': z.boolean().default(false),
  catalog: z.array(catalog).default([]),
  namespace: name.optional(),
  'cache-dir': z.string().min(1, 'needs a folder').optional(),
  'cache-limit': size.optional(),
  host: z.string().min(1, 'needs an address').default('127.0.0.1'),
  'console-secrets': z.boolean().default(false),
  'allow-loopback-sources': z.boolean().default(false),
  'allow-private-sources': z.boolean().default(false),
  'no-private-sources': z.boolean().default(false),
  'catalog-namespace': z.array(name).default([]),
  'source-host': z.array(z.string().min(1, 'needs a host')).default([]),
  'source-ca': z.string().min(1, 'needs a file').optional(),
  'insecure-registry': z.array(z.string().min(1, 'needs a host')).default([]),
  'ignore-other-olm': z.boolean().default(false),
  'whole-namespace-resolution': z.boolean().default(false),
  'leave-out-unserved': z.boolean().default(false),
  kudo: z.boolean().default(false),
  'kudo-trust-authors': z.boolean().default(false),
  'kudo-webhook': z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'is no host name')
    .optional(),
  'kudo-webhook-port': port.default(0),
  scope: z.enum(['cluster', 'namespaces'], 'is cluster or namespaces').default('cluster'),
  port: port.default(0),
  'catalog-service-port': port.default(9010),
  'package-manifests': z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/i, 'is not a host name')
    .optional(),
  'package-manifests-port': port.default(0),
  'stall-limit': seconds.default(30),
  help: z.boolean().default(false),
});
/** A command line that was checked. */
export type GivenFlags = z.infer<typeof Flags>;
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

/** The arguments behind node and script, defaults filled in. @throws FlagError that names each wrong flag */
export function parseFlags(args: readonly string[]): GivenFlags {
  let values: unknown;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      options: OPTIONS,
    }));
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
  const parsed = Flags.safeParse(values);
  if (!parsed.success) {
    throw new FlagError(
      parsed.error.issues.map((issue) => `--${String(issue.path[0])}: ${issue.message}`).join('\n'),
    );
  }
  const names = parsed.data.catalog.map((entry) => entry.name);
  const twice = names.find((entry, index) => names.indexOf(entry) !== index);
  if (twice !== undefined) throw new FlagError(`--catalog: ${twice} is given twice`);
  const { kudo, scope, 'kudo-trust-authors': trusts, 'kudo-webhook': webhook } = parsed.data;
  if (kudo && scope === 'namespaces')
    throw new FlagError(
      "--kudo: plans run with the controller's rights, of which it has few with --scope namespaces; leave out one of them",
    );
  if (kudo && !trusts && webhook === undefined)
    throw new FlagError(
      "--kudo: plans run with the controller's rights, whoever may write Instances; have authors' rights checked with --kudo-webhook, or say --kudo-trust-authors where all of them are trusted with these",
    );
  return parsed.data;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** The service answers for all catalogs: who may see which is decided by the console alone. @throws FlagError */
export function requireSecret({ host }: Pick<Flags, 'host'>, secret: string | undefined): void {
  if (LOOPBACK.has(host) || (secret ?? '') !== '') return;
  throw new FlagError(
    `--host: ${host} can be reached by others, and the catalog service has no secret. Set CAPSTAN_CATALOG_SECRET, or use --console-secrets`,
  );
}
