import type { IncomingMessage, ServerResponse } from 'node:http';

import { sendError } from './http.ts';

interface SignInPage {
  nonce: string;
  /** The visitor came by a name of this machine under which no session is taken. */
  byOtherName: boolean;
}

/**
 * Without a session every path answers this, so that nothing of the cluster shows, not even what exists. Nor does the
 * console's own name: other users of this machine can ask as well.
 */
export function sendSignIn(
  request: IncomingMessage,
  response: ServerResponse,
  { nonce, byOtherName }: SignInPage,
): void {
  if (!(request.headers.accept ?? '').includes('text/html')) {
    sendError(response, 401, {
      kind: 'unauthenticated',
      message: byOtherName
        ? 'Open the console with the URL that it printed at start: it takes no session under another name.'
        : 'Open the console with the URL that it printed at start.',
    });
    return;
  }
  const html = page(nonce, byOtherName ? otherName : '');
  response.writeHead(401, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  });
  response.end(request.method === 'HEAD' ? undefined : html);
}

const otherName = `
<p>You came by another name of this machine. Sessions are opened and taken only under the name in the printed address, so
that no other server here is sent them. If your browser cannot find that name, start Capstan again with
<code>--host-name localhost</code>.</p>`;

function page(nonce: string, more: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in – Capstan</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 14px/1.6 system-ui, sans-serif }
main { max-width: 30rem; margin: 20vh auto 0; padding: 0 1rem }
h1 { font-size: 1.25rem }
code { font-family: ui-monospace, monospace; font-size: 0.925em }
</style>
</head>
<body>
<main>
<h1>This console needs its launch URL</h1>
<p>Open the address that Capstan printed in the terminal where it was started. It looks like
<code>http://capstan-….localhost:PORT/?token=…</code> and signs this browser in.</p>${more}
<p>Each address signs in one browser, once. Press Enter in that terminal for another one. If the terminal is gone, start
Capstan again.</p>
</main>
</body>
</html>
`;
}
