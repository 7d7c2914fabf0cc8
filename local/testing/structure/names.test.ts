import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ambiguousNames } from './names.ts';
import { parsed, PRODUCT_ROOMS, productFiles, type ProductFile } from '../../test/product.ts';

function files(tree: Record<string, string>): ProductFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, source: parsed(path, text) }));
}

it('refuses a name that is exported for two things', () => {
  const planted = files({
    'lib/a.ts':
      'export interface Draft {}\nexport const { open, shut: [closed] } = gates;\nexport class Gate {}',
    'lib/b.ts': 'export type Draft = string;\nexport function open() {}\nexport enum Gate {}',
    'lib/c.ts': "const closed = 1;\nexport { closed };\nexport { other as Draft } from './other.ts';",
  });
  expect([...ambiguousNames(planted)]).toEqual([
    ['Draft', ['lib/a.ts', 'lib/b.ts', 'lib/c.ts']],
    ['open', ['lib/a.ts', 'lib/b.ts']],
    ['closed', ['lib/a.ts', 'lib/c.ts']],
    ['Gate', ['lib/a.ts', 'lib/b.ts']],
  ]);
});

it('lets one thing stand in several files', () => {
  const one = files({
    'lib/shape.ts': 'export const Shape = z.object({});\nexport type Shape = z.infer<typeof Shape>;',
    'lib/hands-on.ts':
      "export { type Shape } from './shape.ts';\nexport * from './shape.ts';\ninterface Own {}",
    'lib/own.ts': 'export interface Own {}\nexport default function page() {}',
    'components/card.tsx': 'export function Card() {}\nexport default function page() {}',
    'components/later.tsx': "export const Card = dynamic(() => import('./card.tsx'));",
    'app/page.tsx': 'export function generateMetadata() {}',
    'app/catalog/page.tsx': 'export function generateMetadata() {}',
  });
  expect([...ambiguousNames(one)]).toEqual([]);
});

// The languages of `messages` say the same under the same names.
const ROOMS = PRODUCT_ROOMS.filter((room) => room !== 'messages');

it('finds none in the product', () => {
  // What is made of a .proto file bears the names of its messages.
  const product = productFiles(join(import.meta.dirname, '..', '..', '..'), ROOMS).filter(
    ({ path }) => !path.endsWith('_pb.ts'),
  );
  expect(product.length).toBeGreaterThan(500);
  expect([...ambiguousNames(product)]).toEqual([]);
});
