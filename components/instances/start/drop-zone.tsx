'use client';
import { FileDown } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textOfFiles } from './files.ts';

/** Takes YAML that is dropped anywhere on the page, or pasted where no text box takes it. */
export function DropZone({ onText }: { readonly onText: (text: string) => void }): ReactNode {
  const t = useTranslations('instances');
  const [over, setOver] = useState(false);
  const take = useEffectEvent((text: string) => {
    if (text.trim() !== '') onText(text);
  });
  useEffect(() => {
    // Over a child, the page is left and entered anew: the count tells when it is really left.
    let depth = 0;
    const ours = (event: DragEvent): boolean => !isTextBox(event.target) && holdsText(event.dataTransfer);
    const moved = (change: number) => (event: DragEvent) => {
      if (!holdsText(event.dataTransfer)) return;
      depth = Math.max(0, depth + change);
      setOver(depth > 0);
    };
    const enter = moved(1);
    const leave = moved(-1);
    const hover = (event: DragEvent): void => {
      if (ours(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      const data = event.dataTransfer;
      if (!ours(event) || data === null) return;
      event.preventDefault();
      if (data.files.length > 0) void textOfFiles(data.files).then(take);
      else take(data.getData('text/plain'));
    };
    const paste = (event: ClipboardEvent): void => {
      if (isTextBox(event.target)) return;
      take(event.clipboardData?.getData('text/plain') ?? '');
    };
    const ends = [
      listen('dragenter', enter),
      listen('dragleave', leave),
      listen('dragover', hover),
      listen('drop', drop),
      listen('paste', paste),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-canvas/80">
      <p className="flex items-center gap-2 text-lg font-medium">
        <FileDown aria-hidden className="size-5" />
        {t('starting.drop')}
      </p>
    </div>
  );
}

function listen<Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
): () => void {
  document.addEventListener(name, listener);
  return () => document.removeEventListener(name, listener);
}

function holdsText(data: DataTransfer | null): boolean {
  return data !== null && (data.types.includes('Files') || data.types.includes('text/plain'));
}

/** Text boxes take what is dropped and pasted into them themselves. */
function isTextBox(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"], dialog',
    ) !== null
  );
}
