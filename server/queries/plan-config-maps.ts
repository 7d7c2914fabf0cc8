/**
 * Steps of a real OLM's plans say in which ConfigMap their bundle was unpacked; it is read with the user's own rights.
 * Source: OLM `pkg/controller/operators/catalog/manifests.go`, operator-registry `pkg/configmap`.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

import type { KubeObject } from '#lib/k8s/object.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlanStep } from '#lib/olm/api/types.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

type Found =
  | { kind: 'ready'; object: KubeObject }
  | { kind: 'missing' | 'unreadable' }
  | { kind: 'elsewhere'; message: string };

/** The object that a step stands for, or why it cannot be shown. Never rejects. */
export type ConfigMapContents = (resource: InstallPlanStep['resource']) => Promise<Found>;

const Reference = z.object({ kind: z.literal('ConfigMap'), name: z.string(), namespace: z.string() });
const Maps = z.object({
  data: z.record(z.string(), z.string()).default({}),
  binaryData: z.record(z.string(), z.string()).default({}),
});
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

const unzip = promisify(gunzip);
/** A ConfigMap holds 1 MiB; texts of this size are no manifests. */
const LARGEST = 16 * 1024 * 1024;

/** Each ConfigMap is read once. */
export function createConfigMapContents(client: KubeClient): ConfigMapContents {
  const known = new Map<string, Promise<readonly KubeObject[]>>();
  return async (resource) => {
    const place = referenceOf(resource.manifest);
    if (place === undefined) return { kind: 'unreadable' };
    const key = `${place.namespace}/${place.name}`;
    const reading = known.get(key) ?? readObjects(client, place);
    known.set(key, reading);
    try {
      const kind = resource.kind === 'BundleSecret' ? 'Secret' : resource.kind;
      const object = (await reading).find(
        (one) =>
          one.kind === kind &&
          one.metadata.name === resource.name &&
          one.apiVersion === apiVersionOf(resource),
      );
      return object === undefined ? { kind: 'missing' } : { kind: 'ready', object };
    } catch (error) {
      if (isKubeError(error, 'notFound')) return { kind: 'missing' };
      return { kind: 'elsewhere', message: asKubeError(error).publicMessage };
    }
  };
}

function referenceOf(manifest: string | undefined): { name: string; namespace: string } | undefined {
  try {
    return Reference.safeParse(JSON.parse(manifest ?? '')).data;
  } catch {
    return undefined;
  }
}

async function readObjects(
  client: KubeClient,
  { name, namespace }: { name: string; namespace: string },
): Promise<readonly KubeObject[]> {
  const { data, binaryData } = Maps.parse(await client.get(resources.configMaps, { namespace, name }));
  const unpacked = await Promise.all(Object.values(binaryData).map(textOf));
  return [...Object.values(data), ...unpacked].flatMap(objectsIn);
}

/** Newer versions of OLM pack them, so that more goes into a ConfigMap. */
async function textOf(base64: string): Promise<string> {
  const bytes = Buffer.from(base64, 'base64');
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? await unzip(bytes, { maxOutputLength: LARGEST }) : bytes).toString('utf8');
}

function objectsIn(text: string): KubeObject[] {
  const documents = parseAllDocuments(text, { uniqueKeys: false });
  return [...documents].flatMap((document) => {
    const parsed = Manifest.safeParse(document.toJS({ maxAliasCount: 100 }));
    return parsed.success ? [parsed.data] : [];
  });
}
