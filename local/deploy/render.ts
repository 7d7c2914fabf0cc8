/** What is made of the chart: `deploy/install.yaml`, and one file for each set of values that is looked at in tests. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../cluster/run.ts';

const root = join(import.meta.dirname, '..', '..');
const deploy = join(root, 'deploy');
export const chartFolder = join(deploy, 'chart');
export const goldenFolder = join(deploy, 'golden');
const NAMESPACE = 'capstan-system';

/** Made from what the chart gives with the values of that name. */
export const BUNDLE = { values: 'bundle', folder: join(deploy, 'bundle') };

const VALUES = '.values.yaml';

export interface Rendering {
  /** Path of what is made. */
  readonly file: string;
  /** What Helm is told besides the chart. */
  readonly args: readonly string[];
  readonly header: string;
}

const INSTALL: Rendering = {
  file: join(deploy, 'install.yaml'),
  args: ['--set', 'namespace.create=true'],
  header: `# All of Capstan for one cluster:
#
#   kubectl apply --server-side -f deploy/install.yaml
#
# Its two Deployments want the image that npm run image makes, under a name that the cluster's nodes can pull.
# Made from deploy/chart by: npm run manifests
`,
};

/** Names of the sets of values, in order. */
export function valueSets(): string[] {
  return readdirSync(goldenFolder)
    .filter((name) => name.endsWith(VALUES))
    .map((name) => name.slice(0, -VALUES.length))
    .sort();
}

export function renderings(): Rendering[] {
  const golden = valueSets().map((name) => ({
    file: join(goldenFolder, `${name}.yaml`),
    args: ['--values', join(goldenFolder, name + VALUES)],
    header: '# Made from deploy/chart by: npm run manifests\n',
  }));
  return [INSTALL, ...golden];
}

/** What the file has to hold. */
export async function rendered(helm: string, { args, header }: Rendering): Promise<string> {
  const { stdout } = await run(helm, ['template', 'capstan', chartFolder, '--namespace', NAMESPACE, ...args]);
  return `${header}# ${stampLine()}\n${stdout}`;
}

/**
 * Tells, without Helm, of which chart and values a file was made. Together with the files themselves, which only
 * `npm run manifests` writes: their text is compared with Helm's own by `npm run deep`.
 */
export function stampLine(): string {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(chartFolder),
    ...valueSets().map((name) => join(goldenFolder, name + VALUES)),
  ].sort();
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${relative(root, file)}\n${String(bytes.length)}\n`).update(bytes);
  }
  return `Chart and values: ${hash.digest('hex')}`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
