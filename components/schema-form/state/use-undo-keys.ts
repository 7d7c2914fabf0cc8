'use client';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { UndoKind } from '../form-tools.tsx';

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, with the command key on a Mac, anywhere in the element; and where the focus leaves a field. */
export function useUndoKeys(
  onUndo: (kind: UndoKind) => void,
  onLeave: () => void,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const kind = event.defaultPrevented ? undefined : kindOf(event);
    if (kind === undefined) return;
    event.preventDefault();
    onUndo(kind);
  });
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const { current } = element;
    const listen = (event: KeyboardEvent): void => press(event);
    const left = (): void => leave();
    current?.addEventListener('keydown', listen);
    current?.addEventListener('focusout', left);
    return () => {
      current?.removeEventListener('keydown', listen);
      current?.removeEventListener('focusout', left);
    };
  }, []);
  return element;
}

function kindOf(event: KeyboardEvent): UndoKind | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : undefined;
}
