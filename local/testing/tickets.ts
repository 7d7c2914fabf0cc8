/** A small operator in several versions, written to disk as a catalog; each test gets an API group of its own. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { aCrdObject, bundleFiles, fbcBundle } from '../../lib/testing/bundle-files.ts';

export interface CatalogFolder extends AsyncDisposable {
  path: string;
  /** Adds a version of a package; its API group is `<name>.example.com`, its CSV `<name>.v<version>`. */
  add(name: string, version: string, options?: TicketsOptions): Promise<void>;
}

export interface TicketsOptions {
  replaces?: string;
  /** Divided by commas; the first is the default. */
  channels?: string;
  /** Name of the Deployment; a second version usually keeps it. */
  deployment?: string;
  /** Of its ServiceAccount, and what its Service begins with; operators that share a namespace need different ones. */
  account?: string;
  /** Packages that it needs, with their ranges. */
  needs?: Readonly<Record<string, string>>;
  /** Packages whose API it needs. */
  needsApiOf?: readonly string[];
  /** Of the CSV. */
  annotations?: Record<string, string>;
  /** Added to `spec` of the CSV. */
  spec?: Record<string, unknown>;
  files?: Record<string, string>;
}

/** @param packages versions by package, each replacing the one before. */
export async function ticketsCatalog(
  packages: Readonly<Record<string, readonly string[]>>,
): Promise<CatalogFolder> {
  const path = await mkdtemp(join(tmpdir(), 'capstan-catalog-'));
  const add = async (name: string, version: string, options: TicketsOptions = {}): Promise<void> => {
    for (const [file, text] of Object.entries(ticketsBundle(name, version, options))) {
      const target = join(path, name, version, file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  };
  for (const [name, versions] of Object.entries(packages)) {
    for (const [index, version] of versions.entries()) {
      const previous = versions[index - 1];
      await add(name, version, previous === undefined ? {} : { replaces: `${name}.v${previous}` });
    }
  }
  return { path, add, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export function ticketsBundle(
  name: string,
  version: string,
  options: TicketsOptions,
): Record<string, string> {
  const group = `${name}.example.com`;
  const rule = (verbs: readonly string[]): object => ({ apiGroups: [group], resources: ['tickets'], verbs });
  const { deployment = 'tickets', account = 'tickets', annotations = {} } = options;
  return bundleFiles({
    package: name,
    version,
    annotations,
    ...(options.channels === undefined
      ? {}
      : { channels: options.channels, defaultChannel: options.channels.split(',')[0] ?? '' }),
    spec: {
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({
        type,
        supported: true,
      })),
      ...optional({ replaces: options.replaces }),
      customresourcedefinitions: { owned: [{ name: `tickets.${group}`, version: 'v1', kind: 'Ticket' }] },
      install: {
        strategy: 'deployment',
        spec: {
          permissions: [{ serviceAccountName: account, rules: [rule(['get', 'list'])] }],
          clusterPermissions: [{ serviceAccountName: account, rules: [rule(['watch'])] }],
          deployments: [{ name: deployment, spec: deploymentSpec({ name: deployment, account, version }) }],
        },
      },
      ...options.spec,
    },
    files: {
      'manifests/crd.yaml': JSON.stringify(aCrdObject(group, 'tickets', 'Ticket')),
      'manifests/service.yaml': JSON.stringify({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: `${account}-metrics` },
        spec: { ports: [{ port: 8080 }], selector: { app: deployment } },
      }),
      ...dependencies(options),
      ...options.files,
    },
  });
}

function dependencies({ needs = {}, needsApiOf = [] }: TicketsOptions): Record<string, string> {
  const all = [
    ...Object.entries(needs).map(([packageName, version]) => ({
      type: 'olm.package',
      value: { packageName, version },
    })),
    ...needsApiOf.map((name) => ({
      type: 'olm.gvk',
      value: { group: `${name}.example.com`, version: 'v1', kind: 'Ticket' },
    })),
  ];
  return all.length === 0 ? {} : { 'metadata/dependencies.yaml': JSON.stringify({ dependencies: all }) };
}

/** The same bundle in a file-based catalog, with all its manifests. */
export function ticketsEntry(
  name: string,
  version: string,
  options: TicketsOptions = {},
): Record<string, unknown> {
  const manifests = Object.entries(ticketsBundle(name, version, options))
    .filter(([path]) => path.startsWith('manifests/'))
    .map(([, text]) => ({
      type: 'olm.bundle.object',
      value: { data: Buffer.from(text).toString('base64') },
    }));
  const { properties } = fbcBundle(name, version);
  return {
    ...fbcBundle(name, version),
    properties: [...(Array.isArray(properties) ? properties : []), ...manifests],
  };
}

interface Program {
  name: string;
  account: string;
  version: string;
}

function deploymentSpec({ name, account, version }: Program): object {
  return {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        serviceAccountName: account,
        containers: [{ name: 'manager', image: `example.invalid/tickets:${version}` }],
      },
    },
  };
}
