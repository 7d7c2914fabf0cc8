/** APIs that the server has, asked for at most every ten seconds and only when some CSV requires one. */
import type { World } from './world.ts';

const KEPT_MS = 10_000;

const answers = new WeakMap<World, { at: number; apis: Promise<ReadonlySet<string>> }>();

/** `group/version/Kind` of each. */
export function servedApis(world: World): Promise<ReadonlySet<string>> {
  const known = answers.get(world);
  const now = performance.now();
  if (known !== undefined && now - known.at < KEPT_MS) return known.apis;
  const apis = world.client
    .discover()
    .then((found) => new Set(found.map(({ group, version, kind }) => `${group}/${version}/${kind}`)));
  answers.set(world, { at: now, apis });
  apis.catch(() => answers.delete(world));
  return apis;
}
