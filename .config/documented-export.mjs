/**
 * The rule `house/documented-export`: what other rooms may use says in a doc comment what it is. The configuration asks it of
 * every export of lib, and of server of those in its public files.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOMS, ROOTS } from './rooms.mjs';

const TEST = /\.(test|e2e)\.tsx?$|^(e2e|bench)\/|\/testing\//;
const IMPORTED = /\b(?:from|import)\s*\(?\s*'((?:\.|#)[^']+\.tsx?)'/g;

/** The row of a file in the table of rooms: the longest folder that holds it. @param {string} file @returns {string} */
function roomOf(file) {
  const holding = ROOMS.map(({ room }) => room).filter((room) => file.startsWith(`${room}/`));
  return holding.reduce((longest, room) => (room.length > longest.length ? room : longest), '');
}

/** @param {string} from @param {string} specifier @returns {string} the file from the root on */
function imported(from, specifier) {
  return specifier.startsWith('#')
    ? specifier.slice(1)
    : join(dirname(from), specifier).replaceAll('\\', '/');
}

/** @param {string} root @returns {Iterable<string>} the files of all rooms, without what only tests use */
function* sourcesOf(root) {
  for (const room of readdirSync(root).filter((name) => ROOTS.includes(name))) {
    for (const entry of readdirSync(join(root, room), { recursive: true, withFileTypes: true })) {
      const file = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
      if (entry.isFile() && /\.tsx?$/.test(file) && !TEST.test(file)) yield file;
    }
  }
}

/**
 * The files of server that another room imports. Read from the imports, so that it is exact without a list that somebody has
 * to keep; by a pattern over the text instead of a program's graph, since specifiers are always written out (100 ms for all).
 * Meant for the configuration and not for the rule: ESLint's cache then knows when a file becomes public.
 * @param {string} root @returns {string[]}
 */
export function publicFilesOf(root) {
  /** @type {Set<string>} */
  const files = new Set();
  for (const from of sourcesOf(root)) {
    for (const [, specifier = ''] of readFileSync(join(root, from), 'utf8').matchAll(IMPORTED)) {
      const file = imported(from, specifier);
      if (file.startsWith('server/') && roomOf(file) !== roomOf(from)) files.add(file);
    }
  }
  return [...files].sort();
}

/** Words that say nothing beside a name. */
const FILLERS = new Set(
  'a about an and are as at by for from function get gets in is it its of on or return returns that the this to type with'.split(
    ' ',
  ),
);

/** @param {string} text @returns {string[]} in lower case, without a plural's s */
function wordsOf(text) {
  const words = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3 $2$4').toLowerCase();
  return (words.match(/[\p{L}\d]+/gu) ?? []).map((word) => word.replace(/s$/, ''));
}

/** Does the comment say more than the name does? @param {string} comment @param {string} name @returns {boolean} */
function saysMore(comment, name) {
  const known = new Set(wordsOf(name));
  return wordsOf(comment).some((word) => !known.has(word) && !FILLERS.has(word));
}

/**
 * @typedef {import('eslint').SourceCode} SourceCode
 * @typedef {NonNullable<Parameters<SourceCode['getText']>[0]>} Node
 * @typedef {Extract<Node, { type: 'ExportSpecifier' }>} Specifier
 */

/**
 * The doc comment that stands right above; one that a blank line sets apart is about the file.
 * @param {SourceCode} sourceCode @param {Node} node @returns {string | undefined}
 */
function docOf(sourceCode, node) {
  let line = node.loc?.start.line ?? 0;
  for (const comment of sourceCode.getCommentsBefore(node).toReversed()) {
    if (!comment.loc || comment.loc.end.line < line - 1) return undefined;
    if (comment.type === 'Block' && comment.value.startsWith('*')) return comment.value;
    line = comment.loc.start.line;
  }
  return undefined;
}

/** @param {Specifier['local']} node @returns {string} */
const nameOf = (node) => (node.type === 'Identifier' ? node.name : String(node.value));

/**
 * The statement that declares what `export { name }` hands on; undefined for what was imported.
 * @param {SourceCode} sourceCode @param {Specifier} specifier @returns {Node | undefined}
 */
function declarationOf(sourceCode, specifier) {
  const [definition] = sourceCode.getScope(specifier).set.get(nameOf(specifier.local))?.defs ?? [];
  if (definition === undefined || definition.type === 'ImportBinding') return undefined;
  /** @type {unknown} */
  const declared = definition.type === 'Variable' ? definition.parent : definition.node;
  return /** @type {Node} */ (declared);
}

/** @type {import('eslint').Rule.RuleModule} */
export const documentedExport = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      missing: 'Say in a doc comment what {{name}} is: what, shapes, units, what it answers for bad input.',
      repeats: 'The comment says no more than the name {{name}}.',
    },
  },
  create: (context) => {
    const { sourceCode } = context;
    const documented = new Set();
    /** @param {Node} node @param {Node} declared @param {string} name */
    const check = (node, declared, name) => {
      const doc = docOf(sourceCode, declared);
      // The overloads of a function share the comment of the first.
      if (doc === undefined && documented.has(name)) return;
      documented.add(name);
      if (doc === undefined) context.report({ node, messageId: 'missing', data: { name } });
      else if (!saysMore(doc, name)) context.report({ node, messageId: 'repeats', data: { name } });
    };
    return {
      ExportNamedDeclaration(node) {
        const { declaration, source, specifiers } = node;
        if (declaration) {
          const id =
            declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.id : declaration.id;
          check(node, node, id?.type === 'Identifier' ? id.name : '');
        }
        for (const specifier of source ? [] : specifiers) {
          const declared = declarationOf(sourceCode, specifier);
          if (declared !== undefined) check(specifier, declared, nameOf(specifier.exported));
        }
      },
    };
  },
};
