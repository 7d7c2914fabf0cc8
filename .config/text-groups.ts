/** What `messages/compile-loader.mjs` does in Next's build, for Vite: `shell.json?with=app` has both, by their names. */
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { together } from '../messages/compile-loader.mjs';

/** Leaves messages as they are: tests bring the parser. Imports each file, so that Vite sees what changes. */
export const textGroups: Plugin = {
  name: 'groups of texts',
  load(id) {
    const [path = '', query = ''] = id.split('?', 2);
    const files = path.endsWith('.json') ? together(path, `?${query}`) : undefined;
    if (files === undefined) return null;
    const imports = files.map((file, index) => `import t${String(index)} from ${JSON.stringify(file)};`);
    const texts = files.map((file, index) => `${JSON.stringify(basename(file, '.json'))}: t${String(index)}`);
    return `${imports.join('\n')}\nexport default { ${texts.join(', ')} };`;
  },
};
