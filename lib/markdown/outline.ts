/** A document cut at its uppermost headings, for a table of contents. */
import type { Block, Inline } from './types.ts';

/** One entry of the table of contents, with all that stands below its heading. */
export interface MarkdownSection {
  /** Plain text of the heading; empty for what stands before the first one. */
  title: string;
  /** The heading is the first. */
  blocks: Block[];
}

/** Cut at the highest level that occurs more than once, else at the highest. */
export function outlineOfBlocks(blocks: readonly Block[]): MarkdownSection[] {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const repeated = levels.filter((level) => levels.indexOf(level) !== levels.lastIndexOf(level));
  const cut = Math.min(...(repeated.length > 0 ? repeated : levels));
  const sections: MarkdownSection[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= cut) {
      sections.push({ title: plainText(block.children), blocks: [block] });
      continue;
    }
    const last = sections.at(-1);
    if (last === undefined) sections.push({ title: '', blocks: [block] });
    else last.blocks.push(block);
  }
  return sections;
}

function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'break') return ' ';
      return inline.kind === 'text' || inline.kind === 'code' ? inline.text : plainText(inline.children);
    })
    .join('')
    .trim();
}
