/**
 * Writes the definitions of a bundle from the kinds of its operator:
 *
 *     node examples/kit/definition-yaml.ts examples/etcd/kinds.ts examples/catalog/etcd/1.0.0/manifests
 *
 * The module exports them as `definitions`.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { crdOf } from './definition.ts';
import type { KindDefinition } from './definition.ts';

const [module = '', folder = ''] = process.argv.slice(2);
const { definitions } = (await import(pathToFileURL(resolve(module)).href)) as {
  readonly definitions: readonly KindDefinition[];
};
for (const kind of definitions) {
  const path = join(folder, `${kind.group}_${kind.plural}.yaml`);
  writeFileSync(path, stringify(crdOf(kind), { lineWidth: 120, aliasDuplicateObjects: false }));
  console.log(path);
}
