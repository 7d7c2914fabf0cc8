import { expect, it } from 'vitest';
import { isIndexText } from './index-text.ts';

it.each<[string, boolean]>([
  ['apiVersion: v1\nentries:\n  web: []\n', true],
  ['# made by us\napiVersion: v1\ngenerated: 2020-01-01\nentries: {}\n', true],
  ['"apiVersion": v1\n"entries": {}\n', true],
  ['{"apiVersion":"v1","entries":{"web":[]}}', true],
  ['apiVersion: v1\nkind: ConfigMap\nentries: {}\n', false],
  ['schema: olm.package\napiVersion: v1\nentries: []\n', false],
  ['schema: olm.channel\nentries:\n  - name: a\n', false],
  ['{"schema":"olm.channel","entries":[]}', false],
  ['apiVersion: v1\n', false],
  ['<html>apiVersion: v1\nentries:</html>', false],
  ['', false],
])('%j: %s', (text, isIndex) => {
  expect(isIndexText(text)).toBe(isIndex);
});
