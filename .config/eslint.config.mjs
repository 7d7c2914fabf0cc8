/**
 * ESLint for the whole tree: `eslint -c .config/eslint.config.mjs .`. Formatting is prettier's business, imports between
 * rooms are dependency-cruiser's (rooms.mjs), unused code is knip's. Every rule named here is proven in eslint.test.ts.
 */
import { join } from 'node:path';
import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { publicFilesOf } from './documented-export.mjs';
import { houseRules } from './house-rules.mjs';

const ROOT = join(import.meta.dirname, '..');

/** @typedef {Exclude<Parameters<typeof tseslint.config>[number], readonly unknown[]>} Config */

/** JavaScript too: tsc reads types from its comments. */
const TYPESCRIPT = ['**/*.ts', '**/*.tsx', '**/*.mjs'];
const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'bench/**', '**/testing/**'];
const BROWSER = ['app/**/*.tsx', 'components/**/*.tsx'];

/** What makes a function's answer depend on more than its arguments; lib/ takes such things as arguments. */
const IMPURE_GLOBALS = [
  'process',
  'fetch',
  'console',
  'performance',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
];

const NO_ENUM = {
  selector: 'TSEnumDeclaration',
  message: 'Use a union of string literals: Node runs our files without a build, and enums need one.',
};
const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: the name is then the same everywhere.',
};
const NO_CLOCK = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'lib/ does not read the clock: take the time as an argument.',
};
const NO_INLINE_STYLE = {
  selector: "JSXAttribute[name.name='style']",
  message: 'The content security policy blocks style attributes in server-rendered markup: use a class.',
};
const NO_RAW_HTML = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  message: 'What catalogs and objects say is hostile text, never HTML.',
};
const BUTTON_TYPE = {
  selector: "JSXOpeningElement[name.name='button']:not(:has(JSXAttribute[name.name='type']))",
  message: 'Give the button a type: without one it submits the form around it.',
};

/** @type {Config} */
const typescript = {
  name: 'capstan/typescript',
  files: TYPESCRIPT,
  extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: ROOT },
  },
  plugins: { house: houseRules },
  rules: {
    'house/kebab-case-file': 'error',
    'house/reason-for-disabling': 'error',
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
    '@typescript-eslint/only-throw-error': 'error',
    '@typescript-eslint/no-floating-promises': 'error',
    // What `await using` holds is gone before a promise that is only passed on has settled.
    '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
    '@typescript-eslint/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
    ],
    '@typescript-eslint/restrict-template-expressions': [
      'error',
      {
        allowNumber: true,
        allowAny: false,
        allowBoolean: false,
        allowNever: false,
        allowNullish: false,
        allowRegExp: false,
      },
    ],
    '@typescript-eslint/no-confusing-void-expression': 'off',
    // Each costs seconds and finds what we do not write: enums and deprecated calls of a pinned package.
    '@typescript-eslint/no-deprecated': 'off',
    '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    // tsc says both already, and says it better.
    '@typescript-eslint/no-unused-vars': 'off',
    'no-unused-private-class-members': 'off',
    'no-restricted-syntax': ['error', NO_ENUM, NO_DEFAULT_EXPORT],
    eqeqeq: ['error', 'always'],
    'no-console': 'error',
    // Comments do not count: what has to be said of an export must not be what makes a file too long.
    'max-lines': ['error', { max: 300, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60 }],
    complexity: ['error', 12],
    'max-depth': ['error', 3],
    'max-params': ['error', 4],
    'max-nested-callbacks': ['error', 4],
  },
};

/** @type {Config} */
const explicitTypes = {
  name: 'capstan/explicit-types',
  files: ['lib/**/*.ts', 'server/**/*.ts'],
  rules: { '@typescript-eslint/explicit-module-boundary-types': 'error' },
};

/**
 * What other rooms may use says what it is; of server only the files that another room imports.
 * @type {Config}
 */
const documented = {
  name: 'capstan/documented',
  files: ['lib/**/*.ts', ...publicFilesOf(ROOT)],
  ignores: ['**/*.test.ts'],
  rules: { 'house/documented-export': 'error' },
};

/** @type {Config} */
const pure = {
  name: 'capstan/pure',
  files: ['lib/**/*.ts'],
  ignores: ['**/*.test.ts', 'lib/testing/**'],
  rules: {
    'no-console': 'off', // one report is enough: console is in the list
    'no-restricted-globals': [
      'error',
      ...IMPURE_GLOBALS.map((name) => ({
        name,
        message: 'lib/ is pure: take what you need as an argument.',
      })),
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: NO_CLOCK.message },
      {
        object: 'Math',
        property: 'random',
        message: 'lib/ does not roll dice: take the number as an argument.',
      },
      {
        object: 'globalThis',
        property: 'fetch',
        message: 'lib/ is pure: take what you need as an argument.',
      },
    ],
    'no-restricted-syntax': ['error', NO_ENUM, NO_DEFAULT_EXPORT, NO_CLOCK],
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: ['node:*'], message: 'lib/ runs in the browser too: no modules of Node.' }] },
    ],
  },
};

/** Wall time jumps when it is set. */
/** @type {Config} */
const ages = {
  name: 'capstan/ages',
  files: ['server/**/*.ts'],
  ignores: [...TESTS, 'server/kube/clock.ts'],
  rules: {
    'no-restricted-properties': [
      'error',
      {
        object: 'Date',
        property: 'now',
        message:
          'Ages and deadlines by performance.now() or monotonicClock; what others read, by realClock.now().',
      },
    ],
  },
};

/** @type {Config} */
const browser = {
  name: 'capstan/browser',
  files: BROWSER,
  plugins: { 'jsx-a11y': a11y, 'react-hooks': hooks },
  rules: {
    ...a11y.flatConfigs.strict.rules,
    ...hooks.configs.flat.recommended.rules,
    'no-restricted-syntax': ['error', NO_ENUM, NO_DEFAULT_EXPORT, NO_INLINE_STYLE, NO_RAW_HTML, BUTTON_TYPE],
    'max-lines-per-function': ['error', { max: 80 }],
  },
};

/** Folders whose texts are all in the catalogue. */
/** @type {Config} */
const texts = {
  name: 'capstan/texts',
  files: [
    'app/**/*.{ts,tsx}',
    'components/{catalog,declarative,groups,instances,operators,plans,removal,schema-form,shell,sources,subscriptions,ui,upgrades,yaml}/**/*.{ts,tsx}',
  ],
  ignores: TESTS,
  plugins: { house: houseRules },
  rules: { 'house/no-raw-text': 'error' },
};

/** Next finds pages, layouts and configurations by their default export. */
/** @type {Config} */
const nextFiles = {
  name: 'capstan/next-files',
  files: ['app/**/*.tsx'],
  rules: { 'no-restricted-syntax': ['error', NO_ENUM, NO_INLINE_STYLE, NO_RAW_HTML, BUTTON_TYPE] },
};

/** @type {Config} */
const configurations = {
  name: 'capstan/configurations',
  files: [
    ...['*.config.{ts,mjs}', '.config/**/*.config.{ts,mjs}', '.config/dependency-cruiser.mjs'],
    ...['e2e/**/*.config.ts', 'e2e/playwright.config.ts'],
    '{messages/compile,local/build/base-path}-loader.mjs',
  ],
  rules: { 'no-restricted-syntax': ['error', NO_ENUM] },
};

/** @type {Config} */
const tests = {
  name: 'capstan/tests',
  files: TESTS,
  rules: {
    'max-lines': ['error', { max: 600, skipComments: true }],
    'max-lines-per-function': 'off',
    'max-nested-callbacks': 'off',
    complexity: 'off', // builders with many defaults
    'max-params': 'off',
    'no-empty-pattern': 'off', // Playwright's fixtures begin with one
    '@typescript-eslint/no-non-null-assertion': 'off',
    // tsc looks at the types of tests; what it cannot see is a promise nobody waits for.
    ...tseslint.configs.disableTypeChecked.rules,
    '@typescript-eslint/no-floating-promises': 'error',
    'no-console': 'off',
  },
};

/** Programs that speak to a person at a terminal. */
/** @type {Config} */
const terminal = {
  name: 'capstan/terminal',
  files: ['local/**', '.config/**', 'examples/**', 'bench/**'],
  rules: { 'no-console': 'off' },
};

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      '.next/',
      'dist/',
      '.cache/',
      'next-env.d.ts',
      'test-results/',
      'playwright-report/',
      '**/*.{js,cjs}',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  typescript,
  explicitTypes,
  documented,
  pure,
  ages,
  browser,
  texts,
  nextFiles,
  configurations,
  tests,
  terminal,
);
