/** A document as a tree of plain data. There is no node for HTML: what a catalog says can only become these. */

/** A piece of text inside a block. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'strike'; children: Inline[] }
  /** `href` has passed `safeHref`. */
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' };

/**
 * A block of a document; heading levels run from 1 to 6, `start` is an ordered list's first number, rows have a cell
 * for each column.
 */
export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'code'; text: string; language?: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };
