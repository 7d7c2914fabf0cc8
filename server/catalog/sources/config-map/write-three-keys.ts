/** The older form of a catalog in a ConfigMap, from files named like its keys into a catalog file. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreeKeysJob } from '../../indexer/job.ts';
import { limits } from '../../read/limits.ts';
import { parseYamlDocuments } from '../../read/yaml.ts';
import { FbcLines } from '../fbc-lines.ts';
import { SourceError } from '../reader.ts';
import { THREE_KEYS, threeKeysToFbc, type ThreeKeys } from './three-keys.ts';

/** Rejects with SourceError. The files of the keys are gone afterwards. */
export async function writeThreeKeys({ folder, name }: ThreeKeysJob): Promise<void> {
  const given: ThreeKeys = { packages: [], clusterServiceVersions: [], customResourceDefinitions: [] };
  for (const key of THREE_KEYS) {
    const file = join(folder, key);
    // A ConfigMap may have only some of them.
    given[key] = listIn(name, key, await readFile(file, 'utf8').catch(() => ''));
    await rm(file, { force: true });
  }
  const entries = threeKeysToFbc(given);
  if (entries.length === 0)
    throw new SourceError('invalid', `ConfigMap ${name} names no packages in its key packages.`);
  await using lines = await FbcLines.create(join(folder, 'catalog.jsonl'), `ConfigMap ${name}`);
  for (const entry of entries) {
    await lines.write(entry);
  }
}

function listIn(name: string, key: string, text: string): readonly unknown[] {
  const fault = (what: string): SourceError =>
    new SourceError('invalid', `Key ${key} of ConfigMap ${name} ${what}. It must hold a YAML list.`);
  if (text.length > limits.document) throw fault('is too large');
  const [document] = parseYamlDocuments(text);
  if (document === undefined) return [];
  if (!document.ok) throw fault(`${document.message} (line ${String(document.line)})`);
  if (!Array.isArray(document.value)) throw fault('is no list');
  return document.value;
}
