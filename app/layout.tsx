import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies, headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { basePath } from '#components/data/base-path.ts';
import { earlyInput } from '#components/shell/early-input.ts';
import { Messages } from '#components/shell/messages.tsx';
import { ConsoleProviders } from '#components/shell/providers.tsx';
import { Shell } from '#components/shell/shell.tsx';
import { DENSITY_COOKIE, THEME_COOKIE, themeOf } from '#components/shell/theme.ts';
import { sessionScope, signInAddress } from '#server/queries/scope.ts';
import './globals.css';
import { pageTime } from './page-time.ts';
import { pageLocale, pageText } from './text.ts';

const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
});

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageText();
  return {
    title: { default: 'Capstan', template: '%s · Capstan' },
    description: t('description'),
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafafb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c0d0f' },
  ],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }): Promise<ReactNode> {
  // A page made at build time would carry no nonce, and the policy would block its scripts.
  await connection();
  const [head, jar] = await Promise.all([headers(), cookies()]);
  const scope = await sessionScope(head.get('cookie'));
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  const density = jar.get(DENSITY_COOKIE)?.value === 'compact' ? 'compact' : undefined;
  const locale = await pageLocale();
  return (
    <html
      lang={locale}
      data-theme={theme}
      data-density={density}
      data-scope={scope}
      data-sign-in={signInAddress()}
      className={inter.variable}
    >
      <head>
        {/* As an icon of the page's metadata it comes late in the stream: a browser that is done before asks for /favicon.ico.
            One beside this file would be named by Next, which does not know the base path. */}
        <link rel="icon" href={`${basePath}/icon.svg`} type="image/svg+xml" sizes="any" />
      </head>
      <body>
        {/* Browsers hide a nonce from scripts, so React finds another one than it was told. */}
        <script suppressHydrationWarning nonce={nonceOf(head)}>
          {earlyInput}
        </script>
        <Messages locale={locale}>
          <ConsoleProviders madeAt={pageTime()}>
            <Shell>{children}</Shell>
          </ConsoleProviders>
        </Messages>
      </body>
    </html>
  );
}

/** The one that the front server put into this request's policy, as Next reads it too. */
function nonceOf(head: Headers): string | undefined {
  return /'nonce-([^']+)'/.exec(head.get('content-security-policy') ?? '')?.[1];
}
