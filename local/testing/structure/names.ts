/** The exported names of product files, and what each stands for. */
import ts from 'typescript';
import type { ProductFile } from '../../test/product.ts';

/** Names that Next reads of its files. */
const NEXT = /^(GET|POST|PUT|PATCH|DELETE|dynamic|metadata|viewport|generateMetadata)$/;

/**
 * Names that stand for two things, with the files that declare them. What hands on another's declaration, `export … from`
 * or a component that is loaded later, declares nothing; a value and its type in one file are one thing.
 */
export function ambiguousNames(files: readonly ProductFile[]): Map<string, string[]> {
  const declaring = new Map<string, string[]>();
  for (const { path, source } of files) {
    for (const name of new Set(source.statements.flatMap(declaredNames))) {
      if (path.startsWith('app/') && NEXT.test(name)) continue;
      declaring.set(name, [...(declaring.get(name) ?? []), path]);
    }
  }
  return new Map([...declaring].filter(([, paths]) => paths.length > 1));
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) return listedNames(statement);
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const isMarked = (kind: ts.SyntaxKind): boolean => modifiers.some((modifier) => modifier.kind === kind);
  if (!isMarked(ts.SyntaxKind.ExportKeyword) || isMarked(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    const { declarations } = statement.declarationList;
    return declarations
      .filter((declaration) => !isLoadedLater(declaration))
      .flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.text];
}

/** Of `export { … }`: what comes from another file under its own name is that file's. */
function listedNames({ exportClause, moduleSpecifier }: ts.ExportDeclaration): string[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements
    .filter(({ propertyName }) => moduleSpecifier === undefined || propertyName !== undefined)
    .map(({ name }) => name.text);
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

/** `export const Page = dynamic(() => import(…))` */
function isLoadedLater({ initializer }: ts.VariableDeclaration): boolean {
  return (
    initializer !== undefined &&
    ts.isCallExpression(initializer) &&
    ts.isIdentifier(initializer.expression) &&
    initializer.expression.text === 'dynamic'
  );
}
