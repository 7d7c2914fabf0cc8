import { describe, expect, it } from 'vitest';
import { decodeIcon } from './icon.ts';

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('decodeIcon', () => {
  it.each([
    ['PNG', base64('\x89PNG\r\n\x1a\n....'), 'image/png'],
    ['JPEG', base64('\xff\xd8\xff\xe0...'), 'image/jpeg'],
    ['GIF', base64('GIF89a..'), 'image/gif'],
    ['WebP', base64('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['SVG', base64(svg), 'image/svg+xml'],
    [
      'SVG after a prologue',
      base64(`<?xml version="1.0"?>\n<!-- hi -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${svg}`),
      'image/svg+xml',
    ],
    [
      'SVG with line breaks in its base64',
      `${base64(svg).slice(0, 10)}\n  ${base64(svg).slice(10)}`,
      'image/svg+xml',
    ],
    ['SVG as a data URL', `data:image/svg+xml;base64,${base64(svg)}`, 'image/svg+xml'],
    ['SVG without padding', base64(svg).replace(/=+$/, ''), 'image/svg+xml'],
    ['HTML', base64('<html><script>alert(1)</script></html>'), undefined],
    ['HTML with an svg inside', base64('<html><svg/></html>'), undefined],
    ['nothing', '', undefined],
    ['rubbish', '%%%%', undefined],
  ])('%s, whatever it says it is', (_name, data, want) => {
    expect(decodeIcon({ base64: data, mediaType: 'text/html' })?.mediaType).toBe(want);
  });

  it.each([
    ['a prologue that never ends', `<!DOCTYPE${' '.repeat(700_000)}`],
    ['a subset that never ends', `<!DOCTYPE [${'] '.repeat(350_000)}`],
    ['comments without end', '<!-- -->'.repeat(80_000)],
    ['a comment that never ends', `<!--${'-'.repeat(700_000)}`],
    ['instructions without end', '<? ?'.repeat(150_000)],
    ['blanks alone', ' '.repeat(700_000)],
  ])('reads no more of %s than of an honest one', (_name, text) => {
    expect(decodeIcon({ base64: base64(text), mediaType: 'image/svg+xml' })).toBeUndefined();
  });

  it('refuses what is larger than an icon', () => {
    expect(decodeIcon({ base64: base64(svg + ' '.repeat(1024 * 1024)), mediaType: '' })).toBeUndefined();
  });
});
