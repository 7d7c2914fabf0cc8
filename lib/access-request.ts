/** Checks what a browser asks of `POST /api/access`. Apart from `access.ts`, so that no browser loads the checker. */
import { z } from 'zod';

import { maxAccessChecks, type AccessCheck } from './access.ts';

const Check: z.ZodType<AccessCheck> = z.strictObject({
  verb: z.string().min(1).max(63),
  group: z.string().max(253),
  resource: z.string().min(1).max(63),
  subresource: z.string().max(63).optional(),
  namespace: z.string().max(63).optional(),
  name: z.string().max(253).optional(),
});

/**
 * The body of `POST /api/access`: at most `maxAccessChecks` checks; unknown fields and overlong names are refused.
 */
export const AccessRequest = z.strictObject({ checks: z.array(Check).max(maxAccessChecks) });
/** What a body is once it has passed. */
export type AccessRequest = z.infer<typeof AccessRequest>;
