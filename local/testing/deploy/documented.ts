/** What our documents tell people: the commands to type, and what tables promise. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** Every command of a document's `sh` blocks, in their order: lines that end in a backslash go on, comments are left out. */
export function commandsOf(file: string): string[] {
  return commandsIn(readFileSync(join(root, file), 'utf8'));
}

/** Those of one section, without the sections below it. */
export function commandsUnder(file: string, heading: string): string[] {
  const sections = readFileSync(join(root, file), 'utf8').split(/^#+ /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${file} has no section "${heading}"`);
  return commandsIn(section);
}

function commandsIn(text: string): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
      .filter((line) => line !== ''),
  );
}

/** Every `yaml` block of a document. */
export function documentedYaml(file: string): string[] {
  const blocks = readFileSync(join(root, file), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm);
  return [...blocks].map(([, block = '']) => block);
}

/** The cells of a document's first table, header first, without their spaces. */
export function documentedTable(file: string): string[][] {
  const [first = ''] = readFileSync(join(root, file), 'utf8').match(/^\|[^]*?\n(?!\|)/m) ?? [];
  return first
    .trim()
    .split('\n')
    .filter((line) => !/^\|[-|\s]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
