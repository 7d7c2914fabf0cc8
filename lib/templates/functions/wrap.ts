/** `wrap` and `wrapWith`: lines of a width, as `goutils` breaks them, in bytes. */
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed } from '../run/signature.ts';
import { GoError } from '../values/value.ts';

/** How lines are broken. */
interface Wrapping {
  readonly width: number;
  readonly lineEnd: string;
  readonly breaksWords: boolean;
  readonly budget: RenderBudget;
}

function wrapped(text: string, how: Wrapping): string {
  const { width, lineEnd, breaksWords, budget } = how;
  let made = '';
  let at = 0;
  while (text.length - at > width) {
    budget.spend(1);
    if (text.charAt(at) === ' ') {
      at += 1;
      continue;
    }
    const space = text.slice(at, at + width + 1).lastIndexOf(' ');
    if (space >= 0) {
      made += text.slice(at, at + space) + lineEnd;
      at += space + 1;
    } else if (breaksWords) {
      made += text.slice(at, at + width) + lineEnd;
      at += width;
    } else {
      const next = text.indexOf(' ', at + width);
      if (next < 0) return made + text.slice(at);
      made += text.slice(at, next) + lineEnd;
      at = next + 1;
    }
    budget.text(made.length > budget.limits.output ? made.length : lineEnd.length);
  }
  return made + text.slice(at);
}

function widthOf(width: bigint): number {
  if (width > 2n ** 62n) throw new GoError('runtime error: slice bounds out of range');
  return width < 1n ? 1 : Number(width);
}

/** By name. */
export const WRAP: FunctionTable = {
  wrap: fixed(['int', 'string'], ([width, text], budget) =>
    wrapped(text, { width: widthOf(width), lineEnd: '\n', breaksWords: false, budget }),
  ),
  wrapWith: fixed(['int', 'string', 'string'], ([width, lineEnd, text], budget) => {
    const end = lineEnd === '' ? '\n' : lineEnd;
    return wrapped(text, { width: widthOf(width), lineEnd: end, breaksWords: true, budget });
  }),
};
