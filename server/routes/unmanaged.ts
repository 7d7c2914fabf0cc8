import { z } from 'zod';

import { queryUnmanaged } from '#server/queries/unmanaged.ts';
import { route } from './route.ts';

/** All namespaces when none is named. */
const Query = z.object({ namespace: z.string().min(1).max(63).optional() });

/** `GET /api/v1/unmanaged[?namespace=a]` → Unmanaged */
export const getUnmanaged = route({ query: Query }, ({ query, identity }) =>
  queryUnmanaged(identity, query.namespace),
);
