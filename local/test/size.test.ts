import { expect, it } from 'vitest';
import { codeLines, featureOf, parsed } from './product.ts';
import { sizesOf, sizeTable } from './size.ts';

const CODE = [
  '/** A comment. */',
  'const a = 1; // kept for the code before it',
  '',
  '/* begins',
  '   and ends */ const b = `',
  '// text of a literal',
  '',
  '${String(a)} /* and so is this */',
  '`;',
  "const c = '/*' + /[/*]/.source;",
  'export const page = (',
  '  <p>',
  '    {/* nothing */}',
  '    // words on the page',
  '    {/* of what follows */ b}',
  '  </p>',
  ');',
  '// the end',
].join('\n');

it('counts lines of code: no comments, no blanks, but what looks like a comment in a text', () => {
  const lines = codeLines(parsed('lib/a/page.tsx', CODE));
  expect([...lines.keys()].map((line) => line + 1)).toEqual([2, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17]);
  expect(lines.get(4)?.trim()).toBe('const b = `');
});

it('adds them up by feature', () => {
  const file = (path: string): { path: string; source: ReturnType<typeof parsed> } => ({
    path,
    source: parsed(path, 'const a = 1;\n'),
  });
  const paths = ['lib/urls.ts', 'lib/olm/api/a.ts', 'lib/olm/b.ts', 'app/api/route.ts', 'app/page.tsx'];
  expect(paths.map(featureOf)).toEqual(['lib', 'lib/olm', 'lib/olm', 'app', 'app']);
  expect(sizeTable(sizesOf(paths.map(file)))).toBe(
    [
      'app                           2',
      'lib                           1',
      'lib/olm                       2',
      'total                         5',
      '',
    ].join('\n'),
  );
});
