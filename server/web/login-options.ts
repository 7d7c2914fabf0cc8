/** The part of the command line that says how people sign in. */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';

import { parseBasePath } from '#lib/base-path.ts';

/** How people sign in by token. */
export interface LoginOptions {
  /** Folder with the keys that seal sessions; without it, keys of this process alone. */
  sessionKeys?: string;
  externalUrls: readonly URL[];
  /** Empty, or the path that all addresses begin with. */
  basePath: string;
  trustedProxies: number;
  /** What the console calls the cluster. */
  clusterName?: string;
  idleSeconds: number;
  maxSeconds: number;
}

/** The part of the help. */
export const loginUsage = `Signing in:

  --auth kubeconfig|token     kubeconfig: an address printed here opens a session, which acts as the kubeconfig's user; for
                              this machine alone. token: people paste a token of the cluster and act with that; the console
                              has no rights (default: token in a pod without a kubeconfig, else kubeconfig)
  --session-keys FOLDER       mounted Secret with the keys that seal sessions: one a line, 32 random bytes in base64; the first
                              of the first file seals, all open. Every replica needs the same. By default a key of this
                              process alone
  --external-url URL          address under which browsers reach it, besides localhost; may be repeated
  --base-path PATH            path under which browsers reach it, such as /tools/capstan, behind a proxy that passes the
                              path on as it is (default: the root)
  --trusted-proxies N         proxies in front whose X-Forwarded-For and X-Forwarded-Proto count (default 0)
  --cluster-name NAME         what the console calls the cluster
  --session-idle MINUTES      a session ends after so long without a request (default 60)
  --session-max HOURS         and so long after signing in in any case (default 12)

Each of these can be given in the environment: CAPSTAN_AUTH, CAPSTAN_SESSION_KEYS, CAPSTAN_EXTERNAL_URL (separated by commas),
CAPSTAN_BASE_PATH, CAPSTAN_TRUSTED_PROXIES, CAPSTAN_CLUSTER_NAME, CAPSTAN_SESSION_IDLE, CAPSTAN_SESSION_MAX.
`;

/** For `parseArgs`. */
export const loginFlags = {
  auth: { type: 'string' },
  'base-path': { type: 'string' },
  'cluster-name': { type: 'string' },
  'external-url': { type: 'string', multiple: true },
  'session-idle': { type: 'string' },
  'session-keys': { type: 'string' },
  'session-max': { type: 'string' },
  'trusted-proxies': { type: 'string' },
} as const;

type LoginFlag = keyof typeof loginFlags;
/** What `parseArgs` found. */
export type LoginValues = {
  [flag in LoginFlag]?: (flag extends 'external-url' ? string[] : string) | undefined;
} & { kubeconfig?: string | undefined };

type Environment = Readonly<Record<string, string | undefined>>;

const count = (name: LoginFlag, least: number, most: number, fallback: string) => {
  const said = `--${name} must be a whole number from ${String(least)} to ${String(most)}.`;
  return z
    .string()
    .regex(/^\d+$/, said)
    .transform(Number)
    .pipe(z.number().min(least, said).max(most, said))
    .prefault(fallback);
};

const address = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isPlain =
    url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (isPlain && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  context.addIssue(
    `--external-url ${text} must be an address without a path, such as https://capstan.example.`,
  );
  return z.NEVER;
});

const path = z.string().transform((text, context) => {
  const parsed = parseBasePath(text);
  if (parsed !== undefined) return parsed;
  context.addIssue(
    `--base-path ${text} must be a path such as /tools/capstan: segments of letters, digits, - and _, 64 characters in all.`,
  );
  return z.NEVER;
});

const Login = z.object({
  auth: z.enum(['kubeconfig', 'token'], '--auth must be kubeconfig or token.'),
  'base-path': path.prefault(''),
  'cluster-name': z.string().optional(),
  'external-url': z.array(address),
  'session-idle': count('session-idle', 1, 10_080, '60'),
  'session-keys': z.string().optional(),
  'session-max': count('session-max', 1, 168, '12'),
  'trusted-proxies': count('trusted-proxies', 0, 10, '0'),
});

/** `login` is absent in kubeconfig mode. */
export function loginOf(
  values: LoginValues,
  env: Environment,
): { login: LoginOptions | undefined; problems: string[] } {
  const one = (flag: Exclude<LoginFlag, 'external-url'>): string | undefined =>
    values[flag] ?? given(env, flag);
  const parsed = Login.safeParse({
    auth: one('auth') ?? usualAuth(values, env),
    'base-path': one('base-path'),
    'cluster-name': one('cluster-name'),
    'external-url':
      values['external-url'] ??
      given(env, 'external-url')
        ?.split(',')
        .map((part) => part.trim()) ??
      [],
    'session-idle': one('session-idle'),
    'session-keys': one('session-keys'),
    'session-max': one('session-max'),
    'trusted-proxies': one('trusted-proxies'),
  });
  if (!parsed.success)
    return { login: undefined, problems: parsed.error.issues.map(({ message }) => message) };
  const { data } = parsed;
  if (data.auth === 'kubeconfig') return { login: undefined, problems: pointless(values) };
  return {
    login: {
      ...optional({ sessionKeys: data['session-keys'], clusterName: data['cluster-name'] }),
      externalUrls: data['external-url'],
      basePath: data['base-path'],
      trustedProxies: data['trusted-proxies'],
      idleSeconds: data['session-idle'] * 60,
      maxSeconds: data['session-max'] * 3600,
    },
    problems: [],
  };
}

/** A pod has no person's kubeconfig, and its own rights are nobody's. */
function usualAuth({ kubeconfig }: LoginValues, env: Environment): 'kubeconfig' | 'token' {
  const hasKubeconfig = kubeconfig !== undefined || given(env, 'KUBECONFIG') !== undefined;
  return env['KUBERNETES_SERVICE_HOST'] !== undefined && !hasKubeconfig ? 'token' : 'kubeconfig';
}

function pointless(values: LoginValues): string[] {
  const flags = [
    'base-path',
    'external-url',
    'session-keys',
    'trusted-proxies',
    'session-idle',
    'session-max',
  ] as const;
  return flags.flatMap((flag) =>
    values[flag] === undefined ? [] : [`--${flag} is for --auth token; in kubeconfig mode nobody signs in.`],
  );
}

/** Set to nothing counts as not set. */
function given(env: Environment, name: string): string | undefined {
  const key = name === name.toUpperCase() ? name : `CAPSTAN_${name.toUpperCase().replaceAll('-', '_')}`;
  return env[key] === '' ? undefined : env[key];
}
