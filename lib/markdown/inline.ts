/**
 * Text inside a block: emphasis, code, links, bare addresses. Raw HTML tags are dropped and their text kept, images
 * become links to the image, and unsafe links become their text. Work per character is bounded.
 */
import { safeHref } from './safe-href.ts';
import type { Inline } from './types.ts';

/** Addresses of link definitions (`[name]: address`), by name in lower case. */
export type References = ReadonlyMap<string, string>;

const MAX_DEPTH = 6;
/** How far a bracket or a code span may reach. */
const MAX_REACH = 600;

const TAG = /<\/?([a-zA-Z][a-zA-Z0-9-]*)(?:\s[^<>]{0,600})?\/?>/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,600})>/y;
const BARE_URL = /https?:\/\/[^\s<>"'`\])*]{2,600}/y;
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#39|copy|reg|mdash|ndash|hellip);/y;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  mdash: '—',
  ndash: '–',
  hellip: '…',
};
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const DELIMITERS = [
  { mark: '**', kind: 'strong' },
  { mark: '__', kind: 'strong' },
  { mark: '~~', kind: 'strike' },
  { mark: '*', kind: 'emphasis' },
  { mark: '_', kind: 'emphasis' },
] as const;

interface Found {
  nodes: Inline[];
  /** Where reading goes on. */
  end: number;
}

/** Which method reads what begins with a character; all others are plain text. */
const READERS: Readonly<
  Record<
    string,
    'escape' | 'codeSpan' | 'image' | 'link' | 'angle' | 'entity' | 'bareUrl' | 'emphasis' | 'lineEnd'
  >
> = {
  '\\': 'escape',
  '`': 'codeSpan',
  '!': 'image',
  '[': 'link',
  '<': 'angle',
  '&': 'entity',
  h: 'bareUrl',
  '*': 'emphasis',
  _: 'emphasis',
  '~': 'emphasis',
  '\n': 'lineEnd',
};

/**
 * Reads any text: what is no markup stays text. @param depth levels of markup around it; from six on links and
 * emphasis stay text
 */
export function parseInline(text: string, references: References = new Map(), depth = 0): Inline[] {
  return new InlineReader(text, references, depth).read();
}

class InlineReader {
  private readonly text: string;
  private readonly references: References;
  private readonly depth: number;
  private readonly nodes: Inline[] = [];
  private plain = '';
  /** Marks that have no closing partner in the rest of the text: they need not be searched for again. */
  private readonly unclosed = new Set<string>();

  constructor(text: string, references: References, depth: number) {
    this.text = text;
    this.references = references;
    this.depth = depth;
  }

  read(): Inline[] {
    let at = 0;
    while (at < this.text.length) {
      const found = this.special(at);
      if (found === undefined) {
        this.plain += this.text[at] ?? '';
        at += 1;
      } else {
        this.flush();
        this.nodes.push(...found.nodes);
        at = found.end;
      }
    }
    this.flush();
    return this.nodes;
  }

  private flush(): void {
    if (this.plain === '') return;
    this.nodes.push({ kind: 'text', text: this.plain });
    this.plain = '';
  }

  private special(at: number): Found | undefined {
    const reader = READERS[this.text[at] ?? ''];
    return reader === undefined ? undefined : this[reader](at);
  }

  private image(at: number): Found | undefined {
    return this.text[at + 1] === '[' ? this.link(at + 1) : undefined;
  }

  private escape(at: number): Found | undefined {
    const next = this.text[at + 1];
    if (next === '\n') return { nodes: [{ kind: 'break' }], end: at + 2 };
    if (next === undefined || !PUNCTUATION.test(next)) return undefined;
    return { nodes: [{ kind: 'text', text: next }], end: at + 2 };
  }

  private lineEnd(at: number): Found {
    const hard = this.plain.endsWith('  ');
    this.plain = this.plain.trimEnd();
    return { nodes: [hard ? { kind: 'break' } : { kind: 'text', text: ' ' }], end: at + 1 };
  }

  private codeSpan(at: number): Found | undefined {
    let ticks = 1;
    while (this.text[at + ticks] === '`') ticks += 1;
    const mark = '`'.repeat(ticks);
    const close = this.text.slice(at + ticks, at + ticks + MAX_REACH).indexOf(mark);
    if (close < 0) return { nodes: [{ kind: 'text', text: mark }], end: at + ticks };
    const inner = this.text.slice(at + ticks, at + ticks + close).replaceAll('\n', ' ');
    const text = inner.trim() === '' ? inner : inner.replace(/^ (.*) $/, '$1');
    return { nodes: [{ kind: 'code', text }], end: at + 2 * ticks + close };
  }

  private angle(at: number): Found | undefined {
    const auto = match(AUTOLINK, this.text, at);
    if (auto !== undefined) {
      const target = auto[1] ?? '';
      return { nodes: linkTo(target, [{ kind: 'text', text: target }]), end: at + auto[0].length };
    }
    const tag = match(TAG, this.text, at);
    if (tag === undefined) return undefined;
    return { nodes: tag[1]?.toLowerCase() === 'br' ? [{ kind: 'break' }] : [], end: at + tag[0].length };
  }

  private entity(at: number): Found | undefined {
    const found = match(ENTITY, this.text, at);
    if (found === undefined) return undefined;
    return { nodes: [{ kind: 'text', text: ENTITIES[found[1] ?? ''] ?? '' }], end: at + found[0].length };
  }

  private bareUrl(at: number): Found | undefined {
    if (/\w/.test(this.text[at - 1] ?? '')) return undefined;
    const found = match(BARE_URL, this.text, at);
    if (found === undefined) return undefined;
    const target = found[0].replace(/[.,;:!?]+$/, '');
    return { nodes: linkTo(target, [{ kind: 'text', text: target }]), end: at + target.length };
  }

  /** `[text](address)`, `[text][name]` and `[name]`; `at` is the opening bracket. */
  private link(at: number): Found | undefined {
    const close = closingBracket(this.text, at);
    if (close === undefined || this.depth >= MAX_DEPTH) return undefined;
    const label = this.text.slice(at + 1, close);
    const target = this.linkTarget(label, close + 1);
    if (target === undefined) return undefined;
    const children = parseInline(label, this.references, this.depth + 1);
    const shown = children.length > 0 ? children : [{ kind: 'text' as const, text: target.href }];
    return { nodes: linkTo(target.href, shown), end: target.end };
  }

  private linkTarget(label: string, at: number): { href: string; end: number } | undefined {
    const rest = this.text.slice(at, at + MAX_REACH);
    const inline = /^\(\s*<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.exec(
      rest,
    );
    if (inline !== null) return { href: inline[1] ?? '', end: at + inline[0].length };
    const named = /^\[([^\]]*)\]/.exec(rest);
    const name = (named?.[1] ?? '') === '' ? label : (named?.[1] ?? '');
    const href = this.references.get(name.trim().toLowerCase());
    return href === undefined ? undefined : { href, end: at + (named?.[0].length ?? 0) };
  }

  private emphasis(at: number): Found | undefined {
    if (this.depth >= MAX_DEPTH) return undefined;
    for (const { mark, kind } of DELIMITERS) {
      if (!this.text.startsWith(mark, at)) continue;
      const close = this.closingMark(mark, at);
      if (close === undefined) continue;
      const children = parseInline(this.text.slice(at + mark.length, close), this.references, this.depth + 1);
      return { nodes: [{ kind, children }], end: close + mark.length };
    }
    return undefined;
  }

  private closingMark(mark: string, at: number): number | undefined {
    const first = at + mark.length;
    if (this.unclosed.has(mark) || /^\s?$/.test(this.text[first] ?? '')) return undefined;
    const insideWord = mark.startsWith('_') && /\w/.test(this.text[at - 1] ?? '');
    if (insideWord) return undefined;
    for (
      let close = this.text.indexOf(mark, first + 1);
      close >= 0;
      close = this.text.indexOf(mark, close + 1)
    ) {
      if (closes(this.text, mark, close)) return close;
    }
    this.unclosed.add(mark);
    return undefined;
  }
}

function closes(text: string, mark: string, at: number): boolean {
  if (/\s/.test(text[at - 1] ?? ' ') || text[at - 1] === '\\') return false;
  const after = text[at + mark.length] ?? '';
  // A single mark does not end at half of a double one.
  if (mark.length === 1 && (after === mark || text[at - 1] === mark)) return false;
  return !(mark.startsWith('_') && /\w/.test(after));
}

function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  const last = Math.min(text.length, open + MAX_REACH);
  for (let at = open; at < last; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function linkTo(target: string, children: Inline[]): Inline[] {
  const href = safeHref(target);
  return href === undefined ? children : [{ kind: 'link', href, children: withoutLinks(children) }];
}

/** A link inside a link is not valid: browsers would tear them apart. */
function withoutLinks(nodes: Inline[]): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.kind === 'link') return withoutLinks(node.children);
    if (node.kind === 'text' || node.kind === 'code' || node.kind === 'break') return [node];
    return [{ kind: node.kind, children: withoutLinks(node.children) }];
  });
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
