import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isManifest, type KubeObject } from '#lib/k8s/object.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');

/** Every object of a file of `deploy`. */
export function manifest(file: string): KubeObject[] {
  return parseAllDocuments(readFileSync(join(deploy, file), 'utf8')).flatMap((document) => {
    const object: unknown = document.toJS();
    return isManifest(object) ? [object] : [];
  });
}
