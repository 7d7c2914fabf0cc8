/** Percent signs in addresses, as Go's `net/url` sets and reads them. */
import { quoteText } from '../values/quote.ts';
import { GoError } from '../values/value.ts';

/** Parts of an address: each keeps other marks as they are. */
export type UrlPart = 'query' | 'path' | 'user' | 'fragment' | 'host';

const KEPT: Readonly<Record<UrlPart, string>> = {
  query: '',
  path: '$&+,/:;=@',
  user: '$&+,;=',
  fragment: '$&+,/:;=?@!()*',
  host: '!$&\'()*+,;=:[]<>"',
};

function isKept(character: string, part: UrlPart): boolean {
  return /[\w.~-]/.test(character) || KEPT[part].includes(character);
}

/** The text with what may not stand in the part as `%XX`; in a query a space is a plus. */
export function escapeUrl(text: string, part: UrlPart): string {
  let made = '';
  for (const character of text) {
    if (isKept(character, part)) made += character;
    else if (character === ' ' && part === 'query') made += '+';
    else made += `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return made;
}

/** The bytes. @throws GoError for percent signs that are none, and for hosts with marks that no host has */
export function unescapeUrl(text: string, part: UrlPart): string {
  let made = '';
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (character === '%') {
      made += escapedByte(text.slice(at, at + 3), part);
      at += 3;
    } else {
      if (part === 'host' && character < '\x80' && !isKept(character, part))
        throw new GoError(`invalid character ${quoteText(character)} in host name`);
      made += character;
      at += 1;
    }
  }
  return made;
}

function escapedByte(escape: string, part: UrlPart): string {
  const isGood = /^%[\da-f]{2}$/i.test(escape);
  const code = Number.parseInt(escape.slice(1), 16);
  if (!isGood || (part === 'host' && code < 0x80 && escape !== '%25'))
    throw new GoError(`invalid URL escape ${quoteText(escape)}`);
  return String.fromCharCode(code);
}
