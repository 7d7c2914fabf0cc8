import { describe, expect, it } from 'vitest';
import { readFirstContent, writeFirstContent } from './first-content.ts';

describe('first content', () => {
  const hostile = '</script><script>alert(1)</script><!-- "\u2028';
  it('comes back as it was, whatever texts say', () => {
    const content = {
      lists: { [hostile]: JSON.stringify({ a: hostile }) },
      answers: { '/api/session': '{}' },
    };
    expect(readFirstContent(writeFirstContent(content))).toEqual(content);
  });

  it('has nothing that could end a script or begin a comment in it', () => {
    expect(writeFirstContent({ lists: { x: hostile }, answers: {} })).not.toContain('<');
  });

  it.each(['', 'null', '[]', '{"lists":[]}', '{"lists":{"x":{}},"answers":"y"}'])(
    'is nothing where a page says %j',
    (text) => {
      expect(readFirstContent(text)).toEqual({ lists: {}, answers: {} });
    },
  );
});
