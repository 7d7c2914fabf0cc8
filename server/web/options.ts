/** The command line of the console. */
import { parseArgs } from 'node:util';
import { optional } from '#lib/base/loose.ts';

import { isLoopbackName, notLoopbackName } from '#lib/host-name.ts';
import { stricter } from '#lib/session.ts';
import type { ChangePolicy, Session } from '#lib/session.ts';
import { loginFlags, loginOf, loginUsage } from './login-options.ts';
import type { LoginOptions } from './login-options.ts';

/** What the console was started with, defaults filled in. */
export interface WebOptions {
  kubeconfig?: string;
  context?: string;
  host: string;
  /** The name that browsers open it by; without it, one of its own. */
  hostName?: string;
  /** 0: any free port. */
  port: number;
  catalogService: string;
  /** Where the controller keeps its Lease, if somebody said so. */
  controllerNamespace?: string;
  mode: Session['mode'];
  changes: ChangePolicy;
  /** The event loop may stand still for so long; 0: for ever. */
  stallLimitMs: number;
  /** Once asked to end, it says that it is not ready and serves on for so long: until nobody is sent here any more. */
  shutdownDelayMs: number;
  dev: boolean;
  /** People sign in by token; without it everybody who reaches it acts as the kubeconfig's user. */
  login?: LoginOptions;
}

/** What `--help` prints. */
export const usage = `Serves the Capstan console.

Usage: npm run web -- [options]

  --kubeconfig FILE           kubeconfig to use (default: KUBECONFIG, then ~/.kube/config)
  --context NAME              context of the kubeconfig (default: its current context)
  --port N                    port to listen on (default: PORT, then 9000; 0 takes any free one)
  --host ADDRESS              address to listen on (default 127.0.0.1); without a login only loopback addresses
  --host-name NAME            name in the address that signs in, the only one under which sessions are taken: NAME.localhost,
                              localhost or 127.0.0.1. By default a name of its own, made once and kept, so that browsers
                              send the session to no other server of this machine; for browsers that cannot find such
                              names: localhost
  --catalog-service URL       catalog service of the controller (default http://127.0.0.1:9010)
  --controller-namespace NAME namespace of the controller (default: that of the pod in a pod, else capstan-system)
  --mode local|kubeconfig     what the console says it is connected to (default kubeconfig)
  --gitops                    change nothing; hand out the YAML of every change to commit instead
  --read-only                 change nothing and offer no changes
  --stall-limit SECONDS       end the process once its event loop has stood still for so long, so that it can be started
                              again (default 30; 0: never, as for debugging)
  --shutdown-delay SECONDS    once asked to end, say that it is not ready and serve on for so long, so that nobody is sent
                              here any more (default 0; in a cluster 5)
  --dev                       run the pages from source, for working on Capstan itself
  --help                      show this text

${loginUsage}
Environment: PORT, KUBECONFIG, CAPSTAN_CHANGES (apply, gitops or read-only; the stricter of it and the options counts),
CAPSTAN_CATALOG_SECRET (shared with the controller).
`;

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** Options, a question for help, or what is wrong, a sentence each. */
export type ParsedOptions =
  { kind: 'options'; options: WebOptions } | { kind: 'help' } | { kind: 'problems'; problems: string[] };

/** All problems at once, so that a wrong command line is mended in one go. */
export function parseOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ParsedOptions {
  let values: Values;
  try {
    values = parse(argv);
  } catch (error) {
    return { kind: 'problems', problems: [error instanceof Error ? error.message : String(error)] };
  }
  if (values.help === true) return { kind: 'help' };
  const port = Number(values.port ?? env['PORT'] ?? '9000');
  const changes = changesOf(values, env['CAPSTAN_CHANGES']);
  const { login, problems: ofLogin } = loginOf(values, env);
  const problems = [...problemsOf(values, port, { changes, hasLogin: login !== undefined }), ...ofLogin];
  if (problems.length > 0) return { kind: 'problems', problems };
  const options = optionsOf(values, port, changes ?? 'readOnly');
  return { kind: 'options', options: { ...options, ...optional({ login }) } };
}

type Values = ReturnType<typeof parse>;

interface Decided {
  changes: ChangePolicy | undefined;
  hasLogin: boolean;
}

function problemsOf(values: Values, port: number, { changes, hasLogin }: Decided): string[] {
  return [
    ...problem(
      Number.isInteger(port) && port >= 0 && port <= 65_535,
      '--port must be a number from 0 to 65535.',
    ),
    ...problem(
      hasLogin || loopback.has(values.host),
      `--host ${values.host} is not a loopback address: whoever reaches this console acts with the rights of your kubeconfig. With --auth token people sign in by themselves.`,
    ),
    ...(values['host-name'] === undefined || isLoopbackName(values['host-name'])
      ? []
      : [notLoopbackName(values['host-name'])]),
    ...problem(
      isStallLimit(values['stall-limit']),
      '--stall-limit must be a number of seconds, up to 86400.',
    ),
    ...problem(
      isStallLimit(values['shutdown-delay']),
      '--shutdown-delay must be a number of seconds, up to 86400.',
    ),
    ...problem(isHttpUrl(values['catalog-service']), '--catalog-service must be an http or https URL.'),
    ...problem(
      values.mode === 'local' || values.mode === 'kubeconfig',
      '--mode must be local or kubeconfig.',
    ),
    ...problem(
      values.dev !== true || values['base-path'] === undefined,
      '--base-path is not for --dev: pages from source are served at the root.',
    ),
    ...problem(changes !== undefined, 'CAPSTAN_CHANGES must be apply, gitops or read-only.'),
  ];
}

const policies: ReadonlyMap<string, ChangePolicy> = new Map([
  ['', 'apply'],
  ['apply', 'apply'],
  ['gitops', 'gitops'],
  ['read-only', 'readOnly'],
]);

/** Undefined when the environment asks for something unknown. */
function changesOf(values: Values, env = ''): ChangePolicy | undefined {
  const policy = policies.get(env);
  if (policy === undefined) return undefined;
  const gitops = stricter(policy, values.gitops === true ? 'gitops' : 'apply');
  return stricter(gitops, values['read-only'] === true ? 'readOnly' : 'apply');
}

function optionsOf(values: Values, port: number, changes: ChangePolicy): WebOptions {
  return {
    ...optional({ kubeconfig: values.kubeconfig, context: values.context }),
    host: values.host,
    ...optional({ hostName: values['host-name'] }),
    port,
    catalogService: values['catalog-service'].replace(/\/$/, ''),
    ...optional({ controllerNamespace: values['controller-namespace'] }),
    mode: values.mode === 'local' ? 'local' : 'kubeconfig',
    changes,
    stallLimitMs: Number(values['stall-limit']) * 1000,
    shutdownDelayMs: Number(values['shutdown-delay']) * 1000,
    dev: values.dev === true,
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: false,
    options: {
      ...loginFlags,
      'catalog-service': { type: 'string', default: 'http://127.0.0.1:9010' },
      'controller-namespace': { type: 'string' },
      'host-name': { type: 'string' },
      'read-only': { type: 'boolean' },
      context: { type: 'string' },
      dev: { type: 'boolean' },
      gitops: { type: 'boolean' },
      help: { type: 'boolean' },
      host: { type: 'string', default: '127.0.0.1' },
      kubeconfig: { type: 'string' },
      mode: { type: 'string', default: 'kubeconfig' },
      port: { type: 'string' },
      'shutdown-delay': { type: 'string', default: '0' },
      'stall-limit': { type: 'string', default: '30' },
    },
  }).values;
}

function problem(ok: boolean, text: string): string[] {
  return ok ? [] : [text];
}

function isStallLimit(text: string): boolean {
  const seconds = Number(text);
  return text !== '' && seconds >= 0 && seconds <= 86_400;
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
