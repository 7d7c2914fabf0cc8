/** The page that signs in: made here, not by Next, which nobody reaches without a session. It runs no script. */
import { LOCALE_COOKIE, localeOf } from '#messages/locales.ts';
import { signInTexts } from '#messages/sign-in.ts';
import { cookieValues } from '#server/auth/launch-session.ts';
import { styles } from './styles.ts';

/** What is said above the form. */
export type SignInNotice =
  | { tone: 'plain'; key: 'ended' | 'signedOut' }
  | { tone: 'bad'; key: 'malformed' | 'tooLong' | 'refused' | 'unanswered' | 'tooMany' };

/** What the page is made of. */
export interface SignInPage {
  nonce: string;
  /** Before every address. */
  basePath: string;
  /** Where to go on; a path of this console. */
  to: string;
  notice?: SignInNotice | undefined;
  cookies: string | undefined;
  acceptLanguage: string | undefined;
}

/**
 * The whole document, in the reader's language and colours. It names an icon that is none: browsers would look for one at the
 * root of the host.
 */
export function signInPage({ nonce, basePath, to, notice, cookies, acceptLanguage }: SignInPage): string {
  const locale = localeOf(cookieValues(cookies, LOCALE_COOKIE)[0], acceptLanguage ?? null);
  const texts = signInTexts(locale);
  const t = (key: keyof typeof texts): string => escapeHtml(texts[key]);
  const bad = notice?.tone === 'bad';
  return `<!doctype html>
<html lang="${locale}"${themeIn(cookies)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('title')}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>
<h1>${t('title')}</h1>
<p>${t('intro')}</p>
${notice === undefined ? '' : `<p id="notice" class="notice ${notice.tone}" role="${bad ? 'alert' : 'status'}">${t(notice.key)}</p>`}
<form method="post" action="${basePath}/sign-in">
<input type="hidden" name="to" value="${escapeHtml(to)}">
<label for="token">${t('token')}</label>
<input id="token" name="token" type="password" required autofocus autocomplete="off" autocapitalize="off" spellcheck="false"${bad ? ' aria-invalid="true" aria-describedby="notice"' : ''}>
<button type="submit">${t('submit')}</button>
</form>
<section aria-labelledby="how">
<h2 id="how">${t('how')}</h2>
<p>${t('howServiceAccount')}</p>
<pre tabindex="0">kubectl create token NAME --namespace NAMESPACE --duration 8h</pre>
<p>${t('howElse')}</p>
<p>${t('rights')}</p>
<pre tabindex="0">kubectl auth can-i --list --as system:serviceaccount:NAMESPACE:NAME --namespace NAMESPACE</pre>
<p>${t('kept')}</p>
</section>
</main>
</body>
</html>
`;
}

/** The colours that somebody chose in the console; its menu sets this cookie (see components/shell/theme.ts). */
function themeIn(cookies: string | undefined): string {
  const theme = cookieValues(cookies, 'capstan-theme')[0];
  return theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
