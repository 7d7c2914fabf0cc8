import { z } from 'zod';

import { maxNamedNamespaces } from '#lib/reachable.ts';
import { queryNamespaces } from '#server/queries/namespaces.ts';
import { getRuntime } from '#server/queries/runtime.ts';
import { route } from './route.ts';

const Query = z.object({
  /** Comma-separated; what cannot be the name of a namespace is passed over. */
  named: z
    .string()
    .max(64 * maxNamedNamespaces)
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== '')),
});

/** `GET /api/v1/namespaces[?named=a,b]` → ReachableNamespaces */
export const getNamespaces = route({ query: Query }, ({ query, identity }) => {
  const { access, namespace } = getRuntime();
  return queryNamespaces(identity, access, { ...query, context: namespace });
});
