/** Images for tests: made of files or of raw tar entries, and pushed as a client would. */
import { createHash } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { registryUser } from './registry.ts';

export type TarInput = Partial<Header> & { name: string; content?: string | Buffer };

export interface LayerOptions {
  /** By path. */
  files?: Readonly<Record<string, string | Buffer>>;
  /** After the files: links, devices, names that no honest builder writes. */
  entries?: readonly TarInput[];
  /** Default gzip. */
  compression?: 'gzip' | 'zstd' | 'none';
  /** Instead of all that: the bytes of the layer as they are. */
  raw?: Buffer;
}

export interface ImageOptions {
  layers: readonly LayerOptions[];
  labels?: Readonly<Record<string, string>>;
  format?: 'oci' | 'docker';
  /** Default amd64. */
  architecture?: string;
}

export interface Pushed {
  digest: string;
  size: number;
  mediaType: string;
}

const OCI = 'application/vnd.oci.image';
const DOCKER = 'application/vnd.docker';
const TYPES = {
  oci: {
    index: `${OCI}.index.v1+json`,
    manifest: `${OCI}.manifest.v1+json`,
    config: `${OCI}.config.v1+json`,
    layer: {
      gzip: `${OCI}.layer.v1.tar+gzip`,
      zstd: `${OCI}.layer.v1.tar+zstd`,
      none: `${OCI}.layer.v1.tar`,
    },
  },
  docker: {
    index: `${DOCKER}.distribution.manifest.list.v2+json`,
    manifest: `${DOCKER}.distribution.manifest.v2+json`,
    config: `${DOCKER}.container.image.v1+json`,
    layer: {
      gzip: `${DOCKER}.image.rootfs.diff.tar.gzip`,
      zstd: `${DOCKER}.image.rootfs.diff.tar.zstd`,
      none: `${DOCKER}.image.rootfs.diff.tar`,
    },
  },
} as const;

async function layerBytes({
  files = {},
  entries = [],
  compression = 'gzip',
  raw,
}: LayerOptions): Promise<Buffer> {
  if (raw !== undefined) return raw;
  const tar = await tarBytes([
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
    ...entries,
  ]);
  return compression === 'gzip' ? gzipSync(tar) : compression === 'zstd' ? zstdCompressSync(tar) : tar;
}

export async function tarBytes(entries: readonly TarInput[]): Promise<Buffer> {
  const archive = pack();
  for (const { content, ...header } of entries) archive.entry(header, content ?? '');
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) {
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

/** @param name `<host>/<repository>:<tag>`; without a tag only the digest leads to it */
export async function pushImage(name: string, options: ImageOptions): Promise<Pushed> {
  const { layers, labels = {}, format = 'oci', architecture = 'amd64' } = options;
  const types = TYPES[format];
  const target = targetOf(name);
  const pushed = [];
  for (const layer of layers) {
    const bytes = await layerBytes(layer);
    pushed.push({ mediaType: types.layer[layer.compression ?? 'gzip'], ...(await pushBlob(target, bytes)) });
  }
  const config = {
    architecture,
    os: 'linux',
    config: { Labels: labels },
    rootfs: { type: 'layers', diff_ids: pushed.map(({ digest }) => digest) },
  };
  return pushManifest(target, types.manifest, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: types.config, ...(await pushBlob(target, Buffer.from(JSON.stringify(config)))) },
    layers: pushed,
  });
}

export async function pushIndex(
  name: string,
  images: readonly (Pushed & { platform: { os: string; architecture: string } })[],
  format: 'oci' | 'docker' = 'oci',
): Promise<Pushed> {
  const mediaType = TYPES[format].index;
  return pushManifest(targetOf(name), mediaType, { schemaVersion: 2, mediaType, manifests: images });
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

interface PushTarget {
  base: string;
  tag: string | undefined;
}

function targetOf(name: string): PushTarget {
  const [host = '', ...path] = name.split('/');
  const [repository = '', tag] = path.join('/').split(':');
  return { base: `http://${host}/v2/${repository}`, tag };
}

const authorization = `Basic ${Buffer.from(`${registryUser.username}:${registryUser.password}`).toString('base64')}`;

async function pushBlob({ base }: PushTarget, bytes: Buffer): Promise<{ digest: string; size: number }> {
  const digest = digestOf(bytes);
  const start = await fetch(`${base}/blobs/uploads/`, { method: 'POST', headers: { authorization } });
  const location = start.headers.get('location');
  if (location === null) throw new Error(`no upload: ${String(start.status)} ${await start.text()}`);
  const url = new URL(location, base);
  url.searchParams.set('digest', digest);
  const headers = { authorization, 'content-type': 'application/octet-stream' };
  await expectOk(await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) }));
  return { digest, size: bytes.length };
}

async function pushManifest({ base, tag }: PushTarget, mediaType: string, manifest: object): Promise<Pushed> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  const digest = digestOf(bytes);
  const headers = { authorization, 'content-type': mediaType };
  const url = `${base}/manifests/${tag ?? digest}`;
  await expectOk(await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) }));
  return { digest, size: bytes.length, mediaType };
}

async function expectOk(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${response.url}: ${String(response.status)} ${await response.text()}`);
}
