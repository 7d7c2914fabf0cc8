/** The bundle of Capstan, as it follows from the files of `deploy`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bundleFiles } from './bundle.ts';
import { manifest } from './manifest.ts';
import { BUNDLE } from './render.ts';

const root = join(import.meta.dirname, '..', '..');

/** Texts by their path below its folder. */
export function ownBundle(): Map<string, string> {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  return bundleFiles(manifest(`golden/${BUNDLE.values}.yaml`), version);
}
