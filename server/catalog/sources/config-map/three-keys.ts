/**
 * The older form of a catalog in a ConfigMap: `packages`, `clusterServiceVersions`, `customResourceDefinitions`, each a YAML
 * list. Pure. Source: operator-registry, `pkg/sqlite/configmap.go`: channels follow `replaces` from their current CSV.
 */
import { isJsonObject, type JsonObject } from '#lib/base/json.ts';
import { at, items, cutText } from '#lib/base/loose.ts';
import { objectProperty } from '../fbc-lines.ts';

/** The keys of the older form; a ConfigMap with any of them has it. */
export const THREE_KEYS = ['packages', 'clusterServiceVersions', 'customResourceDefinitions'] as const;

/** The lists under each key, as they were parsed. */
export type ThreeKeys = Record<(typeof THREE_KEYS)[number], readonly unknown[]>;

/** Entries of a file-based catalog. What is no package and no CSV is left out. */
export function threeKeysToFbc(given: ThreeKeys): JsonObject[] {
  const csvs = new Map(given.clusterServiceVersions.map((csv) => [nameOf(csv), csv]));
  const crds = new Map(given.customResourceDefinitions.map((crd) => [nameOf(crd), crd]));
  csvs.delete('');
  return given.packages.flatMap((pkg) => {
    const name = cutText(at(pkg, 'packageName'));
    return name === undefined ? [] : packageEntries(name, pkg, { csvs, crds });
  });
}

interface Manifests {
  csvs: ReadonlyMap<string, unknown>;
  crds: ReadonlyMap<string, unknown>;
}

function packageEntries(name: string, pkg: unknown, manifests: Manifests): JsonObject[] {
  const channels = items(at(pkg, 'channels')).flatMap((channel) => {
    const channelName = cutText(at(channel, 'name'));
    const current = cutText(at(channel, 'currentCSV'));
    return channelName === undefined || current === undefined
      ? []
      : [{ name: channelName, current, members: membersOf(current, manifests.csvs) }];
  });
  const declared = cutText(at(pkg, 'defaultChannel'));
  const byDefault = channels.find((channel) => channel.name === declared) ?? channels[0];
  const head = manifests.csvs.get(byDefault?.current ?? '');
  const icon = items(at(head, 'spec', 'icon'))[0];
  const bundles = new Set(channels.flatMap(({ members }) => members));
  return [
    {
      schema: 'olm.package',
      name,
      defaultChannel: byDefault?.name ?? '',
      description: cutText(at(head, 'spec', 'description'), 65_536) ?? '',
      ...(isJsonObject(icon) ? { icon } : {}),
    },
    ...channels.map((channel) => ({
      schema: 'olm.channel',
      package: name,
      name: channel.name,
      entries: channel.members.map((member) => entryOf(member, manifests.csvs.get(member))),
    })),
    ...[...bundles].flatMap((bundle) =>
      manifests.csvs.has(bundle) ? [bundleOf(name, bundle, manifests)] : [],
    ),
  ];
}

/** The current CSV, what it replaces and so on, and what those skip, as far as the ConfigMap has it. */
function membersOf(current: string, csvs: ReadonlyMap<string, unknown>): string[] {
  const members = new Set<string>([current]);
  for (const member of members) {
    const spec = at(csvs.get(member), 'spec');
    for (const older of [at(spec, 'replaces'), ...items(at(spec, 'skips'))]) {
      if (typeof older === 'string' && csvs.has(older)) members.add(older);
    }
  }
  return [...members];
}

function entryOf(name: string, csv: unknown): JsonObject {
  const spec = at(csv, 'spec');
  return {
    name,
    replaces: cutText(at(spec, 'replaces'), 512),
    skips: items(at(spec, 'skips')).filter((skip) => typeof skip === 'string'),
    skipRange: cutText(at(csv, 'metadata', 'annotations', 'olm.skipRange'), 1024),
  };
}

function bundleOf(packageName: string, name: string, { csvs, crds }: Manifests): JsonObject {
  const csv = csvs.get(name);
  const owned = items(at(csv, 'spec', 'customresourcedefinitions', 'owned'));
  // Each once, however often it is named.
  const names = new Set(owned.map((each) => cutText(at(each, 'name')) ?? ''));
  const manifests = [csv, ...[...names].flatMap((each) => crds.get(each) ?? [])];
  const version = cutText(at(csv, 'spec', 'version')) ?? '';
  const required = items(at(csv, 'spec', 'customresourcedefinitions', 'required'));
  return {
    schema: 'olm.bundle',
    package: packageName,
    name,
    properties: [
      { type: 'olm.package', value: { packageName, version } },
      ...owned.flatMap((each) => gvk('olm.gvk', each)),
      ...required.flatMap((each) => gvk('olm.gvk.required', each)),
      ...manifests.map((manifest) => objectProperty(JSON.stringify(manifest))),
    ],
  };
}

function gvk(type: string, description: unknown): { type: string; value: JsonObject }[] {
  const name = cutText(at(description, 'name')) ?? '';
  const [version, kind] = [cutText(at(description, 'version')), cutText(at(description, 'kind'))];
  const dot = name.indexOf('.');
  return version === undefined || kind === undefined || dot < 0
    ? []
    : [{ type, value: { group: name.slice(dot + 1), version, kind } }];
}

function nameOf(object: unknown): string {
  return cutText(at(object, 'metadata', 'name'), 253) ?? '';
}
