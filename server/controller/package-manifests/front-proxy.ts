/**
 * Who asks, as the API server says it: it forwards requests with a client certificate of its own and names the user in
 * headers. Source: Kubernetes "Configure the Aggregation Layer", ConfigMap `extension-apiserver-authentication`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';

/** How the API server shows itself, and in which headers it names the user; names in lower case. */
export interface FrontProxy {
  /** PEM: who signs the client certificate of the API server. */
  ca: string;
  /** Common names that it may have; empty: any. */
  allowedNames: readonly string[];
  userHeaders: readonly string[];
  groupHeaders: readonly string[];
  extraPrefixes: readonly string[];
}

/** On whose behalf the API server asks. */
export interface Requester {
  user: string;
  groups: string[];
  extra: Record<string, string[]>;
}

const names = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return z.array(z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JSON list of names' });
      return z.NEVER;
    }
  });

const Data = z.object({
  'requestheader-client-ca-file': z.string().min(1),
  'requestheader-allowed-names': names,
  'requestheader-username-headers': names,
  'requestheader-group-headers': names,
  'requestheader-extra-headers-prefix': names,
});

/** @returns the sentence why not, when the API server forwards no users */
export function parseFrontProxy(configMap: KubeObject): FrontProxy | string {
  const parsed = Data.safeParse(configMap['data'] ?? {});
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
    return `the API server is not set up for aggregated APIs: ConfigMap kube-system/extension-apiserver-authentication lacks ${fields} (kube-apiserver flags --requestheader-*)`;
  }
  const { data } = parsed;
  const lower = (list: readonly string[]): string[] => list.map((name) => name.toLowerCase());
  return {
    ca: data['requestheader-client-ca-file'],
    allowedNames: data['requestheader-allowed-names'],
    userHeaders: lower(data['requestheader-username-headers']),
    groupHeaders: lower(data['requestheader-group-headers']),
    extraPrefixes: lower(data['requestheader-extra-headers-prefix']),
  };
}

/**
 * Undefined when nobody is named. The caller has checked the client certificate.
 * @param distinct header values by lower-case name, not joined (`IncomingMessage.headersDistinct`)
 */
export function requesterOf(
  proxy: FrontProxy,
  distinct: NodeJS.Dict<string[]> | IncomingHttpHeaders,
): Requester | undefined {
  const values = (name: string): string[] => {
    const value = Object.hasOwn(distinct, name) ? distinct[name] : undefined;
    return value === undefined ? [] : Array.isArray(value) ? value : [value];
  };
  const [user] = proxy.userHeaders.flatMap(values).filter((name) => name !== '');
  if (user === undefined) return undefined;
  const extra: [string, string[]][] = Object.keys(distinct).flatMap((header) => {
    const prefix = proxy.extraPrefixes.find((candidate) => header.startsWith(candidate));
    return prefix === undefined ? [] : [[unescape(header.slice(prefix.length)), values(header)]];
  });
  return { user, groups: proxy.groupHeaders.flatMap(values), extra: Object.fromEntries(extra) };
}

function unescape(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** May the client certificate have this common name? */
export function isAllowedName(proxy: FrontProxy, commonName: string | undefined): boolean {
  if (proxy.allowedNames.length === 0) return true;
  return commonName !== undefined && proxy.allowedNames.includes(commonName);
}
