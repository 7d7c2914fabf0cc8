/** Bounds on what a catalog may ask of us. All sizes in bytes or UTF-16 units, whichever is at hand. */
export const limits = {
  /** One document: a package, channel or bundle entry, or one manifest. Real bundle entries reach 1 MB, CRDs 1.1 MB. */
  document: 16 * 1024 * 1024,
  /** All manifests of one bundle. Image-based bundles are held to about 4 MB upstream. */
  bundle: 32 * 1024 * 1024,
  /** One file after decompression; the whole community catalog is 132 MB. */
  file: 2 * 1024 * 1024 * 1024,
  files: 200_000,
  depth: 24,
  /** Expansions of YAML anchors in one document. */
  aliases: 100,
  /** Warnings kept per catalog; the rest is counted. */
  warnings: 500,
  /** Base64 of one icon; the largest in the community catalog is 532 kB. */
  icon: 1024 * 1024,
} as const;
