import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parsed, productFiles, type ProductFile } from '../../test/product.ts';
import { repeatsAcross } from './repeats.ts';

/** Lines that stand in one file only. */
const own = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}(${String(index)});`);

function file(path: string, ...lines: readonly string[]): ProductFile {
  return { path, source: parsed(path, lines.join('\n')) };
}

it('finds a run of equal lines in two features, whatever comments and indents', () => {
  const run = own('shared', 11);
  const commented = run.flatMap((line, index) =>
    index % 2 === 0 ? [line] : ['', '// why', `  ${line} // so`],
  );
  const found = repeatsAcross(
    [
      file('components/plans/a.ts', ...own('a', 3), ...run, ...own('more', 2)),
      file('components/sources/b.ts', ...own('b', 1), ...commented, ...own('others', 2)),
    ],
    10,
  );
  expect(found).toEqual([{ at: ['components/plans/a.ts:4', 'components/sources/b.ts:2'], lines: 11 }]);
});

it('lets shorter runs be, imports, and what one feature repeats', () => {
  const imports = Array.from({ length: 12 }, (_, index) => `import { x${String(index)} } from 'x';`);
  expect(
    repeatsAcross(
      [
        file('lib/olm/a.ts', ...imports, ...own('shared', 9)),
        file('lib/k8s/b.ts', ...imports, ...own('shared', 9)),
        file('server/web/c.ts', ...own('twice', 12)),
        file('server/web/d.ts', ...own('twice', 12)),
      ],
      10,
    ),
  ).toEqual([]);
});

it('finds no run of ten lines in two features of the product', () => {
  const product = productFiles(join(import.meta.dirname, '..', '..', '..'));
  expect(product.length).toBeGreaterThan(500);
  expect(repeatsAcross(product, 10)).toEqual([]);
});
