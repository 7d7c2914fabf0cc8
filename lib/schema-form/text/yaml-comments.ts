/** Text changes that replace a value and keep the comments that stand around it. */
import type { TextChange } from './text-change.ts';
import { type Located, valueGap } from './yaml-locate.ts';
import { lineEnd } from './yaml-text.ts';

/**
 * The value behind a key or dash replaced by `written`, which may be several lines. Comments between the key and the old
 * value stay where they are, and so does one behind a value on one line.
 */
export function* keepingComments(text: string, located: Located, written: string): Generator<TextChange> {
  const gap = valueGap(located);
  if (gap === undefined) return;
  const { node, at } = located;
  const before = text.slice(gap.from, Math.max(gap.from, at)).trimEnd();
  const lineBreak = written.indexOf('\n');
  const head = lineBreak < 0 ? written.length : lineBreak;
  const put = (comment: string): string => written.slice(0, head) + comment + written.slice(head);
  if (isComment(before)) {
    yield { ...gap, insert: lineBreak < 0 ? written + before : before + written };
    return;
  }
  const behind = node?.kind === 'scalar' ? headComment(text, at) : undefined;
  if (behind !== undefined) {
    yield { ...gap, insert: put(behind) };
    return;
  }
  const line = lineEnd(text, gap.to);
  const trailing = /^[ \t]+#.*$/.exec(text.slice(gap.to, line))?.[0];
  const inLines = text.slice(gap.from, gap.to).includes('\n');
  if (trailing !== undefined && !inLines && lineBreak >= 0)
    yield { from: gap.from, to: line, insert: put(trailing) };
}

function isComment(text: string): boolean {
  return /^\s+#/.test(text);
}

/** The comment behind `|` or `>`. */
function headComment(text: string, at: number): string | undefined {
  return /^[|>][-+\d]*([ \t]+#.*)$/.exec(text.slice(at, lineEnd(text, at)))?.[1];
}
