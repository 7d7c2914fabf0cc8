import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { aPackage } from '../../testing/catalog.ts';
import { randomFrom, type Random } from '../../testing/random.ts';
import {
  aBundleOf,
  aChain,
  anOwnCsv,
  aResolverCatalog,
  aSubscriptionTo,
  type BundleNeeds,
} from '../../testing/resolver.ts';
import type { CatalogBundle, CatalogPackage } from '../api/catalog.ts';
import { Explanation } from './explanation.ts';
import { ownCsvs } from './own-csvs.ts';
import { resolveNamespace } from './resolve-namespace.ts';
import { meets, ruleRequirements } from './rules.ts';
import type { NamespaceResolution, ResolveNamespaceInput } from './types.ts';

const PACKAGES = ['a', 'b', 'c', 'd', 'e'];
const KINDS = ['X', 'Y', 'Z'];
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0', '3.0.0'];

function needsOf(random: Random, name: string): BundleNeeds {
  return {
    provides: KINDS.filter(() => random.chance(0.2)),
    requires: KINDS.filter(() => random.chance(0.12)),
    packages: PACKAGES.filter((other) => other !== name && random.chance(0.12)).map(
      (other) => `${other} ${random.pick(['>=2.0.0', '<2.0.0', '>=1.0.0'])}`,
    ),
    forbidden: random.chance(0.05),
  };
}

function packageOf(random: Random, name: string): CatalogPackage {
  const bundleList = VERSIONS.map((version) => aBundleOf(name, version, needsOf(random, name)));
  const entries = bundleList.map((bundle, index) => {
    const before = bundleList[index - 1]?.name;
    return {
      name: bundle.name,
      ...(before === undefined ? {} : { replaces: before }),
      ...(random.chance(0.2) ? { skipRange: '>=1.0.0 <3.0.0' } : {}),
    };
  });
  const old = entries.slice(0, 2);
  return aPackage(name, random.chance(0.5) ? { stable: entries, old } : { stable: entries }, { bundleList });
}

function namespaceOf(random: Random): ResolveNamespaceInput {
  const first = PACKAGES.filter(() => random.chance(0.8)).map((name) => packageOf(random, name));
  const second = PACKAGES.filter(() => random.chance(0.3)).map((name) => packageOf(random, name));
  const catalogs = [aResolverCatalog(first), aResolverCatalog(second, { name: 'second' })];
  const asked = PACKAGES.filter(() => random.chance(0.5));
  const csvs: ResolveNamespaceInput['csvs'][number][] = [];
  const subscriptions = asked.map((name) => {
    const bundles = Object.values(catalogs[0]?.packages.get(name)?.bundles ?? {});
    const installed = bundles.length > 0 && random.chance(0.5) ? random.pick(bundles.slice(0, 3)) : undefined;
    const source = random.chance(0.2) ? 'second' : 'cat';
    if (installed === undefined) return aSubscriptionTo(name, { spec: { source } });
    csvs.push(anOwnCsv(whole(installed, name)));
    return aSubscriptionTo(name, { spec: { source }, installed: installed.name });
  });
  const orphan = random.chance(0.2) ? random.pick(PACKAGES) : undefined;
  if (orphan !== undefined && !asked.includes(orphan)) {
    csvs.push(anOwnCsv(aBundleOf(orphan, '0.9.0', { provides: [random.pick(KINDS)] })));
  }
  return { namespace: 'ns', subscriptions, csvs, catalogs };
}

function whole(
  bundle: { name: string; version: string; properties: CatalogBundle['properties'] },
  name: string,
): CatalogBundle {
  return { ...aBundleOf(name, bundle.version), ...bundle, requiredApis: [] };
}

const namespaces = fc.integer({ min: 0, max: 2 ** 31 }).map((seed) => namespaceOf(randomFrom(seed)));

interface Present {
  csv: string;
  package?: string;
  version?: string;
  providedApis: readonly { group: string; version: string; kind: string }[];
  properties: readonly CatalogBundle['properties'][number][];
  /** Undefined for what stays. */
  bundle?: CatalogPackage['bundles'][string];
}

/** What is in the namespace after all has come that was chosen. */
function after(input: ResolveNamespaceInput, { outcomes, dependencies }: NamespaceResolution): Present[] {
  const moving = [...outcomes.values()].flatMap((outcome) =>
    outcome.kind === 'install' || outcome.kind === 'upgrade' ? [outcome.chosen] : [],
  );
  const replaced = new Set(
    [...outcomes.values()].flatMap((outcome) =>
      outcome.kind === 'upgrade' ? [outcome.chosen.replaces] : [],
    ),
  );
  const own = [...ownCsvs(input.csvs, input.subscriptions, input.options).values()].filter(
    ({ name }) => !replaced.has(name),
  );
  const coming = [...moving, ...dependencies].map(({ catalog, package: name, csv }): Present => {
    const found = input.catalogs.find(({ ref }) => ref.name === catalog.name)?.packages.get(name)?.bundles[
      csv
    ];
    if (found === undefined) throw new Error(`${csv} is in no catalog`);
    const bundle = whole(found, name);
    return { ...bundle, csv, bundle: { ...bundle, requiredApis: found.requiredApis } };
  });
  return [...own.map(({ name, csv: _csv, ...rest }): Present => ({ ...rest, csv: name })), ...coming];
}

const RUNS = { numRuns: effort(200, 6000) };

describe('resolveNamespace on random namespaces', () => {
  it('OLM 39: at most one bundle of a package and one provider of an API come to what is there', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        const present = after(input, resolveNamespace(input));
        const keys = (of: Present): string[] => [
          `package ${of.package ?? of.csv}`,
          ...of.providedApis.map(({ kind }) => `api ${kind}`),
        ];
        for (const one of present.filter(({ bundle }) => bundle !== undefined)) {
          const others = present.filter((other) => other !== one).flatMap(keys);
          expect(keys(one).filter((key) => others.includes(key))).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it('OLM 37: whatever comes finds all that it requires', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        const present = after(input, resolveNamespace(input));
        for (const { bundle } of present) {
          for (const { rule } of bundle === undefined ? [] : ruleRequirements(bundle)) {
            expect(present.some((other) => meets(other, rule))).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it('OLM 36: nothing comes that nobody needs', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        for (const { requiredBy } of resolveNamespace(input).dependencies) expect(requiredBy).not.toEqual([]);
      }),
      RUNS,
    );
  });

  it('does not depend on the order of anything in the input but of the catalogs', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        const turned = {
          ...input,
          subscriptions: [...input.subscriptions].reverse(),
          csvs: [...input.csvs].reverse(),
          catalogs: input.catalogs.map((catalog) => ({
            ...catalog,
            packages: new Map([...catalog.packages].reverse()),
          })),
        };
        expect(resolveNamespace(turned).outcomes).toEqual(resolveNamespace(input).outcomes);
      }),
      RUNS,
    );
  });

  it('is not changed by a package that has nothing to do with it', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        const [first, ...others] = input.catalogs;
        if (first === undefined) return;
        const withMore = (names: string[]): ReturnType<typeof resolveNamespace> => {
          const more = names.map((name): [string, ReturnType<typeof aChain>] => [
            name,
            aChain(name, { '1.0.0': { provides: [name], packages: ['a >=1.0.0'] } }),
          ]);
          const packages = new Map([...first.packages, ...more]);
          return resolveNamespace({ ...input, catalogs: [{ ...first, packages }, ...others] });
        };
        // That a catalog holds no packages at all is told.
        const before = withMore(['another']);
        const { outcomes, dependencies } = withMore(['another', 'unrelated']);
        expect({ outcomes, dependencies }).toEqual({
          outcomes: before.outcomes,
          dependencies: before.dependencies,
        });
      }),
      RUNS,
    );
  });

  it('OLM 33: never passes over a version nearer the head that could be had by itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 }), (length, from) => {
        const versions = Array.from({ length }, (_, index) => `${String(index + 1)}.0.0`);
        const at = Math.min(from, length - 1);
        const installed = `p.v${versions[at] ?? ''}`;
        const { outcomes } = resolveNamespace({
          namespace: 'ns',
          subscriptions: [aSubscriptionTo('p', { installed })],
          csvs: [anOwnCsv(aBundleOf('p', versions[at] ?? ''))],
          catalogs: [aResolverCatalog([aChain('p', Object.fromEntries(versions.map((each) => [each, {}])))])],
        });
        const next = versions[at + 1];
        expect(outcomes.get('p')).toMatchObject(
          next === undefined ? { kind: 'current', reason: 'at-head' } : { chosen: { csv: `p.v${next}` } },
        );
      }),
    );
  });

  it('OLM 41: explains in a form that can be read again, with facts wherever something cannot be had', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        for (const outcome of resolveNamespace(input).outcomes.values()) {
          const held = outcome.kind === 'current' ? outcome.heldBack?.explanation : undefined;
          const explanation = outcome.kind === 'unresolvable' ? outcome.explanation : held;
          if (explanation === undefined) continue;
          expect(Explanation.parse(JSON.parse(JSON.stringify(explanation)))).toEqual(explanation);
          expect(explanation.facts.length).toBeGreaterThan(0);
        }
      }),
      RUNS,
    );
  });

  it('tells of every Subscription, each in one part', () => {
    fc.assert(
      fc.property(namespaces, (input) => {
        const { outcomes, parts } = resolveNamespace(input);
        const names = input.subscriptions.map(({ metadata }) => metadata.name);
        expect([...outcomes.keys()].sort()).toEqual([...names].sort());
        expect(parts.flat().sort()).toEqual([...names].sort());
      }),
      RUNS,
    );
  });
});
