/** The wanted folders of an image, written to disk. Nothing is ever written outside the target, and no link is ever made. */
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SourceError } from '../sources/reader.ts';
import { reason } from '../read/document.ts';
import { readBlob } from './blob.ts';
import type { ContentDescriptor } from './documents.ts';
import { Overlay } from './overlay.ts';
import type { Registry } from './registry.ts';
import { readTar, type TarEntry } from './tar.ts';
import { unpackLayer } from './unpack.ts';

/** Bounds on one image; bytes. */
export interface ImageLimits {
  /** All layers as they are sent. */
  packed: number;
  /** All layers unpacked, whatever is in them. */
  unpacked: number;
  /** Entries in all layers. */
  entries: number;
  /** What is kept: number of files, and their bytes. */
  files: number;
  kept: number;
}

/** What to write, where to, and how much at most. */
export interface UnpackRequest {
  /** Target; exists and is empty. */
  folder: string;
  /** Folders of the image, without slashes at the ends. @see strip */
  wanted: readonly string[];
  /** Leave the name of the wanted folder away. */
  strip?: boolean;
  limits: ImageLimits;
  onBytes?: (bytes: number) => void;
}

/** So much may come out of one byte on average; a layer of real files stays below 30, and the first bytes are free. */
const MAX_RATIO = 200;
const RATIO_FREE = 32 * 1024 * 1024;
const MAX_PATH = 1024;
const MAX_STEP = 255;
const MAX_DEPTH = 32;
const MAX_PATHS = 32 * 1024 * 1024;

interface Run {
  registry: Registry;
  request: UnpackRequest;
  overlay: Overlay;
  counts: { unpacked: number; entries: number; files: number; kept: number };
}

/** Resolves to the number of files written; rejects with SourceError. */
export async function unpackImage(
  registry: Registry,
  layers: readonly ContentDescriptor[],
  request: UnpackRequest,
): Promise<number> {
  const packed = layers.reduce((sum, { size }) => sum + size, 0);
  if (packed > request.limits.packed)
    throw tooMuch(registry, `its layers have ${String(packed)} bytes`, request.limits.packed);
  const run: Run = {
    registry,
    request,
    overlay: new Overlay(),
    counts: { unpacked: 0, entries: 0, files: 0, kept: 0 },
  };
  for (const layer of layers.toReversed()) {
    await readLayer(run, layer);
    run.overlay.descend();
  }
  return run.counts.files;
}

async function readLayer(run: Run, layer: ContentDescriptor): Promise<void> {
  const { registry, request } = run;
  const blob = readBlob(registry, layer, request.onBytes);
  try {
    for await (const entry of readTar(bounded(run, blob))) await takeEntry(run, entry);
  } catch (error) {
    registry.options.signal.throwIfAborted();
    if (error instanceof SourceError || isDiskError(error)) throw error;
    throw registry.fault('invalid', `layer ${layer.digest} cannot be unpacked: ${reason(error)}`, {
      cause: error,
    });
  }
}

/** Trouble of our own disk is nothing that the image is to blame for. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function* bounded(run: Run, blob: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { registry, request, counts } = run;
  let sent = 0;
  let out = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of blob) {
      sent += chunk.length;
      yield chunk;
    }
  };
  for await (const chunk of unpackLayer(counted())) {
    out += chunk.length;
    counts.unpacked += chunk.length;
    if (counts.unpacked > request.limits.unpacked)
      throw tooMuch(registry, 'its layers unpack to more', request.limits.unpacked);
    if (out > RATIO_FREE && out > sent * MAX_RATIO)
      throw registry.fault('limit', `a layer unpacks to more than ${String(MAX_RATIO)} times its size`);
    yield chunk;
  }
}

async function takeEntry(run: Run, entry: TarEntry): Promise<void> {
  const { registry, request, overlay, counts } = run;
  counts.entries += 1;
  if (counts.entries > request.limits.entries)
    throw tooMuch(registry, 'its layers have more entries', request.limits.entries);
  const steps = stepsOf(run, entry);
  const path = steps.join('/');
  const place = placeOf(path, request.wanted);
  if (place === 'elsewhere') return;
  checkName(run, entry, steps);
  const counting = overlay.take(path, entry.type === 'directory');
  if (overlay.size > MAX_PATHS) throw tooMuch(registry, 'its names have more characters', MAX_PATHS);
  if (!counting || entry.type === 'directory') return;
  if (entry.type !== 'file') {
    throw registry.fault(
      'invalid',
      `${shown(entry)} is a ${kindOf(entry)}; only files and folders are taken`,
    );
  }
  if (place === 'inside') await writeFile(run, entry, path);
}

function stepsOf({ registry }: Run, entry: TarEntry): string[] {
  const { name } = entry;
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  if (name.length > 16 * MAX_PATH || steps.includes('..') || name.includes('\0'))
    throw registry.fault('invalid', `the name ${shown(entry)} leaves its folder or is none`);
  return steps;
}

/** Of whiteouts, the place is that of what they remove. */
function placeOf(path: string, wanted: readonly string[]): 'inside' | 'above' | 'elsewhere' {
  const meant = path.replace(/(^|\/)\.wh\.(?:\.wh\.\.opq$)?/, '$1').replace(/\/$/, '');
  if (wanted.some((folder) => meant === folder || meant.startsWith(`${folder}/`))) return 'inside';
  return meant === '' || wanted.some((folder) => folder.startsWith(`${meant}/`)) ? 'above' : 'elsewhere';
}

function checkName({ registry }: Run, entry: TarEntry, steps: readonly string[]): void {
  const { name } = entry;
  const isBad =
    name.startsWith('/') ||
    name.includes('\\') ||
    name.length > MAX_PATH ||
    steps.length > MAX_DEPTH ||
    steps.some((step) => Buffer.byteLength(step) > MAX_STEP);
  if (isBad) {
    const why = 'is absolute, too long, too deep or has a backslash';
    throw registry.fault('invalid', `the name ${shown(entry)} ${why}`);
  }
}

function shown({ name }: TarEntry): string {
  return JSON.stringify(name.slice(0, 200));
}

function kindOf({ type }: TarEntry): string {
  return type === 'unknown' ? 'thing of unknown kind' : type;
}

async function writeFile(run: Run, entry: TarEntry, path: string): Promise<void> {
  const { registry, request, counts } = run;
  const { limits, folder, wanted, strip = false } = request;
  counts.files += 1;
  counts.kept += entry.size;
  if (counts.files > limits.files) throw tooMuch(registry, 'it has more files', limits.files);
  if (counts.kept > limits.kept) throw tooMuch(registry, 'its files have more bytes', limits.kept);
  const root = strip ? wanted.find((name) => path.startsWith(`${name}/`)) : undefined;
  const target = join(folder, root === undefined ? path : path.slice(root.length + 1));
  await mkdir(dirname(target), { recursive: true });
  const file = await open(target, 'w', 0o600);
  try {
    for await (const chunk of entry.content) await file.write(chunk);
  } finally {
    await file.close();
  }
}

function tooMuch(registry: Registry, what: string, limit: number): SourceError {
  return registry.fault('limit', `${what} than the ${String(limit)} that Capstan reads`);
}
