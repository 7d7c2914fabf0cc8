/** Rules of our own for ESLint: what no published plugin says. Each has a planted violation in eslint.test.ts. */
import { basename } from 'node:path';
import { documentedExport } from './documented-export.mjs';

/**
 * A node of the syntax tree as ESLint's types know it.
 * @typedef {NonNullable<Parameters<import('eslint').SourceCode['getText']>[0]>} Syntax
 * @typedef {Extract<Syntax, { type: 'Literal' | 'TemplateElement' }>} Text
 */

/**
 * Nodes of JSX, which they leave out.
 * @typedef {{ type: 'JSXText', value: string }} JsxText
 * @typedef {{ type: 'JSXExpressionContainer', expression: Syntax | { type: 'JSXEmptyExpression' } }} JsxContainer
 * @typedef {{ type: 'JSXElement' }} JsxElement
 * @typedef {{ type: 'JSXIdentifier', name: string } | { type: 'JSXNamespacedName' }} JsxName
 * @typedef {{ type: 'JSXAttribute', name: JsxName, value: Syntax | JsxContainer | JsxElement | null }} JsxAttribute
 */

/**
 * Names that Next gives a meaning: `[name]`, `[...path]`, `(group)` are folders, so plain files stay kebab-case too. `_pb` is
 * what the generator calls the messages of a .proto file.
 */
const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(_pb|(\.[a-z0-9]+)*)\.[a-z]+$/;

/** @type {import('eslint').Rule.RuleModule} */
const kebabCaseFile = {
  meta: { type: 'suggestion', schema: [], messages: { name: 'Name the file in kebab-case: {{name}}.' } },
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      if (!FILE_NAME.test(name)) context.report({ node, messageId: 'name', data: { name } });
    },
  }),
};

/** A disabled rule needs a reason after `--`, so that the next reader can tell whether it still holds. */
/** @type {import('eslint').Rule.RuleModule} */
const reasonForDisabling = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { reason: 'Say after " -- " why the rule does not hold here.' },
  },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!/^\s*eslint-disable/.test(comment.value) || /\s--\s+\S/.test(comment.value)) continue;
        if (comment.loc) context.report({ loc: comment.loc, messageId: 'reason' });
      }
    },
  }),
};

/** Attributes and properties that hold text for people, wherever they occur. */
const TEXT_NAMES =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|title|placeholder|alt|label|legend|caption|header|description|details|message|help|hint|error|empty|reason|disabledReason|expandLabel|action)$/;
const LETTERS = /\p{L}{2}/u;
/** A sentence or a heading of several words, as no code, class list or name of a thing looks. */
const SENTENCE = /^\s*\p{Lu}[\p{L}’']*[,:]? .*\p{L}/u;
/** What is written the same in every language: names of things and what is typed into a terminal. */
const UNTRANSLATED =
  /^(API|Capstan|GitOps|Kubernetes|OLM|YAML|ClusterServiceVersion|InstallPlan|Namespace|OperatorGroup|Subscription|kubectl( .*)?|npm run .*)$/;

/**
 * The texts that an expression may come to.
 * @param {Syntax | JsxContainer | JsxElement | { type: 'JSXEmptyExpression' } | null} node
 * @returns {readonly Text[]}
 */
function textsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node] : [];
    case 'TemplateLiteral':
      return node.quasis;
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^(===|!==|<|>|<=|>=|in)$/.test(node.operator)
        ? []
        : [...textsOf(node.left), ...textsOf(node.right)];
    case 'JSXExpressionContainer':
      return textsOf(node.expression);
    default:
      return [];
  }
}

/** @param {Text | JsxText} node */
const textIn = (node) => (node.type === 'TemplateElement' ? (node.value.cooked ?? '') : String(node.value));

/** Texts for people come from the catalogue (messages/), so that they can be in the reader's language. */
/** @type {import('eslint').Rule.RuleModule} */
const noRawText = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      raw: 'Put "{{text}}" into messages/en and take it by useTranslations: see messages/README.md.',
    },
  },
  create: (context) => {
    const reported = new Set();
    /** @param {Text | JsxText} node */
    const report = (node) => {
      const text = textIn(node).trim().replaceAll(/\s+/g, ' ');
      if (reported.has(node) || !LETTERS.test(text) || UNTRANSLATED.test(text)) return;
      reported.add(node);
      context.report({ node, messageId: 'raw', data: { text: text.slice(0, 40) } });
    };
    /** @param {Syntax | JsxContainer | JsxElement | null} value */
    const reportAll = (value) => {
      for (const node of textsOf(value)) report(node);
    };
    const inJsx = {
      JSXText: report,
      'JSXElement > JSXExpressionContainer': reportAll,
      'JSXFragment > JSXExpressionContainer': reportAll,
      /** @param {JsxAttribute} node */
      JSXAttribute({ name, value }) {
        if (name.type === 'JSXIdentifier' && TEXT_NAMES.test(name.name)) reportAll(value);
      },
    };
    return {
      .../** @type {import('eslint').Rule.RuleListener} */ (inJsx),
      Property({ key, value, parent }) {
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : '';
        if (parent.type !== 'ObjectExpression' || !TEXT_NAMES.test(String(name))) return;
        if (textsOf(value).some((node) => /^\p{Lu}| /u.test(textIn(node)))) reportAll(value);
      },
      Literal(node) {
        const isKey = node.parent.type === 'Property' && node.parent.key === node;
        if (isKey || typeof node.value !== 'string' || !SENTENCE.test(node.value)) return;
        if (!isForDevelopers(node)) report(node);
      },
      TemplateLiteral(node) {
        if (SENTENCE.test(node.quasis.map(textIn).join('x')) && !isForDevelopers(node))
          node.quasis.forEach(report);
      },
    };
  },
};

/**
 * Errors that say a program is wrong are read in a console, by those who can mend it.
 * @param {import('eslint').Rule.Node} node
 */
function isForDevelopers(node) {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === 'NewExpression' && at.callee.type === 'Identifier') return at.callee.name === 'Error';
    if (at.type === 'ImportDeclaration') return true;
  }
  return false;
}

export const houseRules = {
  rules: {
    'kebab-case-file': kebabCaseFile,
    'reason-for-disabling': reasonForDisabling,
    'no-raw-text': noRawText,
    'documented-export': documentedExport,
  },
};
