/**
 * What resolving a namespace costs: with the whole community catalog and 1, 10 and 100 Subscriptions, and with graphs that
 * are made to be hard: long chains, many versions that need each other, no answer, more pigeons than holes.
 */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aChain, aBundleOf, anOwnCsv, aResolverCatalog, aSubscriptionTo } from '#lib/testing/resolver.ts';
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { resolveNamespace } from '#lib/olm/resolver/resolve-namespace.ts';
import type { NamespaceResolution, ResolveNamespaceInput, ResolverCatalog } from '#lib/olm/resolver/types.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import { resolverCatalog } from '#server/catalog/service/resolver-catalog.ts';
import { quantile, verdict } from './figures.ts';

export const summary = 'resolving: the community catalog, long chains, needs, no answer, pigeonholes';

/** design.md §7. */
const GOAL = { realMs: 5, hundredMs: 20, anyMs: 2_000 };
const NAME = 'cat';
const NAMESPACE = 'global';
const ROUNDS = 200;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

export async function bench(): Promise<void> {
  await real();
  chains();
  needs();
  pigeons();
}

async function real(): Promise<void> {
  const data = sharedData('catalog-full.jsonl.gz');
  if (data === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), 'capstan-bench-'));
  const content = join(folder, 'content');
  await mkdir(content);
  await copyFile(data, join(content, 'catalog.jsonl.gz'));
  const store = await createDirectoryStore([{ name: NAME, directory: content }], { namespace: NAMESPACE });
  try {
    const [catalog] = store.list();
    if (catalog === undefined) throw new Error('no catalog');
    const used = resolverCatalog(catalog);
    const names = [...used.packages.keys()];
    const before = keptMb();
    each('real, one after the other, first time', names, (name) => asking(used, [name]));
    each('real, one after the other, again', names, (name) => asking(used, [name]));
    for (const count of [1, 10, 100]) several(used, names, count);
    process.stdout.write(`  memory kept by all this: ${(keptMb() - before).toFixed(1)} MB\n`);
  } finally {
    store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function asking(catalog: ResolverCatalog, names: readonly string[]): ResolveNamespaceInput {
  return namespace(
    [catalog],
    names.map((name) => aSubscriptionTo(name, { spec: { channel: '' } })),
  );
}

/** Every so manieth package of the catalog, a few times shifted. */
function several(catalog: ResolverCatalog, names: readonly string[], count: number): void {
  const step = Math.floor(names.length / count);
  const times: number[] = [];
  let last: NamespaceResolution | undefined;
  for (let round = 0; round < Math.ceil(ROUNDS / count); round += 1) {
    const asked = Array.from(
      { length: count },
      (_, index) => names[(index * step + round * 7) % names.length] ?? '',
    );
    const input = asking(catalog, [...new Set(asked)]);
    resolveNamespace(input);
    const { ms, result } = timed(input);
    times.push(ms);
    last = result;
  }
  say(
    `real, ${String(count)} Subscriptions (p50)`,
    quantile(times, 0.5),
    count === 100 ? GOAL.hundredMs : GOAL.realMs,
    answer(last),
  );
}

function each(
  label: string,
  names: readonly string[],
  inputOf: (name: string) => ResolveNamespaceInput,
): void {
  const times = names.map((name) => timed(inputOf(name)).ms);
  say(`${label} (p50)`, quantile(times, 0.5), GOAL.realMs);
  say(`${label} (p99)`, quantile(times, 0.99), GOAL.realMs);
  process.stdout.write(
    `  slowest: ${names[times.indexOf(Math.max(...times))] ?? ''} ${Math.max(...times).toFixed(1)} ms\n`,
  );
}

function chains(): void {
  const versions = Array.from({ length: 500 }, (_, index) => `1.${String(index)}.0`);
  const long = aChain('long', Object.fromEntries(versions.map((version) => [version, {}])));
  const catalog = aResolverCatalog([long]);
  measure('chain of 500, fresh', namespace([catalog], [aSubscriptionTo('long')]));
  measure(
    'chain of 500, upgrade from the first',
    namespace(
      [catalog],
      [aSubscriptionTo('long', { installed: 'long.v1.0.0' })],
      [anOwnCsv(aBundleOf('long', '1.0.0'))],
    ),
  );
  const lacking = aChain('long', Object.fromEntries(versions.map((each) => [each, { requires: ['None'] }])));
  measure(
    'chain of 500, none can be had',
    namespace([aResolverCatalog([lacking])], [aSubscriptionTo('long')]),
  );
}

/** Each package provides an API and requires those of the next two. @param last whether the last one is served */
function layered(packages: number, versions: number, last: boolean): CatalogPackage[] {
  return Array.from({ length: packages }, (_, at) =>
    aChain(
      `p${String(at)}`,
      Object.fromEntries(
        Array.from({ length: versions }, (_version, index) => [
          `1.${String(index)}.0`,
          {
            provides: [`K${String(at)}`],
            requires: [at + 1, at + 2].filter((next) => next < packages).map((next) => `K${String(next)}`),
            packages: at === packages - 1 && !last ? ['nobody >=1.0.0'] : [],
          },
        ]),
      ),
    ),
  );
}

function needs(): void {
  const catalog = aResolverCatalog(layered(50, 20, true));
  measure('50 × 20 with required APIs, one Subscription', namespace([catalog], [aSubscriptionTo('p0')]));
  const all = Array.from({ length: 50 }, (_, at) => aSubscriptionTo(`p${String(at)}`));
  measure('50 × 20 with required APIs, fifty', namespace([catalog], all));
  const broken = aResolverCatalog(layered(50, 20, false));
  measure('50 × 20, the last need is not served', namespace([broken], [aSubscriptionTo('p0')]));
  measure('50 × 20, the last need is not served, fifty', namespace([broken], all));
}

/** Every package has a version for each hole, and a hole is an API that only one may provide. */
function pigeons(): void {
  for (const holes of [5, 8, 20, 50]) {
    const packages = Array.from({ length: holes + 1 }, (_, at) =>
      aChain(
        `p${String(at)}`,
        Object.fromEntries(
          Array.from({ length: holes }, (_hole, hole) => [
            `1.${String(hole)}.0`,
            { provides: [`H${String(hole)}`] },
          ]),
        ),
      ),
    );
    const asked = packages.map(({ name }) => aSubscriptionTo(name));
    measure(
      `${String(holes + 1)} pigeons, ${String(holes)} holes`,
      namespace([aResolverCatalog(packages)], asked),
    );
  }
}

function namespace(
  catalogs: readonly ResolverCatalog[],
  subscriptions: readonly Subscription[],
  csvs: ResolveNamespaceInput['csvs'] = [],
): ResolveNamespaceInput {
  return { namespace: 'ns', catalogs, subscriptions, csvs };
}

function timed(input: ResolveNamespaceInput): { ms: number; result: NamespaceResolution } {
  const start = performance.now();
  const end = start + GOAL.anyMs * 0.9;
  const result = resolveNamespace({ ...input, options: { outOfTime: () => performance.now() > end } });
  return { ms: performance.now() - start, result };
}

function measure(label: string, input: ResolveNamespaceInput): void {
  const before = keptMb();
  const { ms, result } = timed(input);
  const mb = heapMb() - before;
  say(
    label,
    ms,
    GOAL.anyMs,
    `${answer(result)}, ${String(result.steps)} steps, ${mb.toFixed(0)} MB with garbage`,
  );
}

function answer(result: NamespaceResolution | undefined): string {
  const kinds = new Map<string, number>();
  for (const { kind } of result?.outcomes.values() ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const dependencies = result?.dependencies.length ?? 0;
  const words = [...kinds].map(([kind, count]) => `${String(count)} ${kind}`);
  return [...words, ...(dependencies > 0 ? [`${String(dependencies)} dependencies`] : [])].join(', ');
}

/** Without garbage. */
function keptMb(): number {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  return heapMb();
}

function heapMb(): number {
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

function say(label: string, ms: number, goal: number, more = ''): void {
  verdict(`${label}, ms`, ms, goal);
  if (more !== '') process.stdout.write(`     ${more}\n`);
}
