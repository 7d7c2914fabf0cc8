'use client';
import { Keyboard, Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { urls } from '#lib/urls.ts';
import { shortcutOf } from './shortcut-keys.ts';

// Neither is part of any page: they come when they are asked for.
const Palette = dynamic(async () => (await import('./palette.tsx')).Palette, { ssr: false });
const ShortcutsDialog = dynamic(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, {
  ssr: false,
});

/** The second key of two has to come within this time. */
const SECOND_KEY_MS = 1500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *, [role="menu"]'))
  );
}

/** The keys that work everywhere, and buttons for those who do not know them yet. */
export function Shortcuts(): ReactNode {
  const t = useTranslations('shell');
  const router = useRouter();
  const scope = useScope();
  const [shown, setShown] = useState<'palette' | 'help'>();
  const waitingUntil = useRef(0);
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    // A dialog has the page's attention.
    if (document.querySelector('dialog[open]') !== null) return;
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    const press = { key, ctrlKey, metaKey, altKey, typing: isTyping(event.target) };
    const shortcut = shortcutOf(press, timeStamp < waitingUntil.current);
    waitingUntil.current = shortcut?.kind === 'wait' ? timeStamp + SECOND_KEY_MS : 0;
    if (shortcut === undefined) return;
    if (shortcut.kind === 'go') router.push(addressOf(shortcut.to, scope));
    else if (shortcut.kind === 'filter') focusFilter();
    else if (shortcut.kind !== 'wait') setShown(shortcut.kind);
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onPress(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = (): void => setShown(undefined);
  return (
    <>
      <Button
        variant="ghost"
        className="ms-auto"
        aria-label={t('palette')}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('palette')}
        icon={<Search aria-hidden className="size-4" />}
        onClick={() => setShown('palette')}
      />
      <Button
        variant="ghost"
        className="max-md:hidden"
        aria-label={t('shortcuts')}
        aria-keyshortcuts="?"
        title={t('shortcuts')}
        icon={<Keyboard aria-hidden className="size-4" />}
        onClick={() => setShown('help')}
      />
      {shown === 'palette' ? <Palette onClose={close} /> : null}
      {shown === 'help' ? <ShortcutsDialog onClose={close} /> : null}
    </>
  );
}

function addressOf(
  to: 'catalog' | 'operators' | 'plans' | 'sources' | 'instances',
  scope: ReturnType<typeof useScope>,
): string {
  if (to === 'instances') return urls.allInstances(scope);
  return to === 'sources' ? urls.catalogSources(scope) : urls[to](scope);
}

function focusFilter(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}
