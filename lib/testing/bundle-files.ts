/** Bundles as files, for tests that write catalogs to disk. */
import { optional } from '../base/loose.ts';

/** What a test says of a bundle; the rest is the least that a bundle needs. */
export interface BundleFilesOptions {
  package: string;
  version: string;
  channels?: string;
  defaultChannel?: string;
  /** Added to `spec` of the CSV. */
  spec?: Record<string, unknown>;
  annotations?: Record<string, string>;
  /** More files by their path in the bundle. */
  files?: Record<string, string>;
  /** Name of the CSV. Default `<package>.v<version>`. */
  csv?: string;
}

function aCsvObject(name: string, version: string, options: Partial<BundleFilesOptions> = {}): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name, annotations: options.annotations ?? {} },
    spec: {
      displayName: name,
      version,
      install: { strategy: 'deployment', spec: { deployments: [] } },
      ...options.spec,
    },
  };
}

/** The files of a bundle directory by path; JSON, which is YAML too. */
export function bundleFiles(options: BundleFilesOptions): Record<string, string> {
  const { package: name, version } = options;
  const prefix = 'operators.operatorframework.io.bundle';
  const annotations = {
    [`${prefix}.mediatype.v1`]: 'registry+v1',
    [`${prefix}.manifests.v1`]: 'manifests/',
    [`${prefix}.metadata.v1`]: 'metadata/',
    [`${prefix}.package.v1`]: name,
    [`${prefix}.channels.v1`]: options.channels ?? 'stable',
    ...optional({ [`${prefix}.channel.default.v1`]: options.defaultChannel }),
  };
  const csv = options.csv ?? `${name}.v${version}`;
  return {
    'metadata/annotations.yaml': JSON.stringify({ annotations }),
    'manifests/csv.yaml': JSON.stringify(aCsvObject(csv, version, options)),
    ...options.files,
  };
}

/** A CRD of version v1 for `<plural>.<group>`. */
export function aCrdObject(group: string, plural: string, kind: string): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  };
}

/** A minimal package as file-based catalog entries, one chain from the first version to the last. */
export function fbcPackage(
  name: string,
  versions: readonly string[],
  channel = 'stable',
): Record<string, unknown>[] {
  const csv = (version: string): string => `${name}.v${version}`;
  return [
    { schema: 'olm.package', name, defaultChannel: channel },
    {
      schema: 'olm.channel',
      package: name,
      name: channel,
      entries: versions.map((version, index) => {
        const previous = versions[index - 1];
        return { name: csv(version), ...(previous === undefined ? {} : { replaces: csv(previous) }) };
      }),
    },
    ...versions.map((version) => fbcBundle(name, version)),
  ];
}

/**
 * An `olm.bundle` entry named `<name>.v<version>`, with an image that cannot be pulled; `more` replaces whole fields.
 */
export function fbcBundle(
  name: string,
  version: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    schema: 'olm.bundle',
    package: name,
    name: `${name}.v${version}`,
    image: `registry.invalid/${name}:${version}`,
    properties: [{ type: 'olm.package', value: { packageName: name, version } }],
    ...more,
  };
}
