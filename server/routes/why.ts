import { z } from 'zod';

import type { SubjectKind } from '#lib/olm/why/finding.ts';
import { queryTroubles, queryWhy } from '#server/queries/why.ts';
import { route } from './route.ts';

const KINDS = [
  'ClusterServiceVersion',
  'InstallPlan',
  'Instance',
  'Subscription',
] as const satisfies SubjectKind[];
/** No way to another path. */
const Name = z
  .string()
  .min(1)
  .max(253)
  .regex(/^(?!\.{1,2}$)[^/]+$/);

const Query = z.object({
  kind: z.enum(KINDS),
  name: Name,
  namespace: z
    .string()
    .max(63)
    .regex(/^[a-z0-9-]*$/)
    .default(''),
  /** The type of an instance. */
  group: z
    .string()
    .max(253)
    .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?$/)
    .default(''),
  version: z
    .string()
    .max(63)
    .regex(/^[a-z0-9]*$/)
    .default(''),
  plural: z
    .string()
    .max(253)
    .regex(/^[a-z0-9-]*$/)
    .default(''),
  apiKind: z.string().max(63).default(''),
});

/** `GET /api/v1/why?kind=…&namespace=…&name=…` → WhyVerdict */
export const getWhy = route({ query: Query }, ({ query, identity }) => {
  const { kind, namespace, name, group, version, plural, apiKind } = query;
  const api = { group, version, plural, kind: apiKind, namespaced: namespace !== '' };
  return queryWhy(identity, { kind, namespace, name, ...(kind === 'Instance' ? { api } : {}) });
});

/** More are asked about in several requests. */
const AT_ONCE = 10;

const Namespaces = z.object({
  /** Comma-separated. */
  namespaces: z
    .string()
    .max(64 * AT_ONCE)
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.string().max(63)).min(1).max(AT_ONCE)),
});

/** `GET /api/v1/troubles?namespaces=a,b` → WhyTrouble[] */
export const getTroubles = route({ query: Namespaces }, ({ query, identity }) =>
  queryTroubles(identity, query.namespaces),
);
