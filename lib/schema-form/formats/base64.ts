/** Base64 of bytes that are text. What cannot be shown as text exactly is left as base64. */

/** The text the bytes are in UTF-8; undefined when they are no text, or the base64 is broken. */
export function decodeText(base64: string): string | undefined {
  const compact = base64.replace(/\s/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact)) return undefined;
  const bytes = Uint8Array.from(atob(compact), (character) => character.charCodeAt(0));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // Control characters, and line breaks that a text box would change, are no text to be edited as such.
    // eslint-disable-next-line no-control-regex -- exactly these are looked for
    return /[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The text's bytes in UTF-8, as base64 with padding, on one line. */
export function encodeText(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
