/**
 * Reads a changed text by reading only the lines around the change: those of the smallest run of entries of a map or
 * list in lines that surely holds it. What they say is put into the old tree and value; both stay as they were for
 * whoever holds them. Wherever these lines could mean something else alone than in their place, more is read, in the
 * end everything, so the outcome is always that of reading the whole text.
 */
import { applyTextChange, type TextChange } from './text-change.ts';
import { lastBefore } from './yaml-locate.ts';
import { DEPTH_LIMIT, type ParsedYaml, type YamlReading } from './yaml-library.ts';
import { readYaml, TEXT_LIMIT } from './yaml-read.ts';
import { isReadableAlone, lineStart } from './yaml-text.ts';
import { type Fresh, type Level, noEntries, splice } from './yaml-splice.ts';
import { isBlock, type YamlCollection, type YamlNode } from './yaml-tree.ts';

/** A text and what it says; the two must agree. */
export interface YamlSource {
  readonly text: string;
  readonly parsed: ParsedYaml;
}

/** The changed text, and what it says. */
export interface Reread {
  readonly text: string;
  readonly reading: YamlReading;
}

/** Reads the text of `source` with the change made; the outcome is that of `readYaml`. */
export function rereadYaml(source: YamlSource, change: TextChange): Reread {
  const text = applyTextChange(source.text, change);
  const parsed = rereadPart(source, change, text);
  return { text, reading: parsed === undefined ? readYaml(text) : { ok: true, parsed } };
}

interface Work {
  readonly source: YamlSource;
  readonly change: TextChange;
  /** After the change. */
  readonly text: string;
  /** From the root down to the collection worked on. */
  readonly levels: readonly Level[];
}

function rereadPart(source: YamlSource, change: TextChange, text: string): ParsedYaml | undefined {
  if (text.length > TEXT_LIMIT || source.parsed.tree.tied) return undefined;
  const levels = levelsOf(source, change);
  if (levels.length > DEPTH_LIMIT / 2) return undefined;
  for (let depth = levels.length; depth > 0; depth -= 1) {
    const work: Work = { source, change, text, levels: levels.slice(0, depth) };
    const level = levels[depth - 1];
    if (level === undefined || regionSize(work, level) > text.length / 2) return undefined;
    const parsed = rereadEntries(work, level);
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

/** Reading less than half is worth a try; so is reading anything of a short text. */
function regionSize({ source }: Work, level: Level): number {
  const size = regionEnd(source.text, level) - regionStart(source.text, level, level.first);
  return source.text.length < 400 ? 0 : size;
}

function levelsOf({ text, parsed }: YamlSource, change: TextChange): Level[] {
  const levels: Level[] = [];
  let { root: node, at } = parsed.tree;
  let end = text.length;
  while (isBlock(node)) {
    const around = { collection: node, at, end, first: 0, last: 0 };
    if (change.from < regionStart(text, around, 0)) return levels;
    const first = regionOf(text, around, change.from);
    const last = Math.max(first, regionOf(text, around, change.to - 1));
    const level = { ...around, first, last };
    levels.push(level);
    const entry = first === last ? node.entries[first] : undefined;
    if (entry === undefined) return levels;
    end = regionEnd(text, level);
    at += (node.starts[first] ?? 0) + entry.valueAt;
    node = entry.value;
  }
  return levels;
}

/** The entry whose lines hold the offset. */
function regionOf(text: string, level: Level, offset: number): number {
  const index = Math.max(0, lastBefore(level.collection.starts, offset - level.at));
  const next = index + 1;
  return next < level.collection.entries.length && regionStart(text, level, next) <= offset ? next : index;
}

/** Where the lines of an entry begin: at its line, or at itself where something else stands before it. */
function regionStart(text: string, { collection, at }: Level, index: number): number {
  const start = at + (collection.starts[index] ?? 0);
  const line = lineStart(text, start);
  return isSpaces(text, line, start) ? line : start;
}

function regionEnd(text: string, level: Level): number {
  return level.last + 1 < level.collection.entries.length
    ? regionStart(text, level, level.last + 1)
    : level.end;
}

function isSpaces(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (text.charCodeAt(index) !== 32) return false;
  return true;
}

function rereadEntries(work: Work, level: Level): ParsedYaml | undefined {
  const lines = linesOf(work, level);
  if (lines === undefined) return undefined;
  const more = needsMore(work, level, lines);
  if (more !== undefined) return rereadMore(work, level, more);
  if (lines.part === '') return putIn(work, level, noEntries);
  if (!isReadableAlone(lines.part, lines.column)) return undefined;
  const reading = readYaml(lines.part);
  if (!reading.ok || reading.parsed.tree.tied) return undefined;
  const { root } = reading.parsed.tree;
  if (root === undefined) return rereadMore(work, level, level.first > 0 ? 'before' : 'after');
  const fresh = entriesOf(reading.parsed, level.collection.kind, lines);
  return fresh === undefined ? undefined : putIn(work, level, fresh);
}

function putIn(work: Work, level: Level, fresh: Fresh): ParsedYaml | undefined {
  const place = { holders: work.levels.slice(0, -1), level, shift: shiftOf(work) };
  return splice(work.source.parsed, place, fresh);
}

/** The lines of the entries of a level after the change. */
interface Lines {
  /** What stands before the first entry on its line is made spaces. */
  readonly part: string;
  /** Offset of the part in the text. */
  readonly offset: number;
  /** That the entries stand in. */
  readonly column: number;
  /** The first entry follows a dash. */
  readonly inMiddle: boolean;
  /** Offset behind them. */
  readonly end: number;
}

/** Undefined where the entries begin or end in the middle of a line, except behind the dashes of lists. */
function linesOf(work: Work, level: Level): Lines | undefined {
  const old = work.source.text;
  const region = regionStart(old, level, level.first);
  const start = level.at + (level.collection.starts[level.first] ?? 0);
  const column = start - lineStart(old, start);
  if (!startsInLine(old, level, column)) return undefined;
  const end = regionEnd(old, level) + shiftOf(work);
  const inMiddle = region === start && column > 0;
  const padding = inMiddle ? column : 0;
  const part = ' '.repeat(padding) + work.text.slice(region, end);
  return { part, offset: region - padding, column, inMiddle, end };
}

function shiftOf({ change }: Work): number {
  return change.insert.length - (change.to - change.from);
}

/** Lines that do not say enough without the entry before or behind them. */
function needsMore(work: Work, level: Level, lines: Lines): 'before' | 'after' | undefined {
  const { part, end, inMiddle, column } = lines;
  if (part.length === (inMiddle ? column : 0)) return neighbourOfNone(level, inMiddle);
  if (end < work.text.length && !part.endsWith('\n')) return 'after';
  const before = inMiddle ? undefined : level.collection.entries[level.first - 1];
  return startsOpen(part) && endsInBlockScalar(before?.value) ? 'before' : undefined;
}

/** Nothing is left of the entries: something must follow a dash, and a collection in lines must have an entry. */
function neighbourOfNone(
  { collection, first, last }: Level,
  inMiddle: boolean,
): 'before' | 'after' | undefined {
  if (!inMiddle && last - first + 1 < collection.entries.length) return undefined;
  return first > 0 ? 'before' : 'after';
}

/** One entry more, where the lines alone do not say enough. */
function rereadMore(work: Work, level: Level, side: 'before' | 'after'): ParsedYaml | undefined {
  const first = side === 'before' ? level.first - 1 : level.first;
  const last = side === 'after' ? level.last + 1 : level.last;
  if (first < 0 || last >= level.collection.entries.length) return undefined;
  const wider = { ...level, first, last };
  return rereadEntries({ ...work, levels: [...work.levels.slice(0, -1), wider] }, wider);
}

/**
 * The first entry begins its line, or follows only the dashes of lists; and what follows the last one begins its line.
 * Keys behind `?` and what follows an anchor do neither.
 */
function startsInLine(text: string, level: Level, column: number): boolean {
  const { collection, at, first, last } = level;
  const start = at + (collection.starts[first] ?? 0);
  const before = text.slice(start - column, start);
  if (!/^ *(?:- +)*$/.test(before)) return false;
  const next = collection.starts[last + 1];
  return next === undefined || isSpaces(text, lineStart(text, at + next), at + next);
}

/** Blank lines or comments come first: behind a block of text they could belong to it. */
function startsOpen(lines: string): boolean {
  return /^[ \t]*(?:#|\r?\n|$)/.test(lines);
}

function endsInBlockScalar(node: YamlNode | undefined): boolean {
  let last = node;
  while (isBlock(last)) last = last.entries.at(-1)?.value;
  return last?.kind === 'scalar' && (last.style === 'literal' || last.style === 'folded');
}

function entriesOf(
  { tree, value }: ParsedYaml,
  kind: YamlCollection['kind'],
  { part, offset, column }: Lines,
): Fresh | undefined {
  if (!isBlock(tree.root) || tree.root.kind !== kind) return undefined;
  const starts = tree.root.starts.map((start) => tree.at + start);
  const inColumn = starts.every((start) => {
    const line = lineStart(part, start);
    return start - line === column && isSpaces(part, line, start);
  });
  if (!inColumn) return undefined;
  return { entries: tree.root.entries, starts: starts.map((start) => start + offset), value };
}
