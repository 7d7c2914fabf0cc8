/** A backup as bytes, and those as parts that fit into Secrets. Pure. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';

/** Keys and values as etcd's JSON has them: base64. */
const Entry = z.object({ key: z.string(), value: z.string(), lease: z.string().optional() });
export type Entry = z.infer<typeof Entry>;

/** A lease, in the seconds that it was granted for. */
const Lease = z.object({ id: z.string(), ttl: z.string() });
export type Lease = z.infer<typeof Lease>;

const Content = z.object({ entries: z.array(Entry), leases: z.array(Lease) });
export type BackupContent = z.infer<typeof Content>;

/** What an operator of this size reads at once. */
export const LONGEST_BYTES = 64 * 1024 * 1024;
/** A Secret takes a mebibyte, in base64. */
const PART_BYTES = 700 * 1024;
const MOST_PARTS = 24;

export interface Packed {
  readonly parts: readonly Buffer[];
  readonly sha256: string;
}

/** undefined for more than Secrets should hold. */
export function pack(content: BackupContent): Packed | undefined {
  const whole = gzipSync(JSON.stringify(content));
  const count = Math.max(1, Math.ceil(whole.length / PART_BYTES));
  if (count > MOST_PARTS) return undefined;
  const parts = Array.from({ length: count }, (_, index) =>
    whole.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  );
  return { parts, sha256: digestOf(whole) };
}

/** The reason, for people, where the parts are not what was packed. */
export function unpack({ parts, sha256 }: Packed): BackupContent | string {
  const whole = Buffer.concat(parts);
  if (digestOf(whole) !== sha256) return 'its Secrets are not as they were written';
  try {
    const text = gunzipSync(whole, { maxOutputLength: 2 * LONGEST_BYTES }).toString();
    return Content.parse(JSON.parse(text));
  } catch {
    return 'its Secrets hold no backup';
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
