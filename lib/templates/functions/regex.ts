/** Regular expressions of sprig: Go's `regexp`, in linear time. */
import { findFrom, type Places, type Search, searchOf } from '../../base/re2/search.ts';
import { UnreadablePattern } from '../../base/re2/syntax.ts';
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed } from '../run/signature.ts';
import { runeCode, fromBytes, runeAt, runeSize, toBytes } from '../values/bytes.ts';
import { GoError, GoSlice, goTexts, LimitReached } from '../values/value.ts';

/** Instructions of a pattern's machine that count as one step. */
const WORK_STEP = 1;
const PATTERN_LIMIT = 2000;

/** A text as characters, with the byte that each begins at. */
class Subject {
  readonly text: string;
  readonly codes: number[] = [];
  readonly #starts: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (let at = 0; at < text.length;) {
      const rune = runeAt(text, at);
      this.codes.push(runeCode(rune));
      this.#starts.push(at);
      at += runeSize(rune);
    }
    this.#starts.push(text.length);
  }

  /** The bytes between two characters. */
  part(from: number, to: number): string {
    return this.text.slice(this.#starts[from], this.#starts[to]);
  }
}

/** A pattern over one text. */
class Matching {
  readonly search: Search;
  readonly subject: Subject;
  readonly #budget: RenderBudget;

  constructor(pattern: string, text: string, budget: RenderBudget) {
    this.search = compiled(pattern, budget);
    budget.text(text.length * WORK_STEP);
    this.subject = new Subject(text);
    this.#budget = budget;
  }

  find(from: number): Places | undefined {
    return findFrom(this.search, this.subject.codes, from, (visited) =>
      this.#budget.spend((visited + 1) / WORK_STEP),
    );
  }

  /** All matches that do not overlap; an empty one right behind another does not count. */
  all(limit: bigint): Places[] {
    const found: Places[] = [];
    const most = limit < 0n ? Infinity : Number(limit);
    let before = -1;
    for (let at = 0; at <= this.subject.codes.length && found.length < most;) {
      const places = this.find(at);
      if (places === undefined) break;
      const [start = 0, end = 0] = places;
      if (end > at || start !== before) found.push(places);
      at = end > at ? end : at + 1;
      before = end;
    }
    return found;
  }

  replaced(by: (places: Places) => string): string {
    const { subject } = this;
    let made = '';
    let last = 0;
    for (let at = 0; at <= subject.codes.length;) {
      const places = this.find(at);
      if (places === undefined) break;
      const [start = 0, end = 0] = places;
      made += subject.part(last, start);
      if (end > last || start === 0) made += by(places);
      this.#budget.text(made.length > this.#budget.limits.output ? made.length : 0);
      last = end;
      at = Math.max(at + 1, end);
    }
    return made + subject.part(last, subject.codes.length);
  }
}

function compiled(pattern: string, budget: RenderBudget): Search {
  if (pattern.length > PATTERN_LIMIT)
    throw new LimitReached(`a pattern of more than ${PATTERN_LIMIT} bytes`, {
      ...{ bound: 'pattern', most: PATTERN_LIMIT },
    });
  try {
    const search = searchOf(fromBytes(pattern));
    budget.spend(search.program.instructions.length);
    return search;
  } catch (error) {
    if (!(error instanceof UnreadablePattern)) throw error;
    throw new GoError(
      toBytes(`regexp: Compile(\`${fromBytes(pattern)}\`): error parsing regexp: ${error.message}`),
    );
  }
}

/** `$1`, `${name}` and `$$` in what a match is replaced by. */
function expanded(template: string, matching: Matching, places: Places): string {
  return template.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (_all, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    return name === undefined ? '$' : groupText(name, matching, places);
  });
}

function groupText(name: string, { search, subject }: Matching, places: Places): string {
  const index = /^\d+$/.test(name) ? Number(name) : search.names.lastIndexOf(name);
  const from = places[index * 2] ?? -1;
  const to = places[index * 2 + 1] ?? -1;
  return index < 0 || from < 0 || to < 0 ? '' : subject.part(from, to);
}

function split(matching: Matching, limit: bigint, isEmptyPattern: boolean): GoSlice {
  const { subject } = matching;
  const size = subject.codes.length;
  if (limit === 0n) return NO_TEXTS;
  if (!isEmptyPattern && size === 0) return goTexts(['']);
  const parts: string[] = [];
  let begin = 0;
  let end = 0;
  for (const [from = 0, to = 0] of matching.all(limit)) {
    if (limit > 0n && BigInt(parts.length) === limit - 1n) break;
    end = from;
    if (to !== 0) parts.push(subject.part(begin, end));
    begin = to;
  }
  if (end !== size) parts.push(subject.part(begin, size));
  return goTexts(parts);
}

const NO_TEXTS = new GoSlice('string', [], [], true);

/** By name. */
export const REGEX: FunctionTable = {
  regexMatch: fixed(['string', 'string'], ([pattern, text], budget) => {
    try {
      return new Matching(pattern, text, budget).find(0) !== undefined;
    } catch (error) {
      // sprig throws the error of a bad pattern away.
      if (error instanceof GoError) return false;
      throw error;
    }
  }),
  regexFind: fixed(['string', 'string'], ([pattern, text], budget) => {
    const matching = new Matching(pattern, text, budget);
    const [from, to] = matching.find(0) ?? [];
    return from === undefined || to === undefined ? '' : matching.subject.part(from, to);
  }),
  regexFindAll: fixed(['string', 'string', 'int'], ([pattern, text, limit], budget) => {
    const matching = new Matching(pattern, text, budget);
    const found = matching.all(limit);
    if (found.length === 0) return NO_TEXTS;
    return goTexts(found.map(([from = 0, to = 0]) => matching.subject.part(from, to)));
  }),
  regexReplaceAll: fixed(['string', 'string', 'string'], ([pattern, text, by], budget) => {
    const matching = new Matching(pattern, text, budget);
    return matching.replaced((places) => expanded(by, matching, places));
  }),
  regexReplaceAllLiteral: fixed(['string', 'string', 'string'], ([pattern, text, by], budget) =>
    new Matching(pattern, text, budget).replaced(() => by),
  ),
  regexSplit: fixed(['string', 'string', 'int'], ([pattern, text, limit], budget) =>
    split(new Matching(pattern, text, budget), limit, pattern === ''),
  ),
};
