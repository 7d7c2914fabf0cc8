/** `npm run size`: how much code the product is, by folder. */
import { fileURLToPath } from 'node:url';
import { codeLines, featureOf, productFiles, type ProductFile } from './product.ts';

const HELP = `Usage: npm run size

Prints the lines of code of app, components, lib, messages and server by folder, and their total: without comments, blank
lines, tests and what only tests use.
`;

export function sizesOf(files: readonly ProductFile[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, source } of files) {
    const feature = featureOf(path);
    sizes.set(feature, (sizes.get(feature) ?? 0) + codeLines(source).size);
  }
  return sizes;
}

export function sizeTable(sizes: ReadonlyMap<string, number>): string {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const rows = [...[...sizes].sort(([a], [b]) => (a < b ? -1 : 1)), ['total', total] as const];
  return rows.map(([name, size]) => `${name.padEnd(24)}${String(size).padStart(7)}\n`).join('');
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  process.stdout.write(process.argv.includes('--help') ? HELP : sizeTable(sizesOf(productFiles(root))));
}
