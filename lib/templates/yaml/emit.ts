/** YAML as yaml.v2 2.3.0 writes it: `toYaml`. */
import { base64 } from '../functions/base64.ts';
import { timeNanoText } from '../dates/time-text.ts';
import type { RenderBudget } from '../run/budget.ts';
import { runeCode, fromBytes, isAscii, RUNE_ERROR, runeAt, runeSize } from '../values/bytes.ts';
import { formatFloat } from '../values/float-text.ts';
import {
  type GoComplex,
  GoError,
  GoInt,
  GoMap,
  GoRecord,
  GoSlice,
  GoTime,
  type GoValue,
  GoVersion,
} from '../values/value.ts';
import { keyOrder } from './key-order.ts';
import { staysText } from './resolve.ts';
import { YamlWriter } from './writer.ts';

/** The document, with the line end after it. */
export function toYaml(value: GoValue, budget: RenderBudget): string {
  const writer = new YamlWriter(budget);
  emit(value, writer, budget);
  return writer.end();
}

function emit(value: GoValue, writer: YamlWriter, budget: RenderBudget): void {
  budget.inside(() => {
    if (value instanceof GoMap) emitMap(value.entries, writer, budget);
    else if (value instanceof GoRecord) emitRecord(value, writer, budget);
    else if (value instanceof GoSlice) emitSlice(value, writer, budget);
    else if (value instanceof GoVersion) writer.emptyFlow('{}');
    else emitScalar(value, writer);
  });
}

function emitMap(entries: ReadonlyMap<string, GoValue>, writer: YamlWriter, budget: RenderBudget): void {
  if (entries.size === 0) return writer.emptyFlow('{}');
  writer.openMap();
  for (const key of [...entries.keys()].sort(keyOrder)) {
    budget.spend(2);
    writer.key();
    emitText(key, writer);
    writer.value();
    emit(entries.get(key) ?? null, writer, budget);
  }
  writer.close();
}

function emitRecord(record: GoRecord, writer: YamlWriter, budget: RenderBudget): void {
  emitMap(new Map([...record.fields].map(([name, value]) => [name.toLowerCase(), value])), writer, budget);
}

function emitSlice(slice: GoSlice, writer: YamlWriter, budget: RenderBudget): void {
  if (slice.items.length === 0) return writer.emptyFlow('[]');
  writer.openList();
  for (const item of slice.items) {
    writer.item();
    emit(item, writer, budget);
  }
  writer.close();
}

function emitScalar(
  value: Exclude<GoValue, GoMap | GoSlice | GoRecord | GoVersion>,
  writer: YamlWriter,
): void {
  if (typeof value === 'string') emitText(value, writer);
  else if (value === null) writer.scalar('null', 'plain');
  else if (typeof value === 'boolean') writer.scalar(String(value), 'plain');
  else if (typeof value === 'number') writer.scalar(floatScalar(value), 'plain');
  else if (value instanceof GoInt) writer.scalar(value.value.toString(), 'plain');
  else if (value instanceof GoTime) writer.scalar(timeNanoText(value), 'plain');
  else refuse(value);
}

function refuse(_value: GoComplex): never {
  throw new GoError('cannot marshal type: complex128');
}

function floatScalar(value: number): string {
  const text = formatFloat(value, 'g', -1);
  return { '+Inf': '.inf', '-Inf': '-.inf', NaN: '.nan' }[text] ?? text;
}

function emitText(text: string, writer: YamlWriter): void {
  if (!isUtf8(text)) {
    writer.tag('!!binary');
    writer.scalar(base64(text), 'plain');
  } else if (text.includes('\n')) writer.scalar(text, 'literal');
  else writer.scalar(text, staysText(text) ? 'plain' : 'double');
}

function isUtf8(text: string): boolean {
  if (isAscii(text) || !fromBytes(text).includes('\uFFFD')) return true;
  for (let at = 0; at < text.length;) {
    const rune = runeAt(text, at);
    if (runeCode(rune) === RUNE_ERROR && runeSize(rune) === 1) return false;
    at += runeSize(rune);
  }
  return true;
}
