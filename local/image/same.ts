/** Takes out of what is built what differs from one build to the next. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

const Sbom = z.looseObject({ serialNumber: z.string(), metadata: z.looseObject({ timestamp: z.string() }) });

/**
 * The bill of materials that `npm sbom` writes: npm draws a serial number and notes the time. The number is made of the lock
 * file instead, and the time left out.
 */
export function withoutChance(text: string, lock: Uint8Array): string {
  const { metadata, ...sbom } = Sbom.parse(JSON.parse(text));
  const { timestamp: _timestamp, ...rest } = metadata;
  const hex = hashOf(lock);
  // A UUID of version 8: made of a hash of one's own.
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
  return `${JSON.stringify({ ...sbom, serialNumber: `urn:uuid:${uuid}`, metadata: rest }, null, 1)}\n`;
}

const Keys = z.object({
  previewModeId: z.string(),
  previewModeSigningKey: z.string(),
  previewModeEncryptionKey: z.string(),
});
const Prerendered = z.looseObject({ preview: Keys });

/**
 * The two files in which Next keeps the keys that it drew for its preview mode, by which pages made in advance are passed over:
 * `preview-props.json` and `prerender-manifest.json`. The pages have no such mode, and none of them is made in advance.
 * @param build tells one build from another
 */
export function withoutDrawnKeys(text: string, build: string): string {
  const value: unknown = JSON.parse(text);
  const hex = hashOf(Buffer.from(build));
  const fixed = (keys: z.infer<typeof Keys>): object =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, hex.slice(0, key.length)]));
  const alone = Keys.safeParse(value);
  if (alone.success) return JSON.stringify(fixed(alone.data));
  const { preview, ...rest } = Prerendered.parse(value);
  return JSON.stringify({ ...rest, preview: fixed(preview) });
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
