import { describe, expect, it } from 'vitest';
import { outlineOfBlocks } from './outline.ts';
import { parseMarkdown } from './parse.ts';

const titles = (text: string): string[] => outlineOfBlocks(parseMarkdown(text)).map(({ title }) => title);

describe('outlineOfBlocks', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['no heading', 'Some text', ['']],
    ['headings of one level', '## A\n\ntext\n\n## B', ['A', 'B']],
    ['a title above them all', '# Title\n\nintro\n\n## A\n\n### deep\n\n## B', ['Title', 'A', 'B']],
    ['text before the first', 'intro\n\n# A\n\n# B', ['', 'A', 'B']],
    ['marks in a heading', '# **Get** `kubectl` [here](https://example.com)', ['Get kubectl here']],
  ])('cuts %s', (_name, text, want) => {
    expect(titles(text)).toEqual(want);
  });

  it('loses nothing', () => {
    const blocks = parseMarkdown('intro\n\n# A\n\n- one\n- two\n\n# B\n\n```\ncode\n```');
    expect(outlineOfBlocks(blocks).flatMap((section) => section.blocks)).toEqual(blocks);
  });
});
