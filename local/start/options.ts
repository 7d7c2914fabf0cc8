/** The command line of `npm start`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { optional } from '#lib/base/loose.ts';
import { isLoopbackName, notLoopbackName } from '#lib/host-name.ts';
import { checkClusterName } from '../cluster/paths.ts';
import { checkMirror } from '../cluster/releases.ts';
import type { Catalog } from './stack.ts';

export const usage = `Starts Capstan on a Kubernetes cluster of its own on this machine, and prints the address to open.

Usage: npm start -- [options]

  --port N             port of the console (default: PORT, then 9000)
  --catalog NAME=DIR   add a directory as a catalog (repeatable)
  --host-name NAME     name in the address that it prints: NAME.localhost, localhost or 127.0.0.1 (default: one of
                       its own, so that the session goes to no other server of this machine; for browsers that
                       cannot find such names: localhost)
  --mirror URL         where to fetch the programs of Kubernetes from the first time, instead of their publishers'
                       hosts; it has each file under the host and path of the original (default: CAPSTAN_MIRROR)
  --no-upstream        never build and run operators of others, of which there is a fixed table: their pods stay
                       simulated, as those of all other operators are
  --name NAME          which local cluster to use (default: capstan)
  --gitops             GitOps mode: give out YAML to commit instead of changing the cluster
  --read-only          read-only mode: turn off changes in the console
  --verbose            show what the processes log
  --help               this text

To look at a cluster of yours instead (nothing is installed or changed there unless you ask for it):

  --context NAME       context of your kubeconfig
  --kubeconfig FILE    kubeconfig to use (default: KUBECONFIG, then ~/.kube/config)

A process that ends by itself, of Capstan or of its cluster, is started again, and a line says so;
one that ends at once over and over ends all of it.
Ctrl-C stops everything it started. The local cluster keeps its data; "npm run cluster -- down" removes it.
`;

export interface LocalOptions {
  readonly kind: 'local';
  readonly name: string;
  readonly port: number;
  readonly catalogs: readonly Catalog[];
  readonly verbose: boolean;
  /** For the console as they are. */
  readonly restrictions: readonly string[];
  readonly hostName?: string;
  /** Where the programs of Kubernetes are fetched from. */
  readonly mirror?: string;
  /** Whether operators of others are built and run. */
  readonly upstream: boolean;
}

export interface RemoteOptions {
  readonly kind: 'remote';
  readonly port: number;
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly verbose: boolean;
  readonly restrictions: readonly string[];
  /** The name that browsers open the console by, in the place of its own. */
  readonly hostName?: string;
}

export type StartOptions = LocalOptions | RemoteOptions | { readonly kind: 'help' };

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative folders are relative to: npm changes the working directory and tells the old one in INIT_CWD. */
  readonly cwd: string;
}

/** Throws a sentence for the user when the options make no sense. */
export function parseStart(argv: readonly string[], { env, cwd }: Surroundings): StartOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string' },
      catalog: { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
      mirror: { type: 'string' },
      'host-name': { type: 'string' },
      'no-upstream': { type: 'boolean', default: false },
      gitops: { type: 'boolean', default: false },
      'read-only': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      context: { type: 'string' },
      kubeconfig: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { kind: 'help' };
  const port = parsePort(values.port ?? env['PORT']);
  const { verbose, context, kubeconfig } = values;
  const named = values['host-name'] === undefined ? {} : { hostName: checkHostName(values['host-name']) };
  const restrictions = (['gitops', 'read-only'] as const)
    .filter((flag) => values[flag])
    .map((flag) => `--${flag}`);
  if (context === undefined && kubeconfig === undefined) {
    const upstream = !values['no-upstream'];
    return { kind: 'local', ...localOf(values, cwd), port, verbose, restrictions, upstream, ...named };
  }
  const local = [values.catalog[0], values.name, values.mirror, values['no-upstream'] || undefined];
  if (local.some((value) => value !== undefined)) {
    throw new Error(
      '--catalog, --mirror, --name and --no-upstream are for the local cluster; they do not go with --context or --kubeconfig.',
    );
  }
  return {
    kind: 'remote',
    port,
    verbose,
    restrictions,
    ...named,
    ...optional({ context }),
    ...(kubeconfig === undefined ? {} : { kubeconfig: resolve(cwd, kubeconfig) }),
  };
}

interface LocalValues {
  readonly catalog: readonly string[];
  readonly name?: string | undefined;
  readonly mirror?: string | undefined;
}

function localOf(
  { catalog, name, mirror }: LocalValues,
  cwd: string,
): Pick<LocalOptions, 'name' | 'catalogs' | 'mirror'> {
  return {
    catalogs: catalog.map((text) => parseCatalog(text, cwd)),
    name: checkClusterName(name ?? 'capstan'),
    ...(mirror === undefined ? {} : { mirror: checkMirror(mirror) }),
  };
}

function parsePort(text: string | undefined): number {
  if (text === undefined || text === '') return 9000;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`"${text}" is not a port: use a number from 0 (any free one) to 65535.`);
}

function checkHostName(name: string): string {
  if (isLoopbackName(name)) return name;
  throw new Error(notLoopbackName(name));
}

function parseCatalog(text: string, cwd: string): Catalog {
  const match = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)=(.+)$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new Error(
      `--catalog "${text}" has to look like NAME=DIR, with a name of lower-case letters, digits and dashes.`,
    );
  }
  return { name: match[1], folder: resolve(cwd, match[2]) };
}
