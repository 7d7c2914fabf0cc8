/** What real bundles show of the capability levels that their providers claim. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CatalogBundle, CatalogPackage } from '#lib/olm/api/catalog.ts';
import type { BundleDetail } from '#lib/olm/api/catalog-answers.ts';
import { bundleObject } from '#lib/olm/content/bundle-object.ts';
import { capabilityFacts, type CapabilitySource, type Evidence } from '#lib/olm/content/capability-facts.ts';
import { CAPABILITY_LEVELS } from '#lib/olm/content/csv-annotations.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { createDirectoryStore } from '../testing/directory-store.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { isCrd, isCsvManifest } from './manifests.ts';
import type { CatalogStore } from '../types.ts';

const ref = { namespace: 'capstan-system', name: 'real' };
const bundles = sharedData('bundles-visible.tar.gz');
const community = sharedData('catalog-full.jsonl.gz');
/** Reading 20 MB of YAML takes seconds on a busy machine. */
const SLOW = 120_000;

async function open(directory: string): Promise<{ store: CatalogStore; packages: CatalogPackage[] }> {
  const store = await createDirectoryStore([{ name: ref.name, directory }], { namespace: ref.namespace });
  store.stop();
  return { store, packages: [...(store.get(ref)?.packages.values() ?? [])] };
}

/** Every version in every channel that names it. */
function sources(pkg: CatalogPackage): CapabilitySource[] {
  return pkg.channels.flatMap((channel) =>
    channel.entries.flatMap(({ name }) => {
      const bundle = pkg.bundles[name];
      return bundle === undefined ? [] : [{ bundle, channel }];
    }),
  );
}

async function detailOf(store: CatalogStore, bundle: CatalogBundle): Promise<BundleDetail> {
  const objects = (await store.content(bundle.digest ?? ''))?.objects ?? [];
  const csv = objects.find(isCsvManifest);
  if (csv === undefined) throw new Error(`no CSV in ${bundle.name}`);
  const others = objects.filter((object) => !isCsvManifest(object) && !isCrd(object)).map(bundleObject);
  return { bundle, csv, crds: objects.filter(isCrd), others };
}

/** By level: of how many claims of it, or of one above it, something is seen. A version counts once for each channel. */
function tally(all: readonly CapabilitySource[]): Record<string, string> {
  const facts = all.map(capabilityFacts);
  return Object.fromEntries(
    CAPABILITY_LEVELS.map((level, index) => {
      const claims = facts.map((levels) => levels[index]).filter((each) => each?.claimed === true);
      const seen = claims.filter((each) => each?.evidence.length !== 0);
      return [level, `${String(seen.length)} of ${String(claims.length)}`];
    }),
  );
}

/** Names that stand in what the evidence was found in: nothing is said that is not there. */
function isThere(evidence: Evidence, source: CapabilitySource): boolean {
  const { bundle, channel, detail } = source;
  switch (evidence.code) {
    case 'replaces':
      return channel.entries.some(({ replaces }) => replaces === evidence.name);
    case 'skipRange':
      return channel.entries.some(({ skipRange }) => skipRange === evidence.range);
    case 'skips':
      return channel.entries.some(({ skips }) => skips?.length === evidence.count);
    case 'channelVersions':
      return evidence.count > 1 && channel.entries.length === evidence.count;
    case 'relatedImages':
      return evidence.count > 0;
    case 'servedVersions':
      return evidence.versions.length > 1 && bundle.providedApis.some(({ kind }) => kind === evidence.name);
    default: {
      const text = JSON.stringify([bundle, detail]);
      // `PrometheusRule alerts` and `probes.monitoring.coreos.com` are put together from what stands apart.
      const parts = evidence.names.flatMap((name) => name.split(/[ .*]/));
      return evidence.names.length > 0 && parts.every((part) => text.includes(part));
    }
  }
}

describe('the samples', () => {
  it(
    'claim each of the five levels, and show something of all that a bundle can show',
    async () => {
      const { store, packages } = await open(join(import.meta.dirname, '../../../examples/catalog'));
      const seen: Record<string, string> = {};
      for (const source of packages.flatMap(sources)) {
        const levels = capabilityFacts({ ...source, detail: await detailOf(store, source.bundle) });
        seen[source.bundle.name] = levels
          .map(
            ({ claimed, evidence }) => `${claimed ? 'claimed' : '-'}/${evidence.length > 0 ? 'seen' : '-'}`,
          )
          .join(' ');
      }
      // What etcd 1.2.0 tunes is nothing that a bundle shows; that a Logger can be scaled is more than it claims.
      expect(seen).toEqual({
        'etcd.v1.0.0': 'claimed/seen claimed/seen claimed/seen -/seen -/-',
        'etcd.v1.1.0': 'claimed/seen claimed/seen claimed/seen claimed/seen -/-',
        'etcd.v1.2.0': 'claimed/seen claimed/seen claimed/seen claimed/seen claimed/-',
        'etcd.v1.2.0-clusterwide': 'claimed/seen claimed/- claimed/seen claimed/seen claimed/-',
        'flight-ticket.v1.0.0': 'claimed/seen -/seen -/- -/seen -/-',
        'flight-ticket.v2.0.0': 'claimed/seen claimed/seen -/- -/seen -/-',
        'flight-ticket.v3.0.0': 'claimed/seen claimed/seen -/- -/seen -/-',
        'logger.v1.0.0': 'claimed/seen -/seen -/- -/seen -/seen',
        'logger.v2.0.0': 'claimed/seen claimed/seen -/- -/seen -/seen',
      });
    },
    SLOW,
  );
});

describe.skipIf(bundles === undefined)('ten packages as bundle directories', () => {
  it(
    'show something of most of what they claim, and nothing that is not in them',
    async () => {
      await using directory = await extract(bundles ?? '');
      const { store, packages } = await open(directory.path);
      const all: CapabilitySource[] = [];
      for (const source of packages.flatMap(sources))
        all.push({ ...source, detail: await detailOf(store, source.bundle) });
      const wrong = all.flatMap((source) =>
        capabilityFacts(source)
          .flatMap(({ evidence }) => evidence)
          .filter((evidence) => !isThere(evidence, source))
          .map((evidence) => `${source.bundle.name}: ${JSON.stringify(evidence)}`),
      );
      expect(wrong).toEqual([]);
      expect(tally(all)).toEqual({
        'Basic Install': '28 of 28',
        'Seamless Upgrades': '24 of 24',
        'Full Lifecycle': '22 of 24',
        'Deep Insights': '13 of 14',
        'Auto Pilot': '0 of 0',
      });
    },
    SLOW,
  );
});

describe.skipIf(community === undefined)('the community catalog', () => {
  it(
    'tells of upgrades for nearly every claim of them, from channels alone',
    async () => {
      await using directory = await temporaryDirectory();
      await copyFile(community ?? '', `${directory.path}/catalog.jsonl.gz`);
      const all = (await open(directory.path)).packages.flatMap(sources);
      expect(all.length).toBeGreaterThan(7000);
      const wrong = all.filter((source) =>
        capabilityFacts(source)
          .flatMap(({ evidence }) => evidence)
          .some((evidence) => !isThere(evidence, source)),
      );
      expect(wrong.map(({ bundle }) => bundle.name)).toEqual([]);
      // The manifests are in images: of what comes after upgrades the names of kinds tell, and nothing else.
      expect(tally(all)).toEqual({
        'Basic Install': '10796 of 10796',
        'Seamless Upgrades': '5710 of 5743',
        'Full Lifecycle': '519 of 3919',
        'Deep Insights': '0 of 2446',
        'Auto Pilot': '0 of 168',
      });
    },
    SLOW,
  );
});
