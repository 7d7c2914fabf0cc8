'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';

const SHOWN_FOR_MS = 1500;

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }): ReactNode {
  const t = useTranslations('ui');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser refuses outside a secure context; the text can still be selected by hand.
      setCopied(false);
    }
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={copied ? t('copied') : (label ?? t('copy'))}
      onClick={() => void copy()}
      icon={
        copied ? (
          <Check aria-hidden className="size-3.5 text-good" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )
      }
    />
  );
}
