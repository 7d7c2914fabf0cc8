import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse.ts';
import { safeHref } from './safe-href.ts';
import type { Block, Inline } from './types.ts';

function text(value: string): Inline {
  return { kind: 'text', text: value };
}

function paragraph(...children: Inline[]): Block {
  return { kind: 'paragraph', children };
}

const rows: { name: string; given: string; want: Block[] }[] = [
  { name: 'nothing', given: ' \n\n', want: [] },
  { name: 'a paragraph over two lines', given: 'a\nb', want: [paragraph(text('a'), text(' '), text('b'))] },
  { name: 'a hard break', given: 'a  \nb', want: [paragraph(text('a'), { kind: 'break' }, text('b'))] },
  {
    name: 'headings of both styles',
    given: '## Two ##\nOne\n===',
    want: [
      { kind: 'heading', level: 2, children: [text('Two')] },
      { kind: 'heading', level: 1, children: [text('One')] },
    ],
  },
  {
    name: 'emphasis, strong, strike, code',
    given: '*a* **b** ~~c~~ `d *e*`',
    want: [
      paragraph(
        { kind: 'emphasis', children: [text('a')] },
        text(' '),
        { kind: 'strong', children: [text('b')] },
        text(' '),
        { kind: 'strike', children: [text('c')] },
        text(' '),
        { kind: 'code', text: 'd *e*' },
      ),
    ],
  },
  {
    name: 'underscores inside names',
    given: 'a snake_case_name',
    want: [paragraph(text('a snake_case_name'))],
  },
  { name: 'stars that are no marks', given: '2 * 3 * 4', want: [paragraph(text('2 * 3 * 4'))] },
  {
    name: 'strong around emphasis',
    given: '**a *b* c**',
    want: [
      paragraph({
        kind: 'strong',
        children: [text('a '), { kind: 'emphasis', children: [text('b')] }, text(' c')],
      }),
    ],
  },
  {
    name: 'links: inline, by reference, bare, in angle brackets',
    given: '[a](https://a.io "t") [b][x] https://c.io/p. <mailto:d@e.f>\n\n[X]: https://b.io',
    want: [
      paragraph(
        { kind: 'link', href: 'https://a.io/', children: [text('a')] },
        text(' '),
        { kind: 'link', href: 'https://b.io/', children: [text('b')] },
        text(' '),
        { kind: 'link', href: 'https://c.io/p', children: [text('https://c.io/p')] },
        text('. '),
        { kind: 'link', href: 'mailto:d@e.f', children: [text('mailto:d@e.f')] },
      ),
    ],
  },
  {
    name: 'an image as a link to it, also inside a link',
    given: '![logo](https://a.io/x.png) [![alt](https://a.io/b.svg)](https://a.io)',
    want: [
      paragraph({ kind: 'link', href: 'https://a.io/x.png', children: [text('logo')] }, text(' '), {
        kind: 'link',
        href: 'https://a.io/',
        children: [text('alt')],
      }),
    ],
  },
  {
    name: 'nested lists and a numbered one',
    given: '- a\n  - b\n- c\n\n3. d\n4. e',
    want: [
      {
        kind: 'list',
        ordered: false,
        start: 1,
        items: [
          [paragraph(text('a')), { kind: 'list', ordered: false, start: 1, items: [[paragraph(text('b'))]] }],
          [paragraph(text('c'))],
        ],
      },
      { kind: 'list', ordered: true, start: 3, items: [[paragraph(text('d'))], [paragraph(text('e'))]] },
    ],
  },
  {
    name: 'fenced code keeps everything',
    given: '```yaml\na: <b>\n\n# c\n```\nd',
    want: [{ kind: 'code', text: 'a: <b>\n\n# c', language: 'yaml' }, paragraph(text('d'))],
  },
  { name: 'a fence that never closes', given: '```\na', want: [{ kind: 'code', text: 'a' }] },
  { name: 'indented code', given: '    a\n    b', want: [{ kind: 'code', text: 'a\nb' }] },
  {
    name: 'a quote',
    given: '> a\n> b',
    want: [{ kind: 'quote', children: [paragraph(text('a'), text(' '), text('b'))] }],
  },
  { name: 'a rule', given: '***', want: [{ kind: 'rule' }] },
  {
    name: 'a table with a short row',
    given: '| A | B |\n|---|:-:|\n| 1 |',
    want: [{ kind: 'table', header: [[text('A')], [text('B')]], rows: [[[text('1')], []]] }],
  },
  {
    name: 'entities',
    given: 'a &amp; b &lt;c&gt;',
    want: [paragraph(text('a '), text('&'), text(' b '), text('<'), text('c'), text('>'))],
  },
];

describe('parseMarkdown', () => {
  it.each(rows)('$name', ({ given, want }) => {
    expect(parseMarkdown(given)).toEqual(want);
  });
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '[a](//evil.example/x)',
  '[a](/logout)',
  '[a](https://user:password@evil.example)',
  '[a][x]\n\n[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '![x](javascript:alert(1))',
  '<svg onload=alert(1)><script>1</script></svg>',
  '<style>*{display:none}</style>',
  '<!-- <script> -->',
  '<iframe src="https://evil.example"></iframe>',
  '<scr<script>ipt>alert(1)</script>',
];

function hrefs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'href' in value && typeof value.href === 'string' ? [value.href] : [];
  return [...own, ...Object.values(value).flatMap(hrefs)];
}

describe('hostile text', () => {
  it.each(hostile)('%s yields no link and no markup node', (given) => {
    const tree = parseMarkdown(given);
    expect(hrefs(tree)).toEqual([]);
    expect(JSON.stringify(tree)).not.toMatch(
      /"kind":"(?!text|code|strong|emphasis|strike|link|break|heading|paragraph|quote|list|table|rule)/,
    );
  });

  it.each([
    ['[', '['.repeat(60_000)],
    ['**', '**a '.repeat(20_000)],
    ['* alternating', '*a _b '.repeat(10_000)],
    ['>', '>'.repeat(60_000)],
    ['- nested', Array.from({ length: 2000 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['`', '`'.repeat(60_000)],
    ['backticks of all lengths', Array.from({ length: 300 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['<', '<a '.repeat(20_000)],
    ['<!--', '<!--'.repeat(15_000)],
    ['|', `${'|'.repeat(30_000)}\n|-|`],
    ['https', 'https://'.repeat(8_000)],
    ['unicode', '\u202e\u0000💥'.repeat(10_000)],
  ])('%s, many times over, comes back', (_name, given) => {
    expect(Array.isArray(parseMarkdown(given))).toBe(true);
  });
});

describe('safeHref', () => {
  it.each([
    ['https://a.io/b?c#d', 'https://a.io/b?c#d'],
    [' http://a.io ', 'http://a.io/'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['ftp://a.io', undefined],
    ['javascript:alert(1)', undefined],
    ['\u0001javascript:alert(1)', undefined],
    ['https://a.io/\n', 'https://a.io/'],
    ['relative', undefined],
    ['', undefined],
  ])('%j → %j', (given, want) => {
    expect(safeHref(given)).toBe(want);
  });
});
