/**
 * Lists and watches of Secrets on their way to the browser. They come as metadata alone, but one annotation of `kubectl
 * apply` repeats the whole object, data and all: it is taken out, which means reading each line of the answer.
 */
import { isJsonObject } from '#lib/base/json.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { trimForList } from '#lib/k8s/list-trim.ts';
import { resources } from '#lib/k8s/resources.ts';
import { KubeError } from '#server/kube/errors.ts';
import type { AnswerSink, TransportResponse } from '#server/kube/types.ts';

/** A list is one line. Metadata of ten thousand Secrets are a fifth of this. */
const LONGEST_LINE = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Stands between the API server's answer and another sink; refusals pass as they are. */
export class SecretList implements AnswerSink {
  readonly #sink: AnswerSink;
  #line: Buffer[] = [];
  #length = 0;
  #over = false;
  /** Of a refusal, which may be no JSON and holds no Secret. */
  #isRefusal = false;

  constructor(sink: AnswerSink) {
    this.#sink = sink;
  }

  onHead(status: number, headers: TransportResponse['headers']): void {
    const { 'content-length': _, ...others } = headers;
    this.#isRefusal = status >= 300;
    this.#sink.onHead(status, this.#isRefusal ? headers : others);
  }

  onData(chunk: Buffer): void {
    if (this.#isRefusal) {
      this.#sink.onData(chunk);
      return;
    }
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0 && !this.#over; end = chunk.indexOf(NEWLINE, from)) {
      this.#gather(chunk.subarray(from, end));
      this.#pass('\n');
      from = end + 1;
    }
    this.#gather(chunk.subarray(from));
  }

  onEnd(): void {
    if (this.#length > 0) this.#pass('');
    if (!this.#over) this.#sink.onEnd();
  }

  onError(error: KubeError): void {
    if (!this.#over) this.#sink.onError(error);
  }

  #gather(part: Buffer): void {
    if (this.#over || part.length === 0) return;
    this.#length += part.length;
    if (this.#length > LONGEST_LINE) this.#refuse('is too long to be looked through: ask for less by limit');
    else this.#line.push(part);
  }

  #pass(end: string): void {
    if (this.#over) return;
    const text = Buffer.concat(this.#line).toString('utf8');
    [this.#line, this.#length] = [[], 0];
    let clean: string;
    try {
      clean = text === '' ? '' : JSON.stringify(withoutCopies(JSON.parse(text)));
    } catch {
      this.#refuse('is not JSON');
      return;
    }
    this.#sink.onData(Buffer.from(`${clean}${end}`));
  }

  /** What cannot be looked through is not passed on. */
  #refuse(why: string): void {
    this.#over = true;
    this.#line = [];
    this.#sink.onError(new KubeError({ kind: 'unknown', message: `The list of Secrets ${why}.` }));
  }
}

/** Of a list, a watch event, or one object. */
function withoutCopies(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  if (Array.isArray(value['items'])) return { ...value, items: value['items'].map(trimmed) };
  return 'object' in value ? { ...value, object: trimmed(value['object']) } : trimmed(value);
}

function trimmed(value: unknown): unknown {
  // Only fields are taken away, wherever they are.
  return isJsonObject(value) ? trimForList(resources.secrets, value as unknown as KubeObject) : value;
}
