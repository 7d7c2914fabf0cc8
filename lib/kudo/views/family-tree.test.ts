import { expect, it } from 'vitest';
import { filesOf } from '../../testing/kudo-package.ts';
import { familyTree } from './family-tree.ts';
import { installFamily } from './package-install.ts';

/** An operator that installs these, in folders of its own. */
const operator = (name: string, children: readonly string[]): Record<string, string> => ({
  'operator.yaml': `name: ${name}
operatorVersion: 1.0.0
kubernetesVersion: 1.17.0
tasks:
${children.map((child) => `  - {name: ${child}, kind: KudoOperator, spec: {package: ./${child}}}`).join('\n')}
  - {name: wait, kind: Dummy, spec: {done: true}}
plans:
  deploy: {strategy: serial, phases: []}
`,
  'params.yaml': 'parameters: []\n',
});

const below = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

// Inside of an archive every path counts from its root (KUDO 18).
it('has each operator where it is installed, three levels deep', () => {
  const family = installFamily(
    filesOf({
      ...operator('fleet', ['harbour', 'crane']),
      ...below('harbour', operator('harbour', ['pier'])),
      ...below('pier', operator('pier', [])),
      ...below('crane', operator('crane', [])),
    }),
    new Map(),
  );
  if (!('members' in family)) throw new Error(JSON.stringify(family));
  const leaf = (name: string): object => ({ operator: name, version: '1.0.0', children: [] });
  expect(familyTree(family.members)).toEqual({
    ...{ operator: 'fleet', version: '1.0.0' },
    children: [{ operator: 'harbour', version: '1.0.0', children: [leaf('pier')] }, leaf('crane')],
  });
});

it('is nothing of nothing', () => {
  expect(familyTree([])).toBeUndefined();
});
