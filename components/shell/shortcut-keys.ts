/** What keys mean anywhere on a page; pure. */

export type Shortcut =
  | { readonly kind: 'palette' | 'help' | 'filter' }
  | { readonly kind: 'go'; readonly to: 'catalog' | 'operators' | 'plans' | 'sources' | 'instances' }
  /** The first key of two. */
  | { readonly kind: 'wait' };

export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** The key goes into a text. */
  readonly typing: boolean;
}

/** The second key after `g`. */
const GO_KEYS = { c: 'catalog', o: 'operators', p: 'plans', s: 'sources', i: 'instances' } as const;

function isGoKey(key: string): key is keyof typeof GO_KEYS {
  return Object.hasOwn(GO_KEYS, key);
}

const SINGLE: ReadonlyMap<string, Shortcut> = new Map<string, Shortcut>([
  ['?', { kind: 'help' }],
  ['/', { kind: 'filter' }],
  ['g', { kind: 'wait' }],
]);

/** `waiting`: `g` was pressed just before. Nothing but Ctrl-K works while somebody types. */
export function shortcutOf(press: Press, waiting: boolean): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey, typing } = press;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey) return { kind: 'palette' };
  if (typing || ctrlKey || metaKey || altKey) return undefined;
  if (waiting) return isGoKey(key) ? { kind: 'go', to: GO_KEYS[key] } : undefined;
  return SINGLE.get(key);
}
