/**
 * One e-mail address as Go's `mail.ParseAddress` reads it: `user@host`, or `Name <user@host>`. Comments, quoted names
 * and groups, which nobody writes into a form, are left to the API server.
 */
import { isIp } from './addresses.ts';

const SPECIAL = /[()[\]:;\\"]/;
const SPEC = /^[^\s()<>[\]:;@\\,"]+$/u;

/** True also for addresses with comments, quoted names or groups, of which only the API server can tell. */
export function isEmail(text: string): boolean {
  const trimmed = text.replace(/^[ \t]+/, '');
  const angle = /^([^<]*)<([^<>]*)>[ \t]*$/.exec(trimmed);
  if (angle !== null && !SPECIAL.test(angle[1] ?? ''))
    return isPhrase(angle[1] ?? '') && isSpec(angle[2] ?? '');
  if (isSpec(trimmed.replace(/(?<![ \t])[ \t]+$/, ''))) return true;
  // Comments, quotes and groups: we cannot tell.
  if (!trimmed.includes('@')) return false;
  return /\(|(?:^|[ \t])"/.test(trimmed) || /^[^:]*:.*;/s.test(trimmed);
}

/** Words before the angle bracket, or nothing. */
function isPhrase(text: string): boolean {
  return text
    .split(/[ \t]+/)
    .filter((word) => word !== '')
    .every((word) => SPEC.test(word) && isPrintable(word));
}

function isSpec(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 0) return false;
  const domain = text.slice(at + 1).replace(/^[ \t]+/, '');
  return isDotAtom(text.slice(0, at).replace(/^[ \t]+/, '')) && (isLiteral(domain) || isDotAtom(domain));
}

function isLiteral(domain: string): boolean {
  return domain.startsWith('[') && domain.endsWith(']') && isIp(domain.slice(1, -1));
}

function isDotAtom(text: string): boolean {
  return SPEC.test(text) && isPrintable(text) && text.split('.').every((part) => part !== '');
}

function isPrintable(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\x00-\x20\x7f]/.test(text);
}
