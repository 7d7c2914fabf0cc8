/** Reads what `LEFT_OUT_ANNOTATION` says; anybody may have written it. */
import { z } from 'zod';
import type { LeftOut } from './plan-left-out.ts';

const Parts = z.array(z.object({ kind: z.string(), name: z.string(), reason: z.string() }));

/** Empty when the text is not ours. */
export function parseLeftOut(text: string): LeftOut[] {
  try {
    return Parts.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
