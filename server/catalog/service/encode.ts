/** Compresses answers for whom it helps. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Recent } from '../store/recent.ts';

/** An answer before it is compressed. */
export interface Encodable {
  /** Media type. */
  type: string;
  body: Buffer;
  /** Entity tag without its quotes. */
  tag?: string;
  /** The body never changes for this name: its compressed form may be kept. */
  keep?: string;
}

/** An answer as it is sent; without `encoding` as it was. */
export interface Encoded {
  body: Buffer;
  encoding?: 'br' | 'gzip';
}

/** Compressed answers kept, in bytes. */
const KEPT = 4 * 1024 * 1024;
/** Below this, compressing costs more than it saves. */
const WORTH_IT = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** JSON and SVG are compressed, brotli before gzip; a few answers that never change are kept. */
export class Encoder {
  private readonly kept = new Recent<Buffer>(KEPT);

  /** @param accepted the request's Accept-Encoding */
  async encode(answer: Encodable, accepted: string): Promise<Encoded> {
    const encoding = choose(answer, accepted);
    if (encoding === undefined) return { body: answer.body };
    const key = answer.keep === undefined ? undefined : `${encoding} ${answer.keep}`;
    const known = key === undefined ? undefined : this.kept.get(key);
    if (known !== undefined) return { body: known, encoding };
    // What is kept is made once and sent often: it may take its time. Everything else has to be quick.
    const body = await compress(answer.body, encoding, key === undefined ? 4 : 9);
    if (key !== undefined) this.kept.set(key, body, body.length);
    return { body, encoding };
  }
}

function choose({ type, body }: Encodable, accepted: string): 'br' | 'gzip' | undefined {
  const compressible = type === 'application/json' || type === 'image/svg+xml';
  if (!compressible || body.length < WORTH_IT) return undefined;
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

function compress(body: Buffer, encoding: 'br' | 'gzip', quality: number): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : zip(body, { level: 6 });
}
