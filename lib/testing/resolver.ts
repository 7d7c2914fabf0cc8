/** Builders for what a resolver starts from; each shows only what a test cares about. */
import { optional } from '../base/loose.ts';
import type { CatalogBundle, CatalogPackage, ChannelEntry, GroupVersionKind } from '../olm/api/catalog.ts';
import { PROPERTIES_ANNOTATION } from '../olm/api/labels.ts';
import type { NamespaceResolution, ResolverCatalog, SubscriptionOutcome } from '../olm/resolver/types.ts';
import type { ClusterServiceVersion, Subscription } from '../olm/api/types.ts';
import { aBundle, aPackage } from './catalog.ts';
import { aCsvObject, aSubscriptionObject } from './olm.ts';

/** An API of group `g`, version `v1`. */
export const anApi = (kind: string): GroupVersionKind => ({ group: 'g', version: 'v1', kind });

/** What a bundle provides and asks for, in short. */
export interface BundleNeeds {
  /** Kinds of group `g`, version `v1`. */
  provides?: readonly string[];
  requires?: readonly string[];
  /** `package range`. */
  packages?: readonly string[];
  /** Values of `olm.constraint`. */
  constraints?: readonly unknown[];
  forbidden?: boolean;
}

/** A bundle named `<name>.v<version>` whose properties say what it needs. */
export function aBundleOf(name: string, version: string, needs: BundleNeeds = {}): CatalogBundle {
  const { provides = [], requires = [], packages = [], constraints = [], forbidden = false } = needs;
  return aBundle(name, version, {
    providedApis: provides.map((kind) => ({ ...anApi(kind), name: `${kind.toLowerCase()}s.g` })),
    requiredApis: requires.map(anApi),
    properties: [
      { type: 'olm.package', value: { packageName: name, version } },
      ...packages.map((text) => {
        const [packageName, ...range] = text.split(' ');
        return { type: 'olm.package.required', value: { packageName, versionRange: range.join(' ') } };
      }),
      ...constraints.map((value) => ({ type: 'olm.constraint', value })),
      ...(forbidden ? [{ type: 'olm.deprecated', value: {} }] : []),
    ],
  });
}

/** One channel `stable`, oldest first, each version replacing the one before. */
export function aChain(name: string, versions: Readonly<Record<string, BundleNeeds>>): CatalogPackage {
  const bundleList = Object.entries(versions).map(([version, needs]) => aBundleOf(name, version, needs));
  const entries = bundleList.map((bundle, index): ChannelEntry => {
    const before = bundleList[index - 1]?.name;
    return { name: bundle.name, ...optional({ replaces: before }) };
  });
  return aPackage(name, { stable: entries }, { bundleList });
}

/** A catalog `global/cat`, unless told otherwise. */
export function aResolverCatalog(
  packages: readonly CatalogPackage[],
  more: Partial<Omit<ResolverCatalog, 'ref'>> & { name?: string; namespace?: string } = {},
): ResolverCatalog {
  const { name = 'cat', namespace = 'global', ...rest } = more;
  return { ref: { name, namespace }, packages: new Map(packages.map((pkg) => [pkg.name, pkg])), ...rest };
}

/** To the package of the same name, in catalog `global/cat`. */
export function aSubscriptionTo(
  name: string,
  more: { spec?: Partial<Subscription['spec']>; installed?: string; pin?: string } = {},
): Subscription {
  const { spec, installed, pin } = more;
  const object = aSubscriptionObject(
    installed === undefined ? {} : { installedCSV: installed, currentCSV: installed },
    { name, source: 'cat', sourceNamespace: 'global', channel: 'stable', ...spec },
  );
  return {
    ...object,
    metadata: {
      name,
      namespace: 'ns',
      ...(pin === undefined ? {} : { annotations: { 'capstan.dev/pin': pin } }),
    },
  };
}

/** A CSV as it is after the bundle was installed; `bare` without the annotation that says where it is from. */
export function anOwnCsv(
  bundle: CatalogBundle,
  more: {
    phase?: NonNullable<ClusterServiceVersion['status']>['phase'];
    replaces?: string;
    bare?: boolean;
  } = {},
): ClusterServiceVersion {
  const { phase = 'Succeeded', replaces, bare = false } = more;
  const properties = [
    ...bundle.properties,
    ...bundle.providedApis.map(({ group, version, kind }) => ({
      type: 'olm.gvk',
      value: { group, version, kind },
    })),
    ...bundle.requiredApis.map((value) => ({ type: 'olm.gvk.required', value })),
  ];
  return aCsvObject(
    bundle.name,
    { phase },
    {
      spec: {
        version: bundle.version,
        ...optional({ replaces }),
        customresourcedefinitions: {
          owned: bundle.providedApis.map(({ name, version, kind }) => ({ name, version, kind })),
        },
      },
      metadata: bare
        ? { namespace: 'ns' }
        : { namespace: 'ns', annotations: { [PROPERTIES_ANNOTATION]: JSON.stringify({ properties }) } },
    },
  );
}

/** `install a.v1`, `upgrade a.v2 for a.v1`, `stays a.v1: at-head`, `ConstraintsNotSatisfiable: …`. */
export function shortOutcome(outcome: SubscriptionOutcome | undefined): string {
  switch (outcome?.kind) {
    case undefined:
      return 'nothing';
    case 'install':
      return `install ${outcome.chosen.csv} from ${outcome.chosen.channel}`;
    case 'upgrade':
      return `upgrade ${outcome.chosen.csv} for ${outcome.chosen.replaces ?? ''} by ${outcome.chosen.edge ?? ''}`;
    case 'current':
      return `stays ${outcome.csv}: ${outcome.reason}`;
    case 'unresolvable':
      return `${outcome.reason}: ${outcome.message}`;
    case 'undecided':
      return `undecided: ${outcome.message}`;
  }
}

/** Outcomes by Subscription, then what comes besides, as `csv from catalog for …`. */
export function shortResolution({ outcomes, dependencies }: NamespaceResolution): Record<string, string> {
  return Object.fromEntries([
    ...[...outcomes].map(([name, outcome]): [string, string] => [name, shortOutcome(outcome)]),
    ...dependencies.map(({ csv, subscription, requiredBy }): [string, string] => [
      `+ ${csv}`,
      `${subscription} for ${requiredBy.join(', ')}`,
    ]),
  ]);
}
