'use client';
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { masked } from '#lib/base/masked.ts';

export interface ShownPasswords<T> {
  /** The value, with its passwords hidden until they are asked for. */
  readonly shown: T;
  /** It holds passwords. */
  readonly holds: boolean;
  /** Shows them, or hides them again; nothing where there are none. */
  readonly toggle: ReactNode;
}

/** For what is shown as text: passwords in it are hidden until somebody asks. */
export function useShownPasswords<T>(value: T): ShownPasswords<T> {
  const t = useTranslations('changes');
  const [asked, setAsked] = useState(false);
  const hidden = masked(value);
  const holds = hidden !== value;
  return {
    shown: asked ? value : hidden,
    holds,
    toggle: holds ? (
      <Button
        variant="ghost"
        size="sm"
        icon={asked ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        onClick={() => setAsked(!asked)}
      >
        {t(asked ? 'hidePasswords' : 'showPasswords')}
      </Button>
    ) : null,
  };
}
