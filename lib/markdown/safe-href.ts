const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/**
 * An address that a link may carry: absolute http, https or mailto, as the URL parser writes it. Undefined for
 * everything else, relative addresses and such with credentials included: they would point into the console or
 * pretend to.
 */
export function safeHref(text: string): string | undefined {
  const trimmed = text.trim();
  // The URL parser drops tabs and line ends inside a scheme, so they could hide one.
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (trimmed === '' || /[\u0000-\u001f\u007f]/.test(trimmed)) return undefined;
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (!ALLOWED.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}
