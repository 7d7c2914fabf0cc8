/**
 * Markdown of catalogs → a tree: CommonMark with GitHub's tables, struck text and bare addresses, as markdown-it reads it.
 * Hostile by assumption: the text is cut at a limit and HTML never survives. Large: import it where a text is shown, later.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { safeHref } from './safe-href.ts';
import type { Block, Inline } from './types.ts';

/** Characters read; the longest description of the community catalog is far below. */
const MAX_LENGTH = 60_000;

/** Tags are told apart from text inside of lines, and are dropped there; what they enclose stays Markdown. */
const reader = new MarkdownIt({ html: true, linkify: true }).disable('html_block');
// Links are judged here, where the text of a bad one is kept.
reader.validateLink = () => true;
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** Reads any text, never fails: what follows the first 60,000 characters is dropped. */
export function parseMarkdown(source: string): Block[] {
  return blocksOf(reader.parse(withoutComments(source.slice(0, MAX_LENGTH)), {}));
}

/** Comments, and elements whose content is not text for people. */
function withoutComments(text: string): string {
  return text
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<(script|style|iframe|svg|math|object|template)\b[^]*?(?:<\/\1\s*>|$)/gi, '');
}

interface Element {
  token: Token;
  /** What stands between it and the token that closes it. */
  inside: Token[];
}

/** Tokens come flat; these are the uppermost ones. */
function elementsOf(tokens: readonly Token[]): Element[] {
  const elements: Element[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.nesting === -1) depth -= 1;
    if (depth > 0) elements.at(-1)?.inside.push(token);
    else if (token.nesting !== -1) elements.push({ token, inside: [] });
    if (token.nesting === 1) depth += 1;
  }
  return elements;
}

function blocksOf(tokens: readonly Token[]): Block[] {
  return elementsOf(tokens).flatMap((element) => BLOCKS[element.token.type]?.(element) ?? []);
}

/** By type of token; what is not here is dropped. */
const BLOCKS: Readonly<Record<string, (element: Element) => Block | undefined>> = {
  paragraph_open: ({ inside }) => {
    const children = lineOf(inside);
    return isBlank(children) ? undefined : { kind: 'paragraph', children };
  },
  heading_open: ({ token, inside }) => ({
    kind: 'heading',
    level: Number(token.tag.slice(1)),
    children: lineOf(inside),
  }),
  fence: codeOf,
  code_block: codeOf,
  blockquote_open: ({ inside }) => ({ kind: 'quote', children: blocksOf(inside) }),
  bullet_list_open: listOf,
  ordered_list_open: listOf,
  table_open: ({ inside }) => {
    const [header = [], ...rows] = elementsOf(inside).flatMap((part) =>
      elementsOf(part.inside).map((row) => elementsOf(row.inside).map((cell) => lineOf(cell.inside))),
    );
    return { kind: 'table', header, rows };
  },
  hr: () => ({ kind: 'rule' }),
};

function codeOf({ token }: Element): Block {
  const language = /^[\w+-]+/.exec(token.info)?.[0];
  return { kind: 'code', text: token.content.trimEnd(), ...(language === undefined ? {} : { language }) };
}

function listOf({ token, inside }: Element): Block {
  const items = elementsOf(inside).map((item) => blocksOf(item.inside));
  const ordered = token.type === 'ordered_list_open';
  return { kind: 'list', ordered, start: Number(token.attrGet('start') ?? 1), items };
}

function lineOf(inside: readonly Token[]): Inline[] {
  return inlinesOf(inside.flatMap(({ children }) => children ?? []));
}

function inlinesOf(tokens: readonly Token[]): Inline[] {
  return elementsOf(tokens).flatMap((element) => INLINES[element.token.type]?.(element) ?? []);
}

const INLINES: Readonly<Record<string, (element: Element) => Inline[]>> = {
  text: ({ token }) => (token.content === '' ? [] : [{ kind: 'text', text: token.content }]),
  softbreak: () => [{ kind: 'text', text: ' ' }],
  hardbreak: () => [{ kind: 'break' }],
  html_inline: ({ token }) => (/^<br\b/i.test(token.content) ? [{ kind: 'break' }] : []),
  code_inline: ({ token }) => [{ kind: 'code', text: token.content }],
  strong_open: ({ inside }) => [{ kind: 'strong', children: inlinesOf(inside) }],
  em_open: ({ inside }) => [{ kind: 'emphasis', children: inlinesOf(inside) }],
  s_open: ({ inside }) => [{ kind: 'strike', children: inlinesOf(inside) }],
  link_open: ({ token, inside }) => linkTo(String(token.attrGet('href')), inlinesOf(inside)),
  image: ({ token }) => linkTo(String(token.attrGet('src')), inlinesOf(token.children ?? [])),
};

/** An image is a link to it; a link that may not be is its text. */
function linkTo(target: string, text: Inline[]): Inline[] {
  const href = safeHref(target);
  if (href === undefined) return text;
  return [
    { kind: 'link', href, children: text.length > 0 ? withoutLinks(text) : [{ kind: 'text', text: href }] },
  ];
}

/** A link inside a link is not valid: browsers would tear them apart. */
function withoutLinks(nodes: Inline[]): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.kind === 'link') return withoutLinks(node.children);
    if (node.kind === 'text' || node.kind === 'code' || node.kind === 'break') return [node];
    return [{ kind: node.kind, children: withoutLinks(node.children) }];
  });
}

/** Dropped tags leave white space behind, which alone makes no paragraph. */
function isBlank(nodes: readonly Inline[]): boolean {
  return nodes.every((node) => node.kind === 'break' || (node.kind === 'text' && node.text.trim() === ''));
}
