/** Takes out of what is built what differs from one build to the next. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

const Ref = z.looseObject({ 'bom-ref': z.string() });
const Sbom = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: Ref }),
  components: z.array(Ref),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
const Lock = z.object({
  name: z.string(),
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

/**
 * The bill of materials that `npm sbom` writes, of what the image may hold. npm draws a serial number and notes the time: the
 * number is made of the lock file instead, and the time left out. What only development needs is left out here, by the lock
 * file: npm's own --omit dev also leaves out what both need.
 */
export function billOfMaterials(text: string, lockText: string): string {
  const { metadata, components, dependencies, ...sbom } = Sbom.parse(JSON.parse(text));
  const { timestamp: _timestamp, component, ...rest } = metadata;
  const lock = Lock.parse(JSON.parse(lockText));
  const shipped = shippedRefs(lock);
  const isShipped = (ref: string): boolean => ref === component['bom-ref'] || shipped.has(ref);
  const bill = {
    ...sbom,
    serialNumber: serialNumber(lockText),
    metadata: { ...rest, component: { ...component, name: lock.name } },
    components: components.filter((one) => isShipped(one['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isShipped(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter(isShipped) })),
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}

/** `name@version` of each package that is not for development alone. */
function shippedRefs({ packages }: z.infer<typeof Lock>): Set<string> {
  return new Set(
    Object.entries(packages).flatMap(([path, { version = '', dev }]) =>
      dev === true
        ? []
        : [`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`],
    ),
  );
}

/** A UUID of version 8: made of a hash of one's own. */
function serialNumber(lockText: string): string {
  const hex = hashOf(lockText);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

const Keys = z.object({
  previewModeId: z.string(),
  previewModeSigningKey: z.string(),
  previewModeEncryptionKey: z.string(),
});
const Prerendered = z.looseObject({ preview: Keys });

/**
 * The two files in which Next keeps the keys that it drew for its preview mode, by which pages made in advance are passed over:
 * `preview-props.json` and `prerender-manifest.json`. The pages have no such mode, and none of them is made in advance.
 * @param build tells one build from another
 */
export function withoutDrawnKeys(text: string, build: string): string {
  const value: unknown = JSON.parse(text);
  const hex = hashOf(build);
  const fixed = (keys: z.infer<typeof Keys>): object =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, hex.slice(0, key.length)]));
  const alone = Keys.safeParse(value);
  if (alone.success) return JSON.stringify(fixed(alone.data));
  const { preview, ...rest } = Prerendered.parse(value);
  return JSON.stringify({ ...rest, preview: fixed(preview) });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
