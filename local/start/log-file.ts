/** A log that does not grow without end: past its size it begins anew, and what was stays as `NAME.1` until the next time. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogFile {
  write(line: string): void;
  end(): void;
}

/** Days of ordinary life, and what an editor still opens. */
const USUAL_BYTES = 8 * 1024 * 1024;

interface Options {
  /** Goes on where an earlier process ended. */
  readonly append?: boolean;
  readonly maxBytes?: number;
}

/**
 * Lines are written at once, so that what a process said last is there when it has ended. What cannot be written is lost:
 * a full disk must not end who looks after the processes.
 */
export function openLog(path: string, options: Options = {}): LogFile {
  const log = new RotatedFile(path, options.maxBytes ?? USUAL_BYTES);
  attempt(() => {
    log.open(options.append === true ? 'a' : 'w');
  });
  return {
    write: (line) => {
      attempt(() => {
        log.write(`${line}\n`);
      });
    },
    end: () => {
      log.close();
    },
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Nobody is served by another failure: see above.
  }
}

class RotatedFile {
  readonly #path: string;
  readonly #maxBytes: number;
  #descriptor: number | undefined;
  #size = 0;

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  open(how: 'a' | 'w'): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    this.#descriptor = openSync(this.#path, how, 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  write(text: string): void {
    if (this.#size > 0 && this.#size + Buffer.byteLength(text) > this.#maxBytes) {
      this.close();
      renameSync(this.#path, `${this.#path}.1`);
    }
    if (this.#descriptor === undefined) this.open('a');
    if (this.#descriptor !== undefined) this.#size += writeSync(this.#descriptor, text);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
