/** Bounds on what a catalog may ask of us. All sizes in bytes or UTF-16 units, whichever is at hand. */
export const limits = {
  /** One document: a package, channel or bundle entry, or one manifest. Real bundle entries reach 1 MB, CRDs 1.1 MB. */
  document: 16 * 1024 * 1024,
  /** All manifests of one bundle. Image-based bundles are held to about 4 MB upstream. */
  bundle: 32 * 1024 * 1024,
  /** One file after decompression; the whole community catalog is 132 MB. */
  file: 2 * 1024 * 1024 * 1024,
  files: 200_000,
  /** Directories below each other. */
  depth: 24,
  /** YAML aliases in one document. */
  aliases: 100,
  /** Collections within each other in one YAML document; real CRDs stay below 60. */
  nesting: 200,
  /** Values of one YAML document with its aliases written out; the largest real CRD has 60,000. */
  nodes: 2_000_000,
  /** Warnings kept per catalog; the rest is counted. */
  warnings: 500,
  /** Base64 of one icon; the largest in the community catalog is 532 kB. */
  icon: 1024 * 1024,
  /** One record of an index, unpacked; the largest of the community catalog is 1 MB. */
  record: 128 * 1024 * 1024,
  /** Manifests kept in memory ready for use, as JSON text. */
  unpackedContents: 8 * 1024 * 1024,
  /** Manifests kept on disk besides those in indexes, compressed. */
  storedContents: 512 * 1024 * 1024,
  /** Everything the cache keeps to be read again: fetched catalogs as they came. */
  keptFolders: 4 * 1024 * 1024 * 1024,
  /** Heap of the process that reads a catalog, in MB. The community catalog needs 120. */
  readerHeap: 512,
  /** Time to read one catalog, in ms; the community catalog takes 2 s. */
  readerTime: 5 * 60_000,
} as const;
