/** What stands between `{}` and `[]`, closed or not. */
import { addEntry, type Entry, extendTo, isGap, quoteEnd, unquoted } from './entries.ts';

const DEPTH_LIMIT = 60;

interface Scan {
  readonly text: string;
  /** Brackets that are not closed end here at the latest. */
  readonly limit: number;
}

/** Reads the bracket at `from` as the value of `owner`; returns the offset behind it. */
export function readFlow(owner: Entry, scan: Scan, from: number, depth = 0): number {
  const close = scan.text[from] === '{' ? '}' : ']';
  let at = skipSpace(scan, from + 1);
  while (at < scan.limit && scan.text[at] !== close) {
    const before = at;
    if (scan.text[at] === ',') at += 1;
    else at = close === '}' ? readPair(owner, scan, at, depth) : readItem(owner, scan, at, depth);
    // A bracket of the other sort, say: it cannot be understood, so it is passed over.
    if (at === before) at += 1;
    at = skipSpace(scan, at);
  }
  const to = Math.min(at + (at < scan.limit ? 1 : 0), scan.limit);
  owner.value = { from, to, style: 'flow' };
  extendTo(owner, to);
  return to;
}

function skipSpace({ text, limit }: Scan, from: number): number {
  let at = from;
  while (at < limit) {
    if (text[at] === '#' && isGap(text, at - 1)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? limit : end;
    } else if (!isGap(text, at)) break;
    at += 1;
  }
  return Math.min(at, limit);
}

function readItem(owner: Entry, scan: Scan, from: number, depth: number): number {
  const item = addEntry({
    kind: 'item',
    parent: owner,
    column: 0,
    flow: true,
    from,
    keyTo: from,
    valueFrom: from,
  });
  return readValue(item, scan, from, depth);
}

function readPair(owner: Entry, scan: Scan, from: number, depth: number): number {
  const keyTo = scalarEnd(scan, from, true);
  if (keyTo === from) return from;
  const step = unquoted(scan.text.slice(from, keyTo));
  const colon = skipSpace(scan, keyTo);
  const valueFrom = scan.text[colon] === ':' && colon < scan.limit ? colon + 1 : undefined;
  const entry = addEntry({
    kind: 'key',
    parent: owner,
    column: 0,
    flow: true,
    from,
    keyTo,
    valueFrom,
    step,
  });
  extendTo(entry, keyTo);
  if (valueFrom === undefined) return keyTo;
  return readValue(entry, scan, skipSpace(scan, valueFrom), depth);
}

function readValue(entry: Entry, scan: Scan, from: number, depth: number): number {
  const first = scan.text[from];
  if ((first === '{' || first === '[') && from < scan.limit && depth < DEPTH_LIMIT)
    return readFlow(entry, scan, from, depth + 1);
  const to = scalarEnd(scan, from, false);
  if (to > from) entry.value = { from, to, style: first === '"' || first === "'" ? 'quoted' : 'plain' };
  extendTo(entry, to);
  return to;
}

/** Offset behind the scalar at `from`, without the space after it; `from` itself where there is none. */
function scalarEnd(scan: Scan, from: number, isKey: boolean): number {
  const { text, limit } = scan;
  if (text[from] === '"' || text[from] === "'") {
    const end = quoteEnd(text, from, limit);
    if (end >= 0) return end;
  }
  let at = from;
  while (at < limit && !endsScalar(text, at, isKey)) at += 1;
  while (at > from && isGap(text, at - 1)) at -= 1;
  return at;
}

function endsScalar(text: string, at: number, isKey: boolean): boolean {
  const char = text[at];
  if (char === '#') return isGap(text, at - 1);
  if (char === ':' && isKey) return isGap(text, at + 1) || /[,[\]{}]/.test(text[at + 1] ?? '');
  return char === ',' || char === '{' || char === '}' || char === '[' || char === ']' || char === '\n';
}
