import { z } from 'zod';

import { maxNamedNamespaces } from '#lib/reachable.ts';
import { getRuntime } from '#server/queries/runtime.ts';
import { queryUpgrades } from '#server/queries/upgrades.ts';
import { route } from './route.ts';

const Query = z.object({
  /** Comma-separated; all namespaces when none is named. */
  namespaces: z
    .string()
    .max(64 * maxNamedNamespaces)
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.string()).max(maxNamedNamespaces)),
});

/** `GET /api/v1/upgrades[?namespaces=a,b]` → Upgrades */
export const getUpgrades = route({ query: Query }, ({ query, identity }) =>
  queryUpgrades(identity, getRuntime().catalog, query.namespaces),
);
