import { expect, it } from 'vitest';
import { shortcutOf } from './shortcut-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, typing: false };

it.each([
  ['Ctrl-K', { ...plain, key: 'k', ctrlKey: true }, false, { kind: 'palette' }],
  ['⌘-K', { ...plain, key: 'k', metaKey: true }, false, { kind: 'palette' }],
  ['Ctrl-K while typing', { ...plain, key: 'k', ctrlKey: true, typing: true }, false, { kind: 'palette' }],
  ['k', { ...plain, key: 'k' }, false, undefined],
  ['?', { ...plain, key: '?' }, false, { kind: 'help' }],
  ['? while typing', { ...plain, key: '?', typing: true }, false, undefined],
  ['/', { ...plain, key: '/' }, false, { kind: 'filter' }],
  ['Ctrl-/', { ...plain, key: '/', ctrlKey: true }, false, undefined],
  ['g', { ...plain, key: 'g' }, false, { kind: 'wait' }],
  ['g while typing', { ...plain, key: 'g', typing: true }, false, undefined],
  ['g c', { ...plain, key: 'c' }, true, { kind: 'go', to: 'catalog' }],
  ['g o', { ...plain, key: 'o' }, true, { kind: 'go', to: 'operators' }],
  ['g s', { ...plain, key: 's' }, true, { kind: 'go', to: 'sources' }],
  ['g then something else', { ...plain, key: 'x' }, true, undefined],
  ['g then a name of Object', { ...plain, key: 'toString' }, true, undefined],
  ['c alone', { ...plain, key: 'c' }, false, undefined],
] as const)('%s', (_name, press, waiting, want) => {
  expect(shortcutOf(press, waiting)).toEqual(want);
});
