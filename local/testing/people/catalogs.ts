/** The two catalogs of `persona-state.ts` as folders. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageTar } from '../../../lib/kudo/package/archive.ts';
import { fbcBundle, fbcPackage } from '../../../lib/testing/bundle-files.ts';
import { filesOf } from '../../../lib/testing/kudo-package.ts';
import { hiddenCatalog, openCatalog } from './state.ts';

export interface PersonaCatalogs extends AsyncDisposable {
  /** Goes with them; room for what is made of them. */
  root: string;
  folders: readonly { name: string; directory: string }[];
}

/** Packages by catalog. The first of each is subscribed to already. */
export const parcels = {
  [openCatalog]: ['open-parcel', 'other-parcel'],
  [hiddenCatalog]: ['hidden-parcel'],
} as const;

/** Declarative operators, by catalog: each catalog is a repository, too. */
export const skiffs = { [openCatalog]: 'open-skiff', [hiddenCatalog]: 'hidden-skiff' } as const;

export async function writePersonaCatalogs(): Promise<PersonaCatalogs> {
  const root = await mkdtemp(join(tmpdir(), 'capstan-wharf-'));
  const folders = await Promise.all(
    Object.entries(parcels).map(async ([name, packages]) => {
      const directory = join(root, name);
      await mkdir(directory);
      const entries = packages.flatMap(entriesOf).map((entry) => JSON.stringify(entry));
      await writeFile(join(directory, 'catalog.json'), entries.join('\n'));
      const skiff = skiffs[name as keyof typeof skiffs];
      await writeFile(join(directory, `${skiff}.tgz`), gzipSync(packageTar(filesOf(skiffFiles(skiff)))));
      await writeFile(join(directory, 'index.yaml'), indexOf(skiff));
      return { name, directory };
    }),
  );
  return { root, folders, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

function entriesOf(name: string): unknown[] {
  const installModes = ['OwnNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true }));
  const properties = [
    { type: 'olm.package', value: { packageName: name, version: '1.0.0' } },
    { type: 'olm.csv.metadata', value: { displayName: name, installModes } },
  ];
  const [pkg, channel] = fbcPackage(name, ['1.0.0']);
  return [pkg, channel, fbcBundle(name, '1.0.0', { properties })];
}

function indexOf(name: string): string {
  return `apiVersion: v1\nentries:\n  ${name}:\n    - {operatorVersion: 1.0.0, urls: [${name}.tgz]}\n`;
}

/** A plan that writes what some people may write and others may not. */
function skiffFiles(name: string): Record<string, string> {
  return {
    'operator.yaml': `apiVersion: kudo.dev/v1beta1
name: ${name}
operatorVersion: 1.0.0
kubernetesVersion: 1.17.0
tasks:
  - {name: hull, kind: Apply, spec: {resources: [hull.yaml, oars.yaml]}}
plans:
  deploy:
    strategy: serial
    phases:
      - {name: build, strategy: serial, steps: [{name: hull, tasks: [hull]}]}
`,
    'params.yaml': 'apiVersion: kudo.dev/v1beta1\nparameters:\n  - {name: OARS, default: "2"}\n',
    'templates/hull.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hull}\ndata: {oars: "{{ .Params.OARS }}"}\n',
    'templates/oars.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: oars}\n',
  };
}
