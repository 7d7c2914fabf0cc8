/** The regular expressions of our own product code, read from its sources with TypeScript's parser. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

export interface OwnPattern {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
  /** Tried at every place of a text, one match after the other, as by `split`, `replace` and `matchAll`. */
  readonly walks: boolean;
}

export interface OwnPatterns {
  readonly patterns: readonly OwnPattern[];
  /** `new RegExp` of what is only known when it runs, as `file: what it is made of`. */
  readonly made: readonly string[];
}

/** Of `lib`, `server`, `components` and `app`, without tests and what helps them. */
export function ownPatterns(): OwnPatterns {
  const files = globSync('{lib,server,components,app}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.|testing|\.d\.ts$/.test(file))
    .sort();
  const found = files.map((file) => patternsOf(file, readFileSync(join(root, file), 'utf8')));
  return {
    patterns: found.flatMap(({ patterns }) => patterns),
    made: found.flatMap(({ made }) => made),
  };
}

export function patternsOf(file: string, text: string): OwnPatterns {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const constants = new Map<string, ts.Expression>();
  const patterns: OwnPattern[] = [];
  const made: string[] = [];
  function add(node: ts.Node, pattern: RegExp, walks: boolean): void {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    patterns.push({
      file,
      line,
      source: pattern.source,
      flags: pattern.flags,
      walks: walks || pattern.global,
    });
  }
  function visit(node: ts.Node, walks: boolean): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      constants.set(node.name.text, node.initializer);
    }
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)), walks);
    }
    if (isRegExpCall(node)) {
      const [first, second] = (node.arguments ?? []).map((argument) => textOf(argument, constants));
      if (first === undefined) made.push(`${file}: ${node.arguments?.[0]?.getText(source) ?? ''}`);
      else add(node, new RegExp(first, second ?? ''), walks);
    }
    ts.forEachChild(node, (child) => visit(child, isSplit(node)));
  }
  visit(source, false);
  return { patterns, made };
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

function isSplit(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'split'
  );
}

/** Of a text that is made of constants of the same file, or undefined. */
function textOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  // String.raw
  if (ts.isTaggedTemplateExpression(node)) {
    return ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined;
  }
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value === undefined ? undefined : textOf(value, constants);
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map((span) => {
    const value = textOf(span.expression, constants);
    return value === undefined ? undefined : value + span.literal.text;
  });
  return parts.includes(undefined) ? undefined : node.head.text + parts.join('');
}
