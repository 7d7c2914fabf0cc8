'use client';
import type { ReactNode } from 'react';
import { createTranslator } from 'use-intl/core';
import { appTexts } from '#messages/app.ts';
import { LOCALE_COOKIE, localeOf } from '#messages/locales.ts';
import type { Translate } from '#messages/types.ts';
import './globals.css';

interface GlobalErrorProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

/** Without a layout nobody has chosen the language: the same rule, asked of the browser. */
function textHere(): { lang: string; t: Translate<'app'> } {
  const inBrowser = typeof document !== 'undefined';
  const chosen = inBrowser ? new RegExp(`${LOCALE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] : undefined;
  const locale = localeOf(chosen, inBrowser ? navigator.language : null);
  return {
    lang: locale,
    t: createTranslator({ locale, messages: { app: appTexts(locale) }, namespace: 'app' }),
  };
}

/** The last net: the layout itself broke, so this page stands alone. */
export default function GlobalError({ error, reset }: GlobalErrorProps): ReactNode {
  const { lang, t } = textHere();
  return (
    <html lang={lang}>
      <body className="grid min-h-dvh place-items-center p-6">
        <main role="alert" className="flex max-w-120 flex-col items-start gap-3">
          <h1 className="text-xl font-semibold">{t('consoleBroke')}</h1>
          <p className="text-muted">{t('ourFault')}</p>
          <p className="font-mono text-xs break-words text-muted">{error.digest ?? error.message}</p>
          <button
            type="button"
            onClick={reset}
            className="h-8 rounded-md bg-accent-solid px-3 font-medium text-on-accent hover:bg-accent-solid-hover"
          >
            {t('tryAgain')}
          </button>
        </main>
      </body>
    </html>
  );
}
