/** The little of protobuf's wire format that the registry API needs: texts, numbers and messages within messages. */

/** One message, taken apart: what stands under each field number, in its order. Unknown fields harm nothing. */
export class Message {
  private readonly fields = new Map<number, Buffer[]>();
  private readonly numbers = new Map<number, number>();

  /** @throws Error when the bytes are no protobuf message */
  constructor(bytes: Buffer) {
    const reader = new Reader(bytes);
    while (!reader.isAtEnd()) {
      const key = reader.varint();
      const field = Math.floor(key / 8);
      switch (key % 8) {
        case 0:
          this.numbers.set(field, reader.varint());
          break;
        case 1:
          reader.take(8);
          break;
        case 2:
          this.add(field, reader.take(reader.varint()));
          break;
        case 5:
          reader.take(4);
          break;
        default:
          throw new Error(`field ${String(field)} is of an unknown kind`);
      }
    }
  }

  /** Empty when absent, as in protobuf. */
  text(field: number): string {
    return this.fields.get(field)?.at(-1)?.toString('utf8') ?? '';
  }

  texts(field: number): string[] {
    return (this.fields.get(field) ?? []).map((bytes) => bytes.toString('utf8'));
  }

  messages(field: number): Message[] {
    return (this.fields.get(field) ?? []).map((bytes) => new Message(bytes));
  }

  /** 0 when absent, as in protobuf. */
  number(field: number): number {
    return this.numbers.get(field) ?? 0;
  }

  private add(field: number, bytes: Buffer): void {
    const known = this.fields.get(field);
    if (known === undefined) {
      this.fields.set(field, [bytes]);
    } else {
      known.push(bytes);
    }
  }
}

class Reader {
  private readonly bytes: Buffer;
  private position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** Exact up to 2^53, which no field of ours comes near. */
  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 10; shift += 1) {
      const byte = this.take(1)[0] ?? 0;
      value += (byte & 0x7f) * 2 ** (7 * shift);
      if (byte < 0x80) {
        return value;
      }
    }
    throw new Error('a number does not end');
  }

  take(length: number): Buffer {
    const end = this.position + length;
    if (end > this.bytes.length) {
      throw new Error('a field goes beyond the end of its message');
    }
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }
}

/** What a field may hold: nothing is written of what is empty, as in protobuf. */
export type FieldValue = string | number | Buffer | readonly (string | Buffer)[];

/** The message, fields in the order given; a list is a repeated field. */
export function encodeMessage(fields: readonly (readonly [field: number, value: FieldValue])[]): Buffer {
  return Buffer.concat(fields.flatMap(([field, value]) => encodeField(field, value)));
}

function encodeField(field: number, value: FieldValue): Buffer[] {
  if (typeof value === 'number') {
    return value === 0 ? [] : [varint(field * 8), varint(value)];
  }
  if (typeof value === 'string') {
    return value === '' ? [] : withLength(field, Buffer.from(value));
  }
  return Buffer.isBuffer(value)
    ? withLength(field, value)
    : value.flatMap((item) => withLength(field, typeof item === 'string' ? Buffer.from(item) : item));
}

function withLength(field: number, bytes: Buffer): Buffer[] {
  return [varint(field * 8 + 2), varint(bytes.length), bytes];
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}
