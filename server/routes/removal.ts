import { z } from 'zod';

import { queryRemoval } from '#server/queries/removal.ts';
import { route } from './route.ts';

const Params = z.object({ namespace: z.string().min(1).max(63), name: z.string().min(1).max(253) });
/** What of a removal is left to do, as the page's address has it. */
const Query = z.object({ rest: z.string().max(32_768).optional() });

/** `GET /api/v1/operators/:namespace/:csv/removal?rest=…` → UninstallFacts */
export const getRemoval = route({ params: Params, query: Query }, ({ params, query, identity }) =>
  queryRemoval(identity, { ...params, ...query }),
);
