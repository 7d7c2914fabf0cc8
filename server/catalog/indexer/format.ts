/**
 * The file that holds what was read of one catalog: a header of fixed size, records (zstd frames of JSON, texts, pictures
 * or manifests) and at its end a head that says where they lie. Header, head, the whole body and each record carry
 * checksums: they tell a torn or foreign file from a whole one. They are no protection against somebody who writes in
 * the cache's folder on purpose; manifests are checked against their digest besides.
 */
import { crc32 } from 'node:zlib';
import type { CatalogWarning } from '#lib/olm/api/catalog.ts';
import type { IconImage } from '../read/icon.ts';
import type { StoredCatalog } from '../store/catalog-cache.ts';

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
export type RecordPlace = readonly [offset: number, length: number, crc: number];

/** Where a package's icon lies, and its entity tag. */
export interface IconEntry {
  place: RecordPlace;
  tag: string;
  mediaType: IconImage['mediaType'];
}

/**
 * The end of the file: everything but packages, texts and manifests themselves. What carries our checksums is what we wrote:
 * its fields are not checked again.
 */
export interface Head {
  digest: string;
  counts: StoredCatalog['counts'];
  warnings: readonly CatalogWarning[];
  /** By name, in the order of the catalog. */
  packages: [string, RecordPlace][];
  /** The same packages, as answers. */
  answers: [string, RecordPlace][];
  /** The same packages, without what only people read. */
  graphs: [string, RecordPlace][];
  icons: [string, IconEntry][];
  /** Long texts, in blocks. */
  blocks: RecordPlace[];
  tiles: RecordPlace;
  firstTiles: RecordPlace;
  providers: RecordPlace;
  contents: RecordPlace;
  directories: RecordPlace;
  operators: RecordPlace;
}

/** Which packages provide an API: names by `group/version/kind`. */
export type PackagesByApi = Record<string, string[]>;

/** Where each bundle's manifests lie, by digest. */
export type Contents = Record<string, RecordPlace>;

/** Where the long texts of a bundle lie: number of the block, number in the block; its permissions are the next text. */
export type TextRef = readonly [block: number, text: number];
