/** Index, manifest and configuration of an image. Source: OCI image-spec, Docker "Image Manifest V2, Schema 2". */
import { z } from 'zod';
import { isDigest } from './reference.ts';

/** Media types of lists of images, one for each platform. */
export const INDEX_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
] as const;
/** Media types of one image. */
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
] as const;

/** What we read of an image at most. */
const MAX_LAYERS = 500;
const MAX_PLATFORMS = 200;

const digest = z.string().refine(isDigest, 'is no digest');
const size = z.int().nonnegative();

const ContentDescriptor = z.object({ mediaType: z.string().optional(), digest, size });
/** Where some bytes lie, and what they must be. */
export type ContentDescriptor = z.infer<typeof ContentDescriptor>;

const Platform = z.object({ os: z.string(), architecture: z.string() });
const Index = z.object({
  manifests: z.array(ContentDescriptor.extend({ platform: Platform.optional() })).max(MAX_PLATFORMS),
});
const Manifest = z.object({ config: ContentDescriptor, layers: z.array(ContentDescriptor).max(MAX_LAYERS) });
/** One image: its configuration, and its layers from the lowest up. */
export type Manifest = z.infer<typeof Manifest>;

/** What a registry answered when it was asked for a manifest. */
export type ManifestDocument =
  | { kind: 'index'; manifests: z.infer<typeof Index>['manifests'] }
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'unreadable'; why: string };

/** Judged by its shape, since media types are often wrong. `why` is a clause about the image. */
export function parseManifest(value: unknown): ManifestDocument {
  const index = Index.safeParse(value);
  if (index.success) return { kind: 'index', manifests: index.data.manifests };
  const manifest = Manifest.safeParse(value);
  if (manifest.success) return { kind: 'manifest', manifest: manifest.data };
  if (z.object({ schemaVersion: z.literal(1) }).safeParse(value).success) {
    return {
      kind: 'unreadable',
      why: 'its manifest is of schema 1, which registries no longer take: push it anew',
    };
  }
  const issue = manifest.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  return {
    kind: 'unreadable',
    why: `its manifest is none: ${field === '' ? 'it' : field} ${issue?.message ?? ''}`,
  };
}

/** The image for this machine's architecture, else one for Linux, else any that runs somewhere. */
export function choosePlatform(
  manifests: z.infer<typeof Index>['manifests'],
  architecture: string,
): ContentDescriptor | undefined {
  // Attestations stand beside the images as entries of an unknown platform.
  const runs = manifests.filter(({ platform }) => platform?.os !== 'unknown');
  const linux = runs.filter(({ platform }) => platform?.os === 'linux');
  return linux.find(({ platform }) => platform?.architecture === architecture) ?? linux[0] ?? runs[0];
}

const Labels = z.object({
  config: z.object({ Labels: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

/** The labels of an image's configuration; those that are no texts are dropped. */
export function labelsOf(configuration: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(Labels.safeParse(configuration).data?.config?.Labels ?? {});
  return new Map(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : [])),
  );
}
