/** Bounds on what a catalog may ask of us. All sizes in bytes or UTF-16 units, whichever is at hand. */
export const limits = {
  /** One document: a package, channel or bundle entry, or one manifest. Real bundle entries reach 1 MB, CRDs 1.1 MB. */
  document: 16 * 1024 * 1024,
  /** All manifests of one bundle. Image-based bundles are held to about 4 MB upstream. */
  bundle: 32 * 1024 * 1024,
  /** One file after decompression; the whole community catalog is 132 MB. */
  file: 2 * 1024 * 1024 * 1024,
  files: 200_000,
  /** All answers that say what a registry server has. As a file the whole community catalog has 132 MB. */
  listing: 512 * 1024 * 1024,
  /** Unpacked size over packed size of one file, once `ratioFrom` bytes came out; the community catalog has 8. */
  ratio: 200,
  ratioFrom: 4 * 1024 * 1024,
  /** Packages, channels, bundles and deprecations of one catalog; the community catalog has 8,004. */
  entries: 200_000,
  /** Entries of one channel, and names that they skip; the longest real channel has 199 entries. */
  channelEntries: 2_000,
  channelSkips: 50_000,
  /** One property of a bundle that is kept, as JSON. Upstream holds `olm.constraint` to this; real ones take 0.5 kB. */
  property: 128 * 1024,
  /** Properties of one bundle; real ones have up to 55. */
  properties: 10_000,
  /** Text of one skipRange, of one package's description, of one deprecation. */
  range: 1024,
  description: 64 * 1024,
  deprecation: 4096,
  /** Lines of one `.indexignore`, and characters of one pattern. */
  ignoreRules: 1_000,
  ignorePattern: 1_024,
  /** Directories below each other. */
  depth: 24,
  /** YAML aliases in one document. */
  aliases: 100,
  /** Collections within each other in one YAML document; real CRDs stay below 60. */
  nesting: 200,
  /** Values of one YAML document with its aliases written out; the largest real CRD has 60,000. */
  nodes: 2_000_000,
  /** Values of all manifests of one bundle. */
  bundleNodes: 1_000_000,
  /** Warnings kept per catalog; the rest is counted. */
  warnings: 500,
  /** Characters of a text in a warning. */
  warningText: 1_000,
  /** Base64 of one icon; the largest in the community catalog is 532 kB. */
  icon: 1024 * 1024,
  /** One package as its index holds it, unpacked, and its long texts; the largest of the community catalog has 2 MB. */
  record: 16 * 1024 * 1024,
  /** Values in it; the largest has 77,000. As keys of one object, the slowest to parse, they hold a process up for 0.2 s. */
  recordNodes: 200_000,
  /** What is looked up in a whole catalog: names, tiles, APIs, places; the community catalog's tiles take 236 kB. */
  lists: 32 * 1024 * 1024,
  /** What was read of bundle directories, which only the process that reads catalogs needs. */
  directories: 256 * 1024 * 1024,
  /** Manifests kept in memory ready for use, as JSON text. */
  unpackedContents: 8 * 1024 * 1024,
  /** Manifests kept in memory, compressed, because the disk did not take them. */
  unwrittenContents: 64 * 1024 * 1024,
  /** Manifests kept on disk besides those in indexes, compressed. */
  storedContents: 512 * 1024 * 1024,
  /** Fetched catalogs kept on disk, from which indexes can be made again. */
  keptFolders: 4 * 1024 ** 3,
  /** Indexes of all catalogs, and of those of one namespace. */
  indexes: 8 * 1024 ** 3,
  indexesOfOne: 2 * 1024 ** 3,
  /** Heap of the process that reads a catalog, in MB. The community catalog needs 120. */
  readerHeap: 512,
  /** Time to read one catalog, in ms; the community catalog takes 2 s. */
  readerTime: 5 * 60_000,
} as const;
