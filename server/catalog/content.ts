/** Reads the manifests of one bundle again from where they lie. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { readDocuments } from './documents.ts';
import { parseFbc } from './fbc.ts';
import { readManifests } from './read-bundle-directory.ts';
import { inlineObjects, type ContentLocation } from './read-catalog-file.ts';
import { walkCatalog } from './walk.ts';

/** Undefined when there is nothing usable any more; the caller checks the digest. */
export async function readContent(
  directory: string,
  location: ContentLocation,
): Promise<KubeObject[] | undefined> {
  const objects =
    location.kind === 'directory'
      ? await fromDirectory(directory, location.directory)
      : await fromFile(location.file, location.document);
  return typeof objects === 'string' ? undefined : objects;
}

async function fromDirectory(root: string, name: string): Promise<KubeObject[] | string | undefined> {
  const found = await walkCatalog(root);
  const bundle = found.bundles.find((candidate) => candidate.name === name);
  return bundle === undefined ? undefined : readManifests(bundle);
}

async function fromFile(file: string, wanted: number): Promise<KubeObject[] | string | undefined> {
  let index = 0;
  for await (const document of readDocuments(file)) {
    if (index === wanted) {
      const parsed = document.ok ? parseFbc(document.value) : undefined;
      return parsed?.kind === 'entry' && parsed.entry.schema === 'olm.bundle'
        ? inlineObjects(parsed.entry)
        : undefined;
    }
    index += 1;
  }
  return undefined;
}
