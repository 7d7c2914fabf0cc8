/** A catalog in a ConfigMap: file-based catalog in any key, plain or gzip, or the older form of three keys. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KubeObject } from '#lib/k8s/object.ts';
import { isJsonObject } from '#lib/base/json.ts';
import { at } from '#lib/base/loose.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { outcomeAmong, type RunJob } from '../../indexer/job.ts';
import { SourceError, type CatalogReader } from '../reader.ts';
import { THREE_KEYS } from './three-keys.ts';

/** Which ConfigMap, and how it is read. */
export interface ConfigMapReaderOptions {
  /** `namespace/name`, for messages. */
  name: string;
  /** The ConfigMap as it is now; undefined when there is none. */
  get: (signal: AbortSignal) => Promise<KubeObject | undefined>;
  /** The older form is read elsewhere. */
  run: RunJob;
}

const CATALOG_FILE = /\.(json|jsonl|ndjson|ya?ml)(\.gz)?$/i;

/** The version that `fetch` gives is the ConfigMap's resourceVersion; an empty ConfigMap is `invalid`. */
export function createConfigMapReader({ name, get, run }: ConfigMapReaderOptions): CatalogReader {
  return {
    async fetch({ known, folder, signal, onBytes }) {
      const configMap = await getOrExplain(name, get, signal);
      const version = configMap.metadata.resourceVersion ?? '';
      if (version !== '' && version === known) return { kind: 'unchanged' };
      const files = filesOf(configMap);
      if (files.length === 0)
        throw new SourceError('invalid', `ConfigMap ${name} is empty. Put a catalog into a key of it.`);
      for (const { key, bytes } of files) {
        onBytes?.(bytes.length);
        await writeFile(join(folder, isOlder(key) ? key : fileName(key, bytes)), bytes);
      }
      if (files.some(({ key }) => isOlder(key)))
        outcomeAmong(await run({ kind: 'threeKeys', folder, name }, signal), 'done');
      return { kind: 'fetched', version };
    },
  };
}

async function getOrExplain(
  name: string,
  get: ConfigMapReaderOptions['get'],
  signal: AbortSignal,
): Promise<KubeObject> {
  try {
    const found = await get(signal);
    if (found !== undefined) return found;
  } catch (error) {
    signal.throwIfAborted();
    if (isKubeError(error, 'forbidden', 'unauthorized')) {
      throw new SourceError(
        'denied',
        `The controller may not read ConfigMap ${name}. Give it the right to.`,
        {
          cause: error,
        },
      );
    }
    if (!isKubeError(error, 'notFound')) {
      throw new SourceError('unreachable', `ConfigMap ${name} is unavailable. Retrying shortly.`, {
        cause: error,
      });
    }
  }
  throw new SourceError('missing', `There is no ConfigMap ${name}. Create it, or correct spec.configMap.`);
}

function isOlder(key: string): boolean {
  return THREE_KEYS.some((known) => known === key);
}

interface ConfigMapFile {
  key: string;
  bytes: Buffer;
}

function filesOf(configMap: KubeObject): ConfigMapFile[] {
  const texts = entriesOf(at(configMap, 'data')).map(([key, text]) => ({ key, bytes: Buffer.from(text) }));
  const binaries = entriesOf(at(configMap, 'binaryData')).map(([key, text]) => ({
    key,
    bytes: Buffer.from(text, 'base64'),
  }));
  return [...texts, ...binaries].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function entriesOf(value: unknown): [string, string][] {
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : []))
    : [];
}

/** A name under which the reader of folders takes it for a catalog file and for nothing else. */
function fileName(key: string, bytes: Buffer): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = `${key.startsWith('.') ? 'key' : ''}${key}`.replace(/\.gz$/i, '').replaceAll(/[^\w.-]/g, '_');
  return `${CATALOG_FILE.test(plain) ? plain : `${plain}.yaml`}${isGzip ? '.gz' : ''}`;
}
