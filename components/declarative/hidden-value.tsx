'use client';
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TextArea, TextInput } from '#components/ui/inputs.tsx';

interface RevealProps {
  readonly name: string;
  readonly shown: boolean;
  readonly onToggle: () => void;
}

function Reveal({ name, shown, onToggle }: RevealProps): ReactNode {
  const t = useTranslations('declarative');
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={shown}
      aria-label={t('reveal', { name })}
      icon={shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      onClick={onToggle}
    />
  );
}

interface HiddenValueProps {
  readonly name: string;
  readonly value: string;
  /** In its place until somebody asks. */
  readonly instead: string;
}

/** A password that a page would show. */
export function HiddenValue({ name, value, instead }: HiddenValueProps): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <span className="flex min-w-0 items-center gap-1 text-sm">
      {shown ? (
        <span className="min-w-0 font-mono break-all whitespace-pre-wrap">{value}</span>
      ) : (
        <span className="min-w-0 text-muted">{instead}</span>
      )}
      <Reveal name={name} shown={shown} onToggle={() => setShown(!shown)} />
    </span>
  );
}

interface HiddenInputProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** To enter one; of several lines it is shown, since a hidden box would drop their breaks. */
export function HiddenInput({ name, value, onChange }: HiddenInputProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const shown = asked || value.includes('\n');
  return (
    <span className="flex min-w-0 items-start gap-1">
      {shown ? (
        <TextArea mono value={value} onChange={onChange} />
      ) : (
        <TextInput mono type="password" autoComplete="new-password" value={value} onChange={onChange} />
      )}
      <Reveal name={name} shown={shown} onToggle={() => setAsked(!shown)} />
    </span>
  );
}
