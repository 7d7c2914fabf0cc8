/** An image in its registry: from the name to the layers. */
import { createHash } from 'node:crypto';
import {
  choosePlatform,
  INDEX_TYPES,
  labelsOf,
  MANIFEST_TYPES,
  parseManifest,
  type ContentDescriptor,
} from './documents.ts';
import { readBlob } from './blob.ts';
import { readBody } from './read-body.ts';
import { isDigest } from './reference.ts';
import type { Registry } from './registry.ts';

/** The image for this machine's platform, as far as its documents tell. */
export interface FoundImage {
  /** Of what the name stands for: an index or a manifest. */
  digest: string;
  labels: ReadonlyMap<string, string>;
  /** From the lowest up. */
  layers: readonly ContentDescriptor[];
}

/** Registries must take 4 MB; nobody has to take more. */
const MAX_DOCUMENT = 8 * 1024 * 1024;
const MAX_INDEXES = 3;
const ACCEPT = { accept: [...INDEX_TYPES, ...MANIFEST_TYPES].join(', ') };

/** What the name stands for now, without its content; undefined when the registry does not say. */
export async function currentDigest(registry: Registry): Promise<string | undefined> {
  const { digest, version } = registry.image;
  if (digest !== undefined) return digest;
  const answer = await registry.request({
    path: `manifests/${version}`,
    what: 'image',
    method: 'HEAD',
    headers: ACCEPT,
    maxBytes: 0,
  });
  answer.body.resume();
  const said = answer.headers['docker-content-digest'];
  return said !== undefined && isDigest(said) ? said : undefined;
}

/** Rejects with SourceError. */
export async function findImage(registry: Registry): Promise<FoundImage> {
  const { image } = registry;
  const { digest, ...top } = await readManifest(registry, image.version, image.digest);
  let { value } = top;
  for (let depth = 0; depth < MAX_INDEXES; depth += 1) {
    const document = parseManifest(value);
    if (document.kind === 'unreadable') throw registry.fault('invalid', document.why);
    if (document.kind === 'manifest') {
      const { config, layers } = document.manifest;
      return { digest, labels: await readLabels(registry, config), layers };
    }
    const chosen = choosePlatform(document.manifests, architecture());
    if (chosen === undefined) throw registry.fault('invalid', 'its index lists no image');
    ({ value } = await readManifest(registry, chosen.digest, chosen.digest));
  }
  throw registry.fault('invalid', 'its indexes never come to an image');
}

/** Node's names → Go's, which images use. */
function architecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch;
}

async function readManifest(
  registry: Registry,
  version: string,
  wanted: string | undefined,
): Promise<{ value: unknown; digest: string }> {
  const what = wanted === undefined ? 'image' : `manifest ${wanted}`;
  const answer = await registry.request({
    path: `manifests/${version}`,
    what,
    headers: ACCEPT,
    maxBytes: MAX_DOCUMENT,
  });
  const said = answer.headers['docker-content-digest'];
  const body = await readBody(answer, MAX_DOCUMENT);
  const expected = wanted ?? (said !== undefined && isDigest(said) ? said : undefined);
  const algorithm = expected?.startsWith('sha512:') === true ? 'sha512' : 'sha256';
  const digest = `${algorithm}:${createHash(algorithm).update(body).digest('hex')}`;
  if (expected !== undefined && digest !== expected)
    throw registry.fault('invalid', `its ${what} is not what its digest says: its content gives ${digest}`);
  return { value: parse(registry, body, what), digest };
}

async function readLabels(
  registry: Registry,
  config: ContentDescriptor,
): Promise<ReadonlyMap<string, string>> {
  if (config.size > MAX_DOCUMENT)
    throw registry.fault('limit', `its configuration is larger than ${String(MAX_DOCUMENT)} bytes`);
  const chunks: Buffer[] = [];
  for await (const chunk of readBlob(registry, config)) chunks.push(chunk);
  return labelsOf(parse(registry, Buffer.concat(chunks), 'configuration'));
}

function parse(registry: Registry, text: Buffer, what: string): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw registry.fault('invalid', `its ${what} is no JSON`);
  }
}
