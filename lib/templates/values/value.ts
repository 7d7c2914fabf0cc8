/**
 * Go's values, as far as templates meet them. A text is a byte text (`bytes.ts`), a number of JavaScript is a float64, `null`
 * is a nil `interface{}`. What the reflection of Go tells apart besides, such as an element of a `[]interface{}` from what
 * is in it, is a `Slot`; it shows in errors.
 */
import type { ReachedLimit } from '../../base/reached-limit.ts';

/** Whatever an `interface{}` can hold here. */
export type GoValue =
  string | boolean | number | null | GoInt | GoComplex | GoMap | GoSlice | GoTime | GoVersion | GoRecord;

/** A value as the evaluator passes it on: `undefined` is no value at all, `Boxed` one in an `interface{}`. */
export type Slot = GoValue | undefined | Boxed;

/** The whole numbers' types. */
export type IntType = 'int' | 'int64' | 'int32' | 'uint8' | 'uint32' | 'uint64';

/** A whole number. */
export class GoInt {
  readonly type: IntType;
  readonly value: bigint;

  constructor(type: IntType, value: bigint) {
    this.type = type;
    this.value = value;
  }
}

/** Numbers such as `1+2i`. */
export class GoComplex {
  readonly re: number;
  readonly im: number;

  constructor(re: number, im: number) {
    this.re = re;
    this.im = im;
  }
}

/** A map from texts. Functions change it in place, as in Go. */
export class GoMap {
  readonly element: 'interface {}' | 'string';
  readonly entries: Map<string, GoValue>;
  /** A nil map: it reads as empty, and nothing can be put into it. */
  readonly isNil: boolean;

  constructor(element: 'interface {}' | 'string', entries = new Map<string, GoValue>(), isNil = false) {
    this.element = element;
    this.entries = entries;
    this.isNil = isNil;
  }
}

/** What slices are of. */
export type ElementType = 'interface {}' | 'string' | 'int' | 'uint8';

/** A slice; `spare` is what lies behind its end, up to its capacity. */
export class GoSlice {
  readonly element: ElementType;
  readonly items: readonly GoValue[];
  readonly spare: readonly GoValue[];
  readonly isNil: boolean;

  constructor(
    element: ElementType,
    items: readonly GoValue[],
    spare: readonly GoValue[] = [],
    isNil = false,
  ) {
    this.element = element;
    this.items = items;
    this.spare = spare;
    this.isNil = isNil;
  }
}

/** A struct with fields of text. */
export class GoRecord {
  readonly type: string;
  readonly fields: ReadonlyMap<string, GoValue>;

  constructor(type: string, fields: ReadonlyMap<string, GoValue>) {
    this.type = type;
    this.fields = fields;
  }
}

/** A moment, and the clock it is read on. */
export class GoTime {
  /** Since 1970 in UTC. */
  readonly seconds: bigint;
  readonly nanos: number;
  readonly zone: ZoneAt;

  constructor(seconds: bigint, nanos: number, zone: ZoneAt) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.zone = zone;
  }
}

/** What a zone is at a moment: `CEST`, 7200 seconds before UTC. */
export interface ZoneAt {
  readonly name: string;
  readonly offset: number;
}

/** A version as `github.com/Masterminds/semver` has it. */
export class GoVersion {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly prerelease: string;
  readonly metadata: string;
  /** As it was written. */
  readonly original: string;

  constructor(
    numbers: readonly [bigint, bigint, bigint],
    tail: { prerelease: string; metadata: string },
    original: string,
  ) {
    this.numbers = numbers;
    this.prerelease = tail.prerelease;
    this.metadata = tail.metadata;
    this.original = original;
  }
}

/** Something in an `interface{}`. */
export class Boxed {
  readonly value: GoValue;

  constructor(value: GoValue) {
    this.value = value;
  }
}

/** What a Go function panics with or answers as its error, as bytes: it becomes part of a TemplateError. */
export class GoError extends Error {}

/** The render went further than it may. */
export class LimitReached extends Error {
  readonly limit: ReachedLimit;

  constructor(message: string, limit: ReachedLimit) {
    super(message);
    this.limit = limit;
  }
}

/** Of type `int`, as whole numbers in templates are. */
export function goInt(value: number | bigint): GoInt {
  return new GoInt('int', BigInt(value));
}

/** An `int64` that wraps round as in Go. */
export function goInt64(value: bigint): GoInt {
  return new GoInt('int64', BigInt.asIntN(64, value));
}

/** A `[]interface{}`. */
export function goList(items: readonly GoValue[]): GoSlice {
  return new GoSlice('interface {}', items);
}

/** A `[]string`. */
export function goTexts(items: readonly string[]): GoSlice {
  return new GoSlice('string', items);
}

/** What is in the `interface{}`; `undefined` for a nil one. */
export function unboxed(slot: Slot): GoValue | undefined {
  if (slot instanceof Boxed) return slot.value ?? undefined;
  return slot ?? undefined;
}

/** The keys in Go's order, which is that of bytes. */
export function sortedKeys(map: GoMap): string[] {
  return [...map.entries.keys()].sort(byBytes);
}

/** For sorting byte texts. */
export function byBytes(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
