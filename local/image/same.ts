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

const Prerendered = z.looseObject({
  preview: z.object({
    previewModeId: z.string(),
    previewModeSigningKey: z.string(),
    previewModeEncryptionKey: z.string(),
  }),
});

/** Next's `prerender-manifest.json`: keys of its preview mode, which the pages do not use and every page is dynamic without. */
export function withoutDrawnKeys(text: string): string {
  const { preview, ...rest } = Prerendered.parse(JSON.parse(text));
  const hex = hashOf(Buffer.from(JSON.stringify(rest)));
  const fixed = Object.fromEntries(
    Object.entries(preview).map(([name, value]) => [name, hex.slice(0, value.length)]),
  );
  return JSON.stringify({ ...rest, preview: fixed });
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
