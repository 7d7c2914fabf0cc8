/** Runs of equal lines of code in two features: what should be written once, below both. */
import ts from 'typescript';
import { codeLines, featureOf, type ProductFile } from './product.ts';

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

/** Each run as long as it goes. Imports do not count, nor does what one feature repeats within itself. */
export function repeatsAcross(files: readonly ProductFile[], atLeast: number): Repeat[] {
  const code = files.map(({ path, source }) => ({ path, feature: featureOf(path), lines: linesOf(source) }));
  const seen = new Map<string, { file: number; from: number }[]>();
  const found: Repeat[] = [];
  for (const [file, { path, feature, lines }] of code.entries()) {
    for (let from = 0; from + atLeast <= lines.length; from += 1) {
      const key = lines
        .slice(from, from + atLeast)
        .map(({ text }) => text)
        .join('\n');
      const places = seen.get(key) ?? [];
      for (const place of places) {
        const other = code[place.file];
        if (other === undefined || other.feature === feature) continue;
        // Told already, where the run began.
        if (from > 0 && lines[from - 1]?.text === other.lines[place.from - 1]?.text) continue;
        found.push({
          at: [at(other.path, other.lines[place.from]), at(path, lines[from])],
          lines: common(other.lines.slice(place.from), lines.slice(from)),
        });
      }
      seen.set(key, [...places, { file, from }]);
    }
  }
  return found;
}

function at(path: string, line: Line | undefined): string {
  return `${path}:${String((line?.number ?? 0) + 1)}`;
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
