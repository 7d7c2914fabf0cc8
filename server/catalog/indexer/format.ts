/**
 * The file that holds what was read of one catalog: a header of fixed size, records (zstd frames of JSON, texts, pictures
 * or manifests) and at its end a head that says where they lie. Header, head, the whole body and each record carry
 * checksums: they tell a torn or foreign file from a whole one. They are no protection against somebody who writes in
 * the cache's folder on purpose; manifests are checked against their digest besides.
 */
import { crc32 } from 'node:zlib';
import { z } from 'zod';

/** Changes with everything that makes files of before unreadable, or what is in them untrue. */
const FORMAT = 7;

/** Size of the header, with which the file begins. */
export const HEADER_BYTES = 48;
const MAGIC = Buffer.from('capstan-catalog\n', 'latin1');
/** Offsets in the header. */
const AT = { format: 16, headBytes: 20, fileBytes: 24, headCrc: 32, bodyCrc: 36, crc: 44 } as const;

/** What the header says; sizes in bytes, sums are CRC-32. */
export interface Header {
  /** The head is the end of the file. */
  headBytes: number;
  /** Of the whole file. */
  fileBytes: number;
  headCrc: number;
  /** Of everything between header and head. */
  bodyCrc: number;
}

/** The header as bytes, with a checksum of its own. */
export function encodeHeader({ headBytes, fileBytes, headCrc, bodyCrc }: Header): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32LE(FORMAT, AT.format);
  header.writeUInt32LE(headBytes, AT.headBytes);
  header.writeBigUInt64LE(BigInt(fileBytes), AT.fileBytes);
  header.writeUInt32LE(headCrc, AT.headCrc);
  header.writeUInt32LE(bodyCrc, AT.bodyCrc);
  header.writeUInt32LE(crc32(header.subarray(0, AT.crc)), AT.crc);
  return header;
}

/** Undefined for whatever is no header of this format. */
export function decodeHeader(bytes: Buffer): Header | undefined {
  if (
    bytes.length !== HEADER_BYTES ||
    !bytes.subarray(0, MAGIC.length).equals(MAGIC) ||
    bytes.readUInt32LE(AT.crc) !== crc32(bytes.subarray(0, AT.crc)) ||
    bytes.readUInt32LE(AT.format) !== FORMAT
  ) {
    return undefined;
  }
  return {
    headBytes: bytes.readUInt32LE(AT.headBytes),
    fileBytes: Number(bytes.readBigUInt64LE(AT.fileBytes)),
    headCrc: bytes.readUInt32LE(AT.headCrc),
    bodyCrc: bytes.readUInt32LE(AT.bodyCrc),
  };
}

/** Where a record lies: offset and length in bytes, CRC-32. */
export const RecordPlace = z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.int().nonnegative()]);
/** As it stands in a head. */
export type RecordPlace = z.infer<typeof RecordPlace>;

const Warning = z.object({
  file: z.string().exactOptional(),
  package: z.string().exactOptional(),
  entry: z.string().exactOptional(),
  message: z.string(),
});

const Icon = z.object({
  place: RecordPlace,
  tag: z.string(),
  mediaType: z.enum(['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']),
});
/** Where a package's icon lies, and its entity tag. */
export type IconEntry = z.infer<typeof Icon>;

/** The end of the file: everything but packages, texts and manifests themselves. */
export const Head = z.object({
  digest: z.string(),
  counts: z.object({
    packages: z.number(),
    channels: z.number(),
    bundles: z.number(),
    /** Declarative ones, and their versions. */
    operators: z.number(),
    versions: z.number(),
  }),
  warnings: z.array(Warning),
  /** By name, in the order of the catalog. */
  packages: z.array(z.tuple([z.string(), RecordPlace])),
  /** The same packages, as answers. */
  answers: z.array(z.tuple([z.string(), RecordPlace])),
  /** The same packages, without what only people read. */
  graphs: z.array(z.tuple([z.string(), RecordPlace])),
  icons: z.array(z.tuple([z.string(), Icon])),
  /** Long texts, in blocks. */
  blocks: z.array(RecordPlace),
  tiles: RecordPlace,
  firstTiles: RecordPlace,
  providers: RecordPlace,
  contents: RecordPlace,
  directories: RecordPlace,
  operators: RecordPlace,
});
/** A head that was checked. */
export type Head = z.infer<typeof Head>;

/** Names of packages by `group/version/kind`. */
export const PackagesByApi = z.record(z.string(), z.array(z.string()));
/** Which packages provide an API. */
export type PackagesByApi = z.infer<typeof PackagesByApi>;

/** Where manifests lie, by digest. */
export const Contents = z.record(z.string(), RecordPlace);
/** Where each bundle's manifests lie. */
export type Contents = z.infer<typeof Contents>;

/** Where the long texts of a bundle lie: number of the block, number in the block; its permissions are the next text. */
export const TextRef = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);
/** A bundle's long texts by their place. */
export type TextRef = z.infer<typeof TextRef>;
