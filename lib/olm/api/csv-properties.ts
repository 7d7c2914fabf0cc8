/** What a CSV says of itself to the resolver, in annotation `operatorframework.io/properties` (OLM 40). */
import { z } from 'zod';
import type { BundleProperty } from './catalog.ts';
import { PROPERTIES_ANNOTATION } from './labels.ts';
import type { ClusterServiceVersion } from './types.ts';

const Properties = z.object({ properties: z.array(z.object({ type: z.string(), value: z.unknown() })) });
const PackageProperty = z.object({ packageName: z.string(), version: z.string().optional() });

/** Undefined without the annotation, or when it cannot be read. */
export function statedProperties({ metadata }: ClusterServiceVersion): BundleProperty[] | undefined {
  try {
    return Properties.safeParse(JSON.parse(metadata.annotations?.[PROPERTIES_ANNOTATION] ?? '')).data
      ?.properties;
  } catch {
    return undefined;
  }
}

/** The package among them; undefined when they do not say it. */
export function statedPackage(
  properties: readonly BundleProperty[] | undefined,
): z.infer<typeof PackageProperty> | undefined {
  return PackageProperty.safeParse(properties?.find(({ type }) => type === 'olm.package')?.value).data;
}
