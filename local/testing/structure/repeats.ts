/** Runs of equal lines of code in two features: what should be written once, below both. */
import ts from 'typescript';
import { codeLines, featureOf, type ProductFile } from '../../test/product.ts';

interface Line {
  /** From 0. */
  readonly number: number;
  readonly text: string;
}

export interface Repeat {
  /** `path:line`, lines from 1, of the two beginnings. */
  readonly at: readonly [string, string];
  readonly lines: number;
}

interface Code {
  readonly path: string;
  readonly feature: string;
  readonly lines: readonly Line[];
}

/** Where a run of so many lines begins. */
interface Begin {
  readonly code: Code;
  readonly from: number;
}

/** Each run as long as it goes. Imports do not count, nor does what one feature repeats within itself. */
export function repeatsAcross(files: readonly ProductFile[], atLeast: number): Repeat[] {
  const begins = files
    .map(({ path, source }): Code => ({ path, feature: featureOf(path), lines: linesOf(source) }))
    .flatMap((code) => code.lines.slice(atLeast - 1).map((_, from): Begin => ({ code, from })));
  const seen = new Map<string, Begin[]>();
  return begins.flatMap((here) => {
    const run = here.code.lines.slice(here.from, here.from + atLeast);
    const key = run.map(({ text }) => text).join('\n');
    const before = seen.get(key) ?? [];
    seen.set(key, [...before, here]);
    return before.filter((there) => isNew(there, here)).map((there) => repeatOf(there, here));
  });
}

/** In another feature, and not told already, where the run began. */
function isNew(there: Begin, here: Begin): boolean {
  const last = (begin: Begin): string | undefined => begin.code.lines[begin.from - 1]?.text;
  return there.code.feature !== here.code.feature && (last(here) === undefined || last(there) !== last(here));
}

function repeatOf(there: Begin, here: Begin): Repeat {
  const lines = common(there.code.lines.slice(there.from), here.code.lines.slice(here.from));
  return { at: [at(there), at(here)], lines };
}

function at({ code, from }: Begin): string {
  return `${code.path}:${String((code.lines[from]?.number ?? 0) + 1)}`;
}

function common(left: readonly Line[], right: readonly Line[]): number {
  const end = left.findIndex(({ text }, index) => text !== right[index]?.text);
  return end < 0 ? left.length : end;
}

function linesOf(source: ts.SourceFile): Line[] {
  const imports = new Set(
    source.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
      const first = lineOf(source, statement.getStart(source));
      return Array.from({ length: lineOf(source, statement.end) - first + 1 }, (_, index) => first + index);
    }),
  );
  return [...codeLines(source)]
    .filter(([number]) => !imports.has(number))
    .map(([number, text]) => ({ number, text: text.trim() }));
}

const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line;
