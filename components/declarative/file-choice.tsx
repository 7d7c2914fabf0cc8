'use client';
import { useRef, type ReactNode } from 'react';
import { Button, type ButtonVariant } from '#components/ui/button.tsx';

interface FileChoiceProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly variant?: ButtonVariant;
  readonly size?: 'sm' | 'md';
  /** Such as `.yaml,.yml`. */
  readonly accept?: string;
  /** A folder with all that is in it. */
  readonly folder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that lets people choose files of their machine. Nothing is sent anywhere. */
export function FileChoice(props: FileChoiceProps): ReactNode {
  const { label, icon, variant = 'secondary', size = 'md', accept, folder = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} size={size} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        hidden
        accept={accept}
        multiple={folder}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again once it was changed.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
