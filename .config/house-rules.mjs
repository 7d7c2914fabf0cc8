/** Rules of our own for ESLint: what no published plugin says. Each has a planted violation in eslint.test.ts. */
import { basename } from 'node:path';

/** Names that Next gives a meaning: `[name]`, `[...path]`, `(group)` are folders, so plain files stay kebab-case too. */
const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.[a-z]+$/;

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
        context.report({ loc: comment.loc, messageId: 'reason' });
      }
    },
  }),
};

export const houseRules = {
  rules: { 'kebab-case-file': kebabCaseFile, 'reason-for-disabling': reasonForDisabling },
};
