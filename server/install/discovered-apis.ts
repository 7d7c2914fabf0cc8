/** APIs that the server has, asked for at most every ten seconds and only when some CSV requires one. */
import type { World } from './world.ts';

const KEPT_MS = 10_000;

/** `group/version/Kind` of each. */
export function servedApis({ client, memory }: World): Promise<ReadonlySet<string>> {
  const known = memory.served;
  const now = performance.now();
  if (known !== undefined && now - known.at < KEPT_MS) return known.apis;
  const apis = client
    .discover()
    .then((found) => new Set(found.map(({ group, version, kind }) => `${group}/${version}/${kind}`)));
  memory.served = { at: now, apis };
  apis.catch(() => {
    memory.served = undefined;
  });
  return apis;
}
