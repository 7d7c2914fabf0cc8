/** Puts what the image holds into a folder, in the Dockerfile: the build and the packages it runs, and what they are. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials, withoutDrawnKeys } from './same.ts';

const root = join(import.meta.dirname, '..', '..');
const [, , output] = process.argv;
if (output === undefined) throw new Error('Usage: node local/image/collect.ts FOLDER');

const standalone = join(root, '.next', 'standalone');
if (!existsSync(standalone))
  throw new Error('There is no .next/standalone: build with CAPSTAN_STANDALONE=1.');

mkdirSync(output, { recursive: true });
for (const [from, to] of [
  // What pages need of node_modules, as Next has traced it. Its server.js and copies of sources are of no use here.
  [join(standalone, 'node_modules'), 'node_modules'],
  [join(standalone, '.next'), '.next'],
  // Next leaves these two to a server of static files, which is ours.
  [join(root, '.next', 'static'), '.next/static'],
  [join(root, 'public'), 'public'],
  [join(root, 'dist'), 'dist'],
  [join(import.meta.dirname, 'capstan.mjs'), 'capstan.mjs'],
  [join(root, 'package.json'), 'package.json'],
  [join(root, 'LICENSE'), 'LICENSE'],
] as const) {
  cpSync(from, join(output, to), { recursive: true });
}
const built = join(output, '.next');
const build = readFileSync(join(built, 'BUILD_ID'), 'utf8');
for (const file of ['prerender-manifest.json', 'server/preview-props.json'].map((name) =>
  join(built, name),
)) {
  writeFileSync(file, withoutDrawnKeys(readFileSync(file, 'utf8'), build));
}
const sbom = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 << 20,
});
writeFileSync(
  join(output, 'sbom.cdx.json'),
  billOfMaterials(sbom, readFileSync(join(root, 'package-lock.json'), 'utf8')),
);
