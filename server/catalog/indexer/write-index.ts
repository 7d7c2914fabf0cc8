/** Makes the index of one catalog while it is read. */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { CatalogBundle, CatalogPackage, CsvSummary } from '#lib/olm/api/catalog.ts';
import { firstTiles } from '#lib/olm/search/first-tiles.ts';
import { countsOf, operatorTiles, packagesByApi, tileOf } from '../store/catalog-facts.ts';
import { digestOf, linesWithin } from '../read/digest.ts';
import { decodeIcon, iconDigest, type IconImage } from '../read/icon.ts';
import { limits } from '../read/limits.ts';
import { join, split, type LongTexts, type ShortSummary } from '../read/long-texts.ts';
import { isWithinExtent } from '../read/nesting.ts';
import type { DirectoryContent } from '../read/directory.ts';
import type { CatalogSink } from '../read/sink.ts';
import { SourceError } from '../sources/reader.ts';
import { encodeHeader, HEADER_BYTES, type Head, type RecordPlace, type TextRef } from './format.ts';
import { packAnswer, type KeptTexts } from './package-answer.ts';
import { encodeDirectories, encodePackage, type RefOf } from './packages.ts';
import { RecordWriter } from './record-writer.ts';
import { encodeSlim } from '../read/slim-package.ts';
import { packTexts } from './text-block.ts';

/** Bytes of long texts that are compressed together: enough to find repetitions, few enough to be unpacked at once. */
const BLOCK = 512 * 1024;
const NOWHERE: RecordPlace = [0, 0, 0];
const NO_TEXTS: KeptTexts = { ref: [0, 0], size: 0, asksNothing: true };

/** Manifests as an earlier index holds them, still packed. */
export type EarlierContent = (digest: string) => Buffer | undefined;

/** Takes the catalog piece by piece; the file is an index only when it has been finished. */
export class IndexWriter implements CatalogSink {
  private readonly file: FileHandle;
  private readonly records: RecordWriter;
  private readonly earlier: EarlierContent;
  private readonly kept = new WeakMap<CsvSummary, KeptTexts>();
  private readonly blocks: RecordPlace[] = [];
  private readonly contents = new Map<string, RecordPlace>();
  private group = '';
  private texts: Buffer[] = [];
  /** What was put into the open block last; of what asks for permissions nothing. */
  private last: (Omit<LongTexts, 'permissions'> & { kept: KeptTexts }) | undefined;
  private size = 0;

  /** @param file new and empty */
  constructor(file: FileHandle, earlier: EarlierContent = () => undefined) {
    this.file = file;
    this.earlier = earlier;
    this.records = new RecordWriter(file, HEADER_BYTES);
  }

  /** The long texts of what is returned cannot be read before the index is there. */
  summary(group: string, summary: CsvSummary): CsvSummary {
    if (group !== this.group || this.size > BLOCK) {
      this.seal();
      this.group = group;
    }
    const { short, long } = split(summary);
    const stored = join(detached(short), () => {
      throw new Error('long texts cannot be read before the index is written');
    });
    this.kept.set(stored, this.keep(long));
    return stored;
  }

  /** Most versions of an operator say and show what the one before did: that is kept once. */
  private keep(long: LongTexts): KeptTexts {
    const { permissions, ...told } = long;
    const asksNothing = permissions.length === 0;
    const { last } = this;
    if (asksNothing && last?.description === told.description && last.examples === told.examples)
      return last.kept;
    const pair = [json(told), json(permissions)];
    const ref: TextRef = [this.blocks.length, this.texts.push(...pair) - pair.length];
    const size = pair.reduce((sum, { length }) => sum + length, 0);
    this.size += size;
    const kept = { ref, size, asksNothing };
    this.last = asksNothing ? { ...told, kept } : undefined;
    return kept;
  }

  content(objects: readonly KubeObject[]): string | undefined {
    const lines = linesWithin(objects, limits.bundle);
    if (lines === undefined) return undefined;
    const digest = digestOf(lines);
    if (!this.contents.has(digest)) this.records.add(lines, this.place(digest));
    return digest;
  }

  ready(): Promise<void> {
    return this.records.ready();
  }

  /** Whether the index will hold the manifests. */
  holds(digest: string): boolean {
    return this.contents.has(digest);
  }

  /**
   * Writes the rest: the file is whole when it resolves to its head. Rejects with SourceError. Whether the disk has it when the
   * machine goes down is not waited for: a torn file is noticed.
   */
  async finish(content: DirectoryContent): Promise<Head> {
    const refOf: RefOf = (bundle) => this.textsOf(bundle).ref;
    const head: Head = {
      digest: content.digest,
      counts: { packages: 0, channels: 0, bundles: 0, operators: 0, versions: 0 },
      warnings: content.warnings,
      packages: [],
      answers: [],
      graphs: [],
      icons: [],
      blocks: this.blocks,
      tiles: NOWHERE,
      firstTiles: NOWHERE,
      providers: NOWHERE,
      contents: NOWHERE,
      directories: NOWHERE,
      operators: NOWHERE,
    };
    const packages = [...content.packages.values()].filter((pkg) => this.addPackage(head, pkg, refOf));
    head.counts = countsOf(packages, content.operators);
    const { records } = this;
    type Field = 'tiles' | 'firstTiles' | 'providers' | 'contents' | 'directories' | 'operators';
    const add = (field: Field, bytes: Buffer): void => records.add(bytes, (place) => (head[field] = place));
    const tiles = [...packages.flatMap(tileOf), ...operatorTiles(content.operators)];
    add('tiles', listed(tiles));
    add('firstTiles', json(firstTiles(tiles)));
    add('operators', listed([...content.operators]));
    add('providers', listed(Object.fromEntries(packagesByApi(packages))));
    const directories = json(encodeDirectories(content.bundles, refOf));
    // Without it they are read again the next time.
    add('directories', directories.length > limits.directories ? json([]) : directories);
    this.seal();
    await records.finished();
    add('contents', listed(Object.fromEntries(this.contents)));
    await records.finished();
    await this.close(head);
    return head;
  }

  /** False, with a warning, for one that is larger than whoever asks for it later can take. */
  private addPackage(head: Head, pkg: CatalogPackage, refOf: RefOf): boolean {
    const record = this.recordOf(pkg, encodePackage(pkg, refOf));
    if (typeof record === 'string') {
      head.warnings = [
        ...head.warnings,
        { package: pkg.name, message: `${record}; the package is left out` },
      ];
      return false;
    }
    for (const { digest } of Object.values(pkg.bundles)) {
      const packed = digest === undefined || this.contents.has(digest) ? undefined : this.earlier(digest);
      if (digest !== undefined && packed !== undefined) this.records.addPacked(packed, this.place(digest));
    }
    const image = pkg.icon === undefined ? undefined : decodeIcon(pkg.icon);
    if (pkg.icon !== undefined && image !== undefined)
      this.addIcon(head, pkg.name, iconDigest(pkg.icon), image);
    this.records.add(record, (place) => head.packages.push([pkg.name, place]));
    const answer = packAnswer(pkg, image !== undefined, (bundle) => this.textsOf(bundle));
    this.records.add(answer, (place) => head.answers.push([pkg.name, place]));
    this.records.add(json(encodeSlim(pkg)), (place) => head.graphs.push([pkg.name, place]));
    return true;
  }

  /** The package as bytes, or why it is too large; only what is known to be small is written out. */
  private recordOf(pkg: CatalogPackage, stored: unknown): Buffer | string {
    if (!isWithinExtent(stored, { nodes: limits.recordNodes, depth: Infinity, characters: limits.record }))
      return `it has more than ${String(limits.recordNodes)} values or ${String(limits.record)} bytes`;
    const texts = Object.values(pkg.bundles).reduce(
      (sum, { csv }) => sum + (this.kept.get(csv)?.size ?? 0),
      0,
    );
    const record = json(stored);
    return texts + record.length > limits.record
      ? `it has more than ${String(limits.record)} bytes with its descriptions and permissions`
      : record;
  }

  private addIcon(head: Head, name: string, tag: string, { mediaType, bytes }: IconImage): void {
    this.records.add(bytes, (place) => head.icons.push([name, { place, tag, mediaType }]));
  }

  /** Takes over what was read for an earlier index. */
  private textsOf({ package: name, csv }: CatalogBundle): KeptTexts {
    const known = this.kept.get(csv) ?? this.kept.get(this.summary(name, csv)) ?? NO_TEXTS;
    this.kept.set(csv, known);
    return known;
  }

  private place(digest: string): (place: RecordPlace) => void {
    this.contents.set(digest, NOWHERE);
    return (place) => {
      this.contents.set(digest, place);
    };
  }

  private seal(): void {
    if (this.texts.length > 0) {
      const number = this.blocks.push(NOWHERE) - 1;
      this.records.add(packTexts(this.texts), (place) => (this.blocks[number] = place));
    }
    this.texts = [];
    this.last = undefined;
    this.size = 0;
  }

  private async close(head: Head): Promise<void> {
    const bytes = listed(head);
    const { end, crc } = this.records;
    await this.file.write(bytes, 0, bytes.length, end);
    const header = encodeHeader({
      headBytes: bytes.length,
      fileBytes: end + bytes.length,
      headCrc: crc32(bytes),
      bodyCrc: crc,
    });
    await this.file.write(header, 0, header.length, 0);
  }
}

/** Its first sentence is a piece of the description, which it would keep in memory. */
function detached({ summary, ...short }: ShortSummary): ShortSummary {
  return { ...short, summary: JSON.parse(JSON.stringify(summary)) as string };
}

/** @throws SourceError `limit` */
function listed(value: unknown): Buffer {
  const bytes = json(value);
  if (bytes.length <= limits.lists) return bytes;
  const most = `${String(limits.lists)} bytes`;
  throw new SourceError('limit', `its list of packages is larger than ${most}, which is more than is read`);
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
