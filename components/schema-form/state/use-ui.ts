'use client';
import { useCallback, useSyncExternalStore } from 'react';
import { type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import { useForm } from './form-model.ts';
import type { UiSlots } from './ui-store.ts';

/** One thing kept about a place of the form, and the way to change it. */
export function useUi<Slot extends keyof UiSlots>(
  slot: Slot,
  path: Path,
): readonly [UiSlots[Slot] | undefined, (value: UiSlots[Slot]) => void] {
  const { ui } = useForm();
  const key = pathKey(path);
  // The path is a new list at each drawing; its key stands for it.
  const subscribe = useCallback(
    (listener: () => void) => ui.subscribe(slot, path, listener),
    [ui, slot, key],
  );
  const value = useSyncExternalStore(
    subscribe,
    () => ui.get(slot, path),
    () => ui.get(slot, path),
  );
  return [value, (next) => ui.set(slot, path, next)];
}
