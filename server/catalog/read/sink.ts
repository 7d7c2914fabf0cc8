/** Takes what is too much to be held in memory while a catalog is read. */
import type { KubeObject } from '#lib/k8s/object.ts';
import type { CsvSummary } from '#lib/olm/api/catalog.ts';
import { digestOf, linesWithin } from './digest.ts';
import { limits } from './limits.ts';

/** Told of summaries and manifests as they are read, and asked for room between entries. */
export interface CatalogSink {
  /** The same summary, its long texts perhaps kept apart. @param group those of one group are kept together */
  summary(group: string, summary: CsvSummary): CsvSummary;
  /** Keeps manifests. Returns their digest (`sha256:<hex>`); undefined for more than is kept of one bundle. */
  content(objects: readonly KubeObject[]): string | undefined;
  /** Resolves when more can be taken. Rejects when what was taken could not be kept. */
  ready(): Promise<void>;
}

/** For catalogs that fit into memory: keeps the summaries as they are, and no manifests. */
export const memorySink: CatalogSink = {
  summary: (_group, summary) => summary,
  content: (objects) => {
    const lines = linesWithin(objects, limits.bundle);
    return lines && digestOf(lines);
  },
  ready: () => Promise.resolve(),
};
