import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf, filled, namesOf, problemOf, withModule } from './layout.ts';

const GADGET = { kind: 'Gadget', group: 'example.com' };

it.each([
  ['Gadget', 'gadget', 'gadget', 'gadgets'],
  ['TeaPot', 'tea-pot', 'teaPot', 'teapots'],
  ['Proxy', 'proxy', 'proxy', 'proxies'],
  ['Box', 'box', 'box', 'boxes'],
  ['Key', 'key', 'key', 'keys'],
])('%s lies in %s', (kind, folder, camel, plural) => {
  expect(namesOf(kind)).toEqual({ folder, camel, plural });
});

it.each([
  [{ kind: 'gadget', group: 'example.com' }, /no name of a kind/],
  [{ kind: '../x', group: 'example.com' }, /no name of a kind/],
  [{ kind: 'Gadget', group: 'core' }, /no API group/],
  [{ kind: 'Gadget', group: 'Example.com' }, /no API group/],
])('refuses %j', (asked, reason) => {
  expect(problemOf(asked)).toMatch(reason);
  expect(problemOf(GADGET)).toBeUndefined();
});

it('uses every template that there is, and leaves no name open', () => {
  const folder = join(import.meta.dirname, 'template');
  expect([...filesOf(GADGET).keys()].sort()).toEqual(readdirSync(folder).sort());
  for (const name of filesOf(GADGET).keys())
    expect(filled(readFileSync(join(folder, name), 'utf8'), GADGET)).not.toContain('__');
});

it('adds one line to the runner’s table, once', () => {
  const table = readFileSync(join(import.meta.dirname, '../runner/modules.ts'), 'utf8');
  const next = withModule(table, 'Gadget') ?? '';
  expect(next).toContain("\n  ['gadget', { entry: program('gadget'), env: OPERATOR_ENV }],\n]);\n");
  expect(withModule(next, 'Gadget')).toBeUndefined();
  expect(withModule('nothing', 'Gadget')).toBeUndefined();
});
