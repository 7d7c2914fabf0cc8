import { describe, expect, it } from 'vitest';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { UiStore } from './ui-store.ts';

const list: Path = ['spec', 'list'];
const at = (index: number, ...rest: string[]): Path => [...list, index, ...rest];

describe('what is kept of how the form looks', () => {
  it('tells only those who listen to the place', () => {
    const store = new UiStore();
    const heard: string[] = [];
    const end = store.subscribe('open', at(0), () => heard.push('first'));
    store.subscribe('open', at(1), () => heard.push('second'));
    store.set('open', at(0), true);
    store.set('open', at(0), true);
    expect(heard).toEqual(['first']);
    end();
    store.set('open', at(0), false);
    expect(heard).toEqual(['first']);
    expect(store.get('open', at(0))).toBe(false);
    expect(store.get('advanced', at(0))).toBeUndefined();
  });

  it('opens all on the way to what is looked for', () => {
    const store = new UiStore();
    store.reveal(at(2, 'name'));
    for (const path of [[], ['spec'], list, at(2), at(2, 'name')]) expect(store.get('open', path)).toBe(true);
    expect(store.get('reveal', list)).toEqual({ step: 2 });
    expect(store.get('reveal', at(2))).toEqual({ step: 'name' });
    expect(store.get('open', at(1))).toBeUndefined();
  });

  it.each([
    ['an item is moved down', { kind: 'move', path: list, from: 0, to: 2 }, [2, 0, 1, 3]],
    ['an item is moved up', { kind: 'move', path: list, from: 3, to: 1 }, [0, 2, 3, 1]],
    ['an item is removed', { kind: 'delete', path: at(1) }, [0, undefined, 1, 2]],
    ['an item is put in', { kind: 'insert', path: at(1), value: 0 }, [0, 2, 3, 4]],
    ['an item is changed', { kind: 'set', path: at(1), value: 0 }, [0, 1, 2, 3]],
    ['a key elsewhere goes', { kind: 'delete', path: ['spec', 'x'] }, [0, 1, 2, 3]],
  ] as const)('follows items when %s', (_, edit, places) => {
    const store = new UiStore();
    for (const index of [0, 1, 2, 3]) store.set('choice', at(index, 'a'), String(index));
    store.follow(edit);
    const found = [0, 1, 2, 3, 4].map((index) => store.get('choice', at(index, 'a')));
    const want = [0, 1, 2, 3, 4].map((place) => {
      const from = (places as readonly (number | undefined)[]).indexOf(place);
      return from < 0 ? undefined : String(from);
    });
    expect(found).toEqual(want);
  });

  it('follows a key that is renamed, and tells both places', () => {
    const store = new UiStore();
    let heard = 0;
    store.subscribe('open', ['map', 'new', 'a'], () => (heard += 1));
    store.set('open', ['map', 'old', 'a'], true);
    store.follow({ kind: 'rename', path: ['map', 'old'], key: 'new' });
    expect(store.get('open', ['map', 'new', 'a'])).toBe(true);
    expect(store.get('open', ['map', 'old', 'a'])).toBeUndefined();
    expect(heard).toBe(1);
  });

  it('opens or closes everything, over what was decided one by one', () => {
    const store = new UiStore();
    store.set('open', list, false);
    store.openAll(true);
    expect(store.get('open', list)).toBeUndefined();
    expect(store.get('all', [])).toBe(true);
  });
});
