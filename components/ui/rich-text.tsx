import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type RichInline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly children: readonly RichInline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly RichInline[] }
  | { readonly kind: 'break' };

export type RichBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly RichInline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly RichInline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly RichBlock[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly RichBlock[])[];
    }
  | {
      readonly kind: 'table';
      readonly header: readonly (readonly RichInline[])[];
      readonly rows: readonly (readonly (readonly RichInline[])[])[];
    }
  | { readonly kind: 'rule' };

/** A document made of plain data. It holds no HTML, and its links were checked when it was made. */
export function RichText({ blocks }: { readonly blocks: readonly RichBlock[] }): ReactNode {
  const used = new Set(blocks.map((block) => (block.kind === 'heading' ? block.level : undefined)));
  const levels = [1, 2, 3, 4, 5, 6].filter((level) => used.has(level));
  return (
    <div className="flex min-w-0 flex-col gap-3 leading-6 break-words">
      {blocks.map((block, index) => (
        <Block key={index} block={block} levels={levels} />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly block: RichBlock;
  /** The levels of heading that the document uses, highest first. */
  readonly levels: readonly number[];
}

function Block({ block, levels }: BlockProps): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading rank={levels.indexOf(block.level)}>{inlines(block.children)}</Heading>;
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5">
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote className="border-s-2 border-line-strong ps-3 text-muted">
          <RichText blocks={block.children} />
        </blockquote>
      );
    case 'list':
      return <List block={block} />;
    case 'table':
      return <DataTable block={block} />;
    case 'rule':
      return <hr className="border-line" />;
  }
}

/** Below the headings of the page around it and without gaps, so that the outline stays whole. */
function Heading({ rank, children }: { readonly rank: number; readonly children: ReactNode }): ReactNode {
  if (rank <= 0) return <h3 className="mt-2 text-lg font-semibold first:mt-0">{children}</h3>;
  if (rank === 1) return <h4 className="mt-2 font-semibold first:mt-0">{children}</h4>;
  return <h5 className="mt-1 font-medium text-muted first:mt-0">{children}</h5>;
}

function List({ block }: { readonly block: Extract<RichBlock, { kind: 'list' }> }): ReactNode {
  const Tag = block.ordered ? 'ol' : 'ul';
  return (
    <Tag
      {...(block.ordered ? { start: block.start } : {})}
      className={cx(
        'flex flex-col gap-1 ps-5 marker:text-faint',
        block.ordered ? 'list-decimal' : 'list-disc',
      )}
    >
      {block.items.map((item, index) => (
        <li key={index} className="ps-1">
          <RichText blocks={item} />
        </li>
      ))}
    </Tag>
  );
}

function DataTable({ block }: { readonly block: Extract<RichBlock, { kind: 'table' }> }): ReactNode {
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line">
            {block.header.map((cell, column) => (
              <th key={column} scope="col" className="px-3 py-1.5 text-start font-medium">
                {inlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className="px-3 py-1.5 align-top">
                  {inlines(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(nodes: readonly RichInline[]): ReactNode {
  return nodes.map((node, index) => <Inline key={index} node={node} />);
}

function Inline({ node }: { readonly node: RichInline }): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return (
        <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-xs break-all">{node.text}</code>
      );
    case 'strong':
      return <strong className="font-semibold">{inlines(node.children)}</strong>;
    case 'emphasis':
      return <em>{inlines(node.children)}</em>;
    case 'strike':
      return <s>{inlines(node.children)}</s>;
    case 'link':
      return <ExternalLink href={node.href}>{inlines(node.children)}</ExternalLink>;
    case 'break':
      return <br />;
  }
}

/** A link out of the console. `href` must have been checked: http, https or mailto. */
export function ExternalLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="break-words text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
    >
      {children}
    </a>
  );
}
