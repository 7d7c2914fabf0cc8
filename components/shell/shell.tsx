'use client';
import { Menu, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { Modal } from '#components/ui/layers/modal.tsx';
import { Link } from '#components/ui/link.tsx';
import { urls } from '#lib/urls.ts';
import { ConnectionBanner, ControllerNotice } from './banners.tsx';
import { ClusterCard } from './cluster-card.tsx';
import { releaseEarlyInput } from './early-input.ts';
import { Logo } from './logo.tsx';
import { NamespacePicker } from './namespace-picker.tsx';
import { Navigation } from './navigation.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Navigation at the side (a drawer on small screens), the namespace on top, the page below. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTranslations('shell');
  const content = useFocusOnNewPage();
  useEffect(releaseEarlyInput, []);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t('skipToContent')}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-e border-line lg:flex">
        <Brand />
        <Navigation />
        <ClusterCard />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-canvas px-4 lg:px-8">
          <Drawer />
          <NamespacePicker />
          <Shortcuts />
        </header>
        <ConnectionBanner />
        <main
          ref={content}
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-350 grow flex-col gap-5 px-4 py-5 outline-none lg:px-8 lg:py-6"
        >
          <ControllerNotice />
          {children}
        </main>
      </div>
    </div>
  );
}

/** Another page begins at its beginning for the keyboard too; Next tells its title to screen readers. */
function useFocusOnNewPage(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

function Brand(): ReactNode {
  const scope = useScope();
  return (
    <Link
      href={urls.catalog(scope)}
      className="flex h-14 shrink-0 items-center gap-2 px-4 focus-visible:-outline-offset-2"
    >
      <Logo className="size-5 text-accent" />
      <span className="text-lg font-semibold tracking-tight">Capstan</span>
    </Link>
  );
}

/** The same navigation for screens without room beside the page. */
function Drawer(): ReactNode {
  const t = useTranslations('shell');
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="ghost"
        className="lg:hidden"
        aria-label={t('openNavigation')}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Menu aria-hidden className="size-5" />}
        onClick={() => {
          setOpen(true);
        }}
      />
      <Modal
        open={open}
        onClose={close}
        labelledBy={titleId}
        className="inset-y-0 start-0 h-dvh max-h-none w-72 max-w-[85vw] flex-col border-e bg-canvas transition-[opacity,translate] starting:-translate-x-full open:flex"
      >
        <div className="flex items-center justify-between pe-3">
          <Brand />
          <h2 id={titleId} className="sr-only">
            {t('navigation')}
          </h2>
          <Button
            variant="ghost"
            aria-label={t('closeNavigation')}
            icon={<X aria-hidden className="size-4" />}
            onClick={close}
          />
        </div>
        <Navigation onNavigate={close} />
        <ClusterCard />
      </Modal>
    </>
  );
}
