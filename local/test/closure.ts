/** Who imports whom, as far as our own sources go. Pure. */

export interface SourceImports {
  /** Our own files, from the repository's root. */
  readonly files: readonly string[];
  /** Node's own modules, without `node:`. */
  readonly builtins: readonly string[];
}

export type ImportGraph = ReadonlyMap<string, SourceImports>;

/** The file itself and all that it leads to, in order. */
export function closureOf(graph: ImportGraph, file: string): string[] {
  const found = new Set([file]);
  for (const one of found) for (const next of graph.get(one)?.files ?? []) found.add(next);
  return [...found].sort();
}
