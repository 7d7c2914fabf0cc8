/** Where people sign in by themselves, a session that has ended leads them there, and back again. */
import { signInPath } from '#lib/return-path.ts';
import { basePath } from './base-path.ts';

/** Of `<html>`: set by the server where there is such a page. */
const SIGN_IN = 'signIn';

export function canSignIn(): boolean {
  // Workers have no document.
  return typeof document !== 'undefined' && document.documentElement.dataset[SIGN_IN] !== undefined;
}

let leaving = false;

/** Does nothing where an address from the terminal opens sessions: the banner says so then. */
export function leaveToSignIn(): void {
  if (leaving || !canSignIn()) return;
  leaving = true;
  const { pathname, search, hash } = window.location;
  const place = pathname.slice(basePath.length) + search + hash;
  window.location.assign(basePath + signInPath(place, { ended: true }));
}

/** Ends the session of this browser. A form, since the answer is another page. */
export function signOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${basePath}/sign-out`;
  document.body.append(form);
  form.submit();
}
