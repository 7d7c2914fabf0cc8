/** The source files of the product, without tests and what only they use, and their code without comments. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface ProductFile {
  /** From the root of the tree, with `/`. */
  readonly path: string;
  readonly source: ts.SourceFile;
}

export const PRODUCT_ROOMS: readonly string[] = ['app', 'components', 'lib', 'messages', 'server'];

/** In the order of their paths. */
export function productFiles(root: string, rooms: readonly string[] = PRODUCT_ROOMS): ProductFile[] {
  return globSync(
    rooms.map((room) => `${room}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .sort()
    .map((path) => ({ path, source: parsed(path, readFileSync(join(root, path), 'utf8')) }));
}

export function parsed(path: string, text: string): ts.SourceFile {
  const quick = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(path, text, quick);
}

/** The place that a file belongs to: the room itself, or the folder in it where rooms are divided into features. */
export function featureOf(path: string): string {
  const [room = '', folder, file] = path.split('/');
  const isDivided = file !== undefined && room !== 'app' && room !== 'messages';
  return isDivided ? `${room}/${folder ?? ''}` : room;
}

/** The lines of code by their numbers from 0: what is left of them without comments, when that is anything. */
export function codeLines(source: ts.SourceFile): Map<number, string> {
  const lines = withoutComments(source).split('\n');
  return new Map([...lines.entries()].filter(([, line]) => line.trim() !== ''));
}

const COMMENT = /\/\/.*|\/\*[^]*?\*\//g;

function withoutComments(source: ts.SourceFile): string {
  let text = '';
  let end = 0;
  const leave = (from: number, to: number, kept: string): void => {
    text += source.text.slice(end, from).replace(COMMENT, blank) + kept;
    end = to;
  };
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source);
    if (isVerbatim(node)) leave(start, node.end, source.text.slice(start, node.end));
    else if (ts.isJsxExpression(node) && node.expression === undefined) {
      leave(start, node.end, blank(source.text.slice(start, node.end)));
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  leave(source.text.length, source.text.length, '');
  return text;
}

/** As many lines, and nothing on them. */
function blank(text: string): string {
  return text.replace(/[^\n]+/g, '');
}

/** In these, what looks like a comment is none. */
function isVerbatim(node: ts.Node): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isTemplateHead(node) ||
    ts.isJsxText(node)
  );
}
