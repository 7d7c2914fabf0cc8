/** What `messages/compile-loader.mjs` does in Next's build, for Vite: `shell.json?with=app` has both, by their names. */
import type { Plugin } from 'vite';
import { groupOf, together } from '../messages/compile-loader.mjs';

/** Leaves messages as they are: tests bring the parser. */
export const textGroups: Plugin = {
  name: 'groups of texts',
  load(id) {
    const [path = '', query = ''] = id.split('?', 2);
    const files = path.endsWith('.json') ? together(path, `?${query}`) : undefined;
    return files === undefined ? null : `export default ${JSON.stringify(groupOf(files))}`;
  },
};
