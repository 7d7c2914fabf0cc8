/** Icons as catalogs carry them: base64 of anything. Only what really is an image of a known kind is served, as that kind. */
import { createHash } from 'node:crypto';
import type { CatalogIcon } from '#lib/olm/api/catalog.ts';
import { limits } from './limits.ts';

/** A picture that is safe to be served as what it is. */
export interface IconImage {
  mediaType: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  bytes: Buffer;
}

/** Undefined when the content is no image; what the catalog says of the media type counts for nothing. */
export function decodeIcon(icon: CatalogIcon): IconImage | undefined {
  if (icon.base64.length > limits.icon) return undefined;
  const bytes = Buffer.from(icon.base64.replace(/^data:[^,]*,/, ''), 'base64');
  const mediaType = sniff(bytes);
  return mediaType === undefined ? undefined : { mediaType, bytes };
}

/** Short and stable: the same picture gives the same digest. */
export function iconDigest(icon: CatalogIcon): string {
  return createHash('sha256').update(icon.base64).digest('hex').slice(0, 16);
}

function sniff(bytes: Buffer): IconImage['mediaType'] | undefined {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
}

/**
 * The first element is `svg`, after whatever XML allows in front of it. No part of the pattern can take what the part
 * after it takes, so that a prologue without end costs one pass.
 */
function isSvg(bytes: Buffer): boolean {
  let rest = bytes
    .toString('utf8', 0, 16_384)
    .replace(/^\uFEFF/, '')
    .trimStart();
  for (let step = 0; step < 20; step += 1) {
    const prologue = /^(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)\s*/i.exec(rest);
    if (prologue === null) break;
    rest = rest.slice(prologue[0].length);
  }
  return /^<(?:[\w-]+:)?svg[\s>]/i.test(rest);
}
