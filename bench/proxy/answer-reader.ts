/** Counts the answers of one keep-alive HTTP/1.1 connection, with as little work as possible: it shares the machine. */

export interface AnswerReader {
  take(chunk: Buffer): void;
}

type Phase = 'head' | 'counted' | 'chunkSize' | 'chunk' | 'trailer';

const CR_LF = 2;

/** Tells `onAnswer` the status and the length of each body. */
export function answerReader(onAnswer: (status: number, bytes: number) => void): AnswerReader {
  let phase: Phase = 'head';
  /** A head or a chunk's size line of which only a part has come. */
  let pending: Buffer = Buffer.alloc(0);
  let left = 0;
  let status = 0;
  let bytes = 0;

  const done = (): void => {
    phase = 'head';
    onAnswer(status, bytes);
  };
  const readHead = (text: string): void => {
    status = Number(text.slice(9, 12));
    bytes = 0;
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    left = Number(length ?? 0);
    phase = length === undefined ? 'chunkSize' : 'counted';
    if (phase === 'counted' && left === 0) done();
  };
  const readLine = (line: string): void => {
    if (phase === 'trailer') return done();
    const size = Number.parseInt(line, 16);
    bytes += size;
    left = size + CR_LF;
    phase = size === 0 ? 'trailer' : 'chunk';
  };
  const skip = (chunk: Buffer, at: number): number => {
    const step = Math.min(left, chunk.length - at);
    left -= step;
    if (phase === 'counted') bytes += step;
    if (left === 0) {
      if (phase === 'counted') done();
      else phase = 'chunkSize';
    }
    return at + step;
  };

  return {
    take: (chunk) => {
      let at = 0;
      while (at < chunk.length) {
        if (phase === 'counted' || phase === 'chunk') {
          at = skip(chunk, at);
          continue;
        }
        const mark = phase === 'head' ? '\r\n\r\n' : '\r\n';
        const rest = pending.length === 0 ? chunk.subarray(at) : Buffer.concat([pending, chunk.subarray(at)]);
        const end = rest.indexOf(mark);
        if (end < 0) {
          pending = Buffer.from(rest);
          return;
        }
        at += end + mark.length - pending.length;
        pending = Buffer.alloc(0);
        const text = rest.toString('latin1', 0, end);
        if (phase === 'head') readHead(text);
        else readLine(text);
      }
    },
  };
}
