'use client';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

interface FileDropProps {
  readonly label: string;
  readonly className: string;
  /** Has to take what it needs at once: browsers forget it when the event is over. */
  readonly onDrop: (data: DataTransfer) => void;
  readonly children: ReactNode;
}

/** A part of the page that files can be dropped on; whatever it offers has a button as well. */
export function FileDrop({ label, className, onDrop, children }: FileDropProps): ReactNode {
  const zone = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const element = zone.current;
    if (element === null) return undefined;
    const end = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
      element.addEventListener(type, act, { signal: end.signal });
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    on('dragleave', () => setOver(false));
    on('drop', (event) => {
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      take(event.dataTransfer);
    });
    return () => end.abort();
  }, []);
  return (
    <div
      ref={zone}
      role="group"
      aria-label={label}
      className={cx(className, over && 'outline-2 outline-offset-4 outline-accent')}
    >
      {children}
    </div>
  );
}
