/** Checks what a browser asks of the live stream. Apart from `watch-stream.ts`, so that no browser loads the checker. */
import { z } from 'zod';

import { maxWatchesPerStream, watchViews, type StreamRequest as Request } from './watch-stream.ts';

const fieldPath = z
  .string()
  .max(128)
  .regex(/^[\w-]+(\.[\w-]+)*(\.\*)?$/);

const WatchInterest = z.strictObject({
  id: z.string().min(1).max(2048),
  group: z.string().max(253),
  version: z.string().max(63),
  plural: z.string().max(63),
  kind: z.string().max(63).optional(),
  namespace: z.string().max(63).optional(),
  name: z.string().max(253).optional(),
  labelSelector: z.string().max(1024).optional(),
  fieldSelector: z.string().max(1024).optional(),
  view: z.enum(watchViews).optional(),
  fields: z.array(fieldPath).max(12).optional(),
  resourceVersion: z.string().max(128).optional(),
});

/**
 * The body of the request for a live stream; unknown fields and more than `maxWatchesPerStream` watches are refused.
 */
export const StreamRequestShape: z.ZodType<Request> = z.strictObject({
  watches: z.array(WatchInterest).max(maxWatchesPerStream),
});
