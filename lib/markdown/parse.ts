/**
 * Markdown of catalogs → a tree. CommonMark's and GitHub's everyday blocks: headings, paragraphs, lists, code, quotes,
 * tables, rules. Hostile by assumption: the text is cut at a limit, nesting is bounded and HTML never survives.
 */
import { parseInline, type References } from './inline.ts';
import type { Block, Inline } from './types.ts';

/** Characters read; the longest description of the community catalog is far below. */
const MAX_LENGTH = 60_000;
const MAX_DEPTH = 5;

const HEADING = /^ {0,3}(#{1,6})(?:\s+(\S[^]*)?)?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const BULLET = /^( {0,3})([-*+])(\s+)(?=\S)/;
const NUMBER = /^( {0,3})(\d{1,9})[.)](\s+)(?=\S)/;
const QUOTE = /^ {0,3}> ?/;
const INDENTED = /^(?: {4}|\t)/;
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;
const REFERENCE = /^ {0,3}\[([^\]]{1,200})\]:\s*<?([^\s<>]+)>?/;

/**
 * Reads any text, never fails: what follows the first 60,000 characters is dropped, and what is no block is a
 * paragraph.
 */
export function parseMarkdown(source: string): Block[] {
  const text = withoutComments(source.slice(0, MAX_LENGTH)).replaceAll('\r\n', '\n').replaceAll('\0', '');
  const references = new Map<string, string>();
  const lines = text.split('\n').filter((line) => {
    const found = REFERENCE.exec(line);
    if (found !== null) references.set((found[1] ?? '').trim().toLowerCase(), found[2] ?? '');
    return found === null;
  });
  return parseBlocks(lines, references, 0);
}

/** Comments, and elements whose content is not text for people. */
function withoutComments(text: string): string {
  return text
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<(script|style|iframe|svg|math|object|template)\b[^]*?(?:<\/\1\s*>|$)/gi, '');
}

interface Read {
  block: Block | undefined;
  /** Index of the first line after the block. */
  next: number;
}

interface Context {
  lines: readonly string[];
  references: References;
  depth: number;
}

type Reader = (context: Context, at: number) => Read | undefined;

const READERS: readonly Reader[] = [
  readBlank,
  readFence,
  readHeading,
  readRule,
  readQuote,
  readList,
  readIndented,
  readTable,
];

function parseBlocks(lines: readonly string[], references: References, depth: number): Block[] {
  const context = { lines, references, depth };
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const read = firstRead(context, at) ?? readParagraph(context, at);
    if (read.block !== undefined) blocks.push(read.block);
    at = read.next;
  }
  return blocks;
}

function firstRead(context: Context, at: number): Read | undefined {
  for (const reader of READERS) {
    const read = reader(context, at);
    if (read !== undefined) return read;
  }
  return undefined;
}

function lineAt({ lines }: Context, at: number): string {
  return lines[at] ?? '';
}

function readBlank(context: Context, at: number): Read | undefined {
  return lineAt(context, at).trim() === '' ? { block: undefined, next: at + 1 } : undefined;
}

function readFence(context: Context, at: number): Read | undefined {
  const open = FENCE.exec(lineAt(context, at));
  if (open === null) return undefined;
  const mark = open[1] ?? '```';
  let end = at + 1;
  while (end < context.lines.length && !lineAt(context, end).trim().startsWith(mark)) end += 1;
  const text = context.lines.slice(at + 1, end).join('\n');
  const language = open[2] ?? '';
  return { block: { kind: 'code', text, ...(language === '' ? {} : { language }) }, next: end + 1 };
}

function readHeading(context: Context, at: number): Read | undefined {
  const found = HEADING.exec(lineAt(context, at));
  if (found === null) return undefined;
  const text = (found[2] ?? '').trimEnd().replace(/(?<!\s)\s+#+$/, '');
  const children = parseInline(text, context.references);
  return { block: { kind: 'heading', level: (found[1] ?? '#').length, children }, next: at + 1 };
}

function readRule(context: Context, at: number): Read | undefined {
  return RULE.test(lineAt(context, at)) ? { block: { kind: 'rule' }, next: at + 1 } : undefined;
}

function readQuote(context: Context, at: number): Read | undefined {
  if (!QUOTE.test(lineAt(context, at)) || context.depth >= MAX_DEPTH) return undefined;
  let end = at;
  while (end < context.lines.length && lineAt(context, end).trim() !== '') end += 1;
  const inner = context.lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  const children = parseBlocks(inner, context.references, context.depth + 1);
  return { block: { kind: 'quote', children }, next: end };
}

function readIndented(context: Context, at: number): Read | undefined {
  if (!INDENTED.test(lineAt(context, at))) return undefined;
  let end = at;
  while (
    end < context.lines.length &&
    (INDENTED.test(lineAt(context, end)) || lineAt(context, end).trim() === '')
  ) {
    end += 1;
  }
  const text = context.lines
    .slice(at, end)
    .map((line) => line.replace(INDENTED, ''))
    .join('\n')
    .trimEnd();
  return { block: { kind: 'code', text }, next: end };
}

function readList(context: Context, at: number): Read | undefined {
  if (context.depth >= MAX_DEPTH) return undefined;
  const first = lineAt(context, at);
  const marker = BULLET.test(first) ? BULLET : NUMBER;
  if (!marker.test(first)) return undefined;
  const start = marker === NUMBER ? Number(NUMBER.exec(first)?.[2] ?? 1) : 1;
  const items: Block[][] = [];
  let next = at;
  while (
    next < context.lines.length &&
    marker.test(lineAt(context, next)) &&
    !RULE.test(lineAt(context, next))
  ) {
    const item = itemLines(context, next, marker);
    items.push(parseBlocks(item.lines, context.references, context.depth + 1));
    next = item.next;
  }
  if (items.length === 0) return undefined;
  return { block: { kind: 'list', ordered: marker === NUMBER, start, items }, next };
}

/** The lines of one list item without their indentation, and where the next one may begin. */
function itemLines(context: Context, at: number, marker: RegExp): { lines: string[]; next: number } {
  const first = lineAt(context, at);
  const width = marker.exec(first)?.[0].length ?? 0;
  const lines = [first.slice(width)];
  let next = at + 1;
  for (; next < context.lines.length; next += 1) {
    const line = lineAt(context, next);
    const indent = line.search(/\S/);
    if (indent < 0) {
      const following = lineAt(context, next + 1);
      if (following.search(/\S/) < 2 && !marker.test(following)) break;
      lines.push('');
    } else if (indent >= Math.min(width, 2)) lines.push(line.slice(Math.min(indent, width)));
    else if (lines.at(-1) === '' || startsBlock(line)) break;
    else lines.push(line);
  }
  return { lines, next };
}

function startsBlock(line: string): boolean {
  return [HEADING, FENCE, RULE, BULLET, NUMBER, QUOTE].some((pattern) => pattern.test(line));
}

function readTable(context: Context, at: number): Read | undefined {
  const head = lineAt(context, at);
  if (!head.includes('|') || !TABLE_RULE.test(lineAt(context, at + 1))) return undefined;
  const header = cells(head, context.references);
  const rows: Inline[][][] = [];
  let next = at + 2;
  while (next < context.lines.length && lineAt(context, next).includes('|')) {
    const row = cells(lineAt(context, next), context.references);
    rows.push(header.map((_, column) => row[column] ?? []));
    next += 1;
  }
  return { block: { kind: 'table', header, rows }, next };
}

function cells(line: string, references: References): Inline[][] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => parseInline(cell.trim(), references));
}

function readParagraph(context: Context, at: number): Read {
  let end = at + 1;
  while (end < context.lines.length) {
    const line = lineAt(context, end);
    const underline = /^ {0,3}(=+|-+)\s*$/.exec(line);
    if (underline !== null) {
      const level = (underline[1] ?? '').startsWith('=') ? 1 : 2;
      const children = inlineOf(context, at, end);
      return { block: { kind: 'heading', level, children }, next: end + 1 };
    }
    if (line.trim() === '' || startsBlock(line)) break;
    end += 1;
  }
  const children = inlineOf(context, at, end);
  return { block: children.length === 0 ? undefined : { kind: 'paragraph', children }, next: end };
}

function inlineOf({ lines, references }: Context, from: number, to: number): Inline[] {
  const text = lines
    .slice(from, to)
    .map((line) => line.trimStart())
    .join('\n')
    .trim();
  return trimmed(parseInline(text, references));
}

/** Dropped tags leave white space behind, which alone makes no paragraph. */
function trimmed(nodes: Inline[]): Inline[] {
  return nodes.some((node) => node.kind !== 'break' && !(node.kind === 'text' && node.text.trim() === ''))
    ? nodes
    : [];
}
