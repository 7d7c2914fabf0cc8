/** Documents say what is so: commands that exist, links that lead somewhere, words and metrics of the product. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { en } from '#messages/en.ts';
import { commandsOf, commandsUnder } from '../testing/deploy/documented.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** Where each command of ours says what it takes. */
const HELP: Readonly<Record<string, readonly string[]>> = {
  start: ['local/start/options.ts'],
  cluster: ['local/cluster/main.ts'],
  controller: ['server/controller/flags.ts'],
  web: ['server/web/options.ts', 'server/web/login-options.ts'],
  image: ['local/image/main.ts'],
  test: ['local/test/main.ts'],
  why: ['local/why/main.ts'],
  kudo: ['local/kudo/main.ts'],
};

/** What is wrong with a command, so that somebody who types it would get nowhere; undefined where nothing is. */
function problemOf(command: string): string | undefined {
  try {
    execFileSync('sh', ['-n', '-c', command], { stdio: 'pipe' });
  } catch {
    return 'no shell takes it';
  }
  // What is sent into a command is words of the reader's.
  const [program = '', first = '', ...rest] = command.replace(/^echo '[^']*' \| /, '').split(/\s+/);
  if (program === 'node') return existsSync(join(root, first)) ? undefined : `there is no ${first}`;
  if (program === 'npm')
    return npmProblem(first === 'run' ? rest.filter((arg) => arg !== '-s') : [first, ...rest]);
  if (program === 'helm') return helmProblem(rest);
  if (program !== 'kubectl') return `${program} is none of ours`;
  const file = /(?:-f|--filename) (\S+)/.exec(command)?.[1];
  return file === undefined || file === 'FILE' || file === '-' || existsSync(join(root, file))
    ? undefined
    : `there is no ${file}`;
}

function npmProblem([script = '', ...args]: readonly string[]): string | undefined {
  if (!Object.hasOwn(scripts, script)) return `package.json has no script ${script}`;
  const takes = (HELP[script] ?? []).map(read).join('\n');
  const unknown = args
    .map((arg) => arg.split('=')[0] ?? '')
    .filter((arg) => /^--\w/.test(arg) && !takes.includes(arg));
  return unknown.length === 0 || HELP[script] === undefined
    ? undefined
    : `${script} has no ${unknown.join(', ')}`;
}

function helmProblem(args: readonly string[]): string | undefined {
  const values: unknown = parse(read('deploy/chart/values.yaml'));
  const unknown = args
    .filter((_, index) => args[index - 1] === '--set')
    .map((given) => given.replace(/^'/, '').split('=')[0] ?? '')
    // Of a list, there is nothing to look into before it has entries.
    .map((path) => path.replace(/\[\d+\].*$/, ''))
    .filter((path) => path.split('.').reduce<unknown>(inside, values) === undefined);
  return unknown.length === 0 ? undefined : `the chart has no ${unknown.join(', ')}`;
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

describe.each(documents)('%s', (file) => {
  it('has commands that exist', () => {
    const problems = commandsOf(file).map((command) => ({ command, problem: problemOf(command) }));
    expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it('leads to files that are there', () => {
    const links = [...read(file).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });
});

it('knows a command that would not work', () => {
  expect(
    [
      'npm run no-such-thing',
      'npm start -- --no-such-option',
      'helm install capstan deploy/chart --set no.such=value',
      'kubectl apply -f deploy/no-such-file.yaml',
      'kubectl get "pods',
    ].map((command) => problemOf(command) !== undefined),
  ).toEqual([true, true, true, true, true]);
});

it('counts the commands of a stranger: at most five', () => {
  expect(commandsUnder('docs/install.md', 'Into a cluster, by one file').length).toBeLessThanOrEqual(5);
});

/** Texts of the first column of a document's tables. */
function firstColumn(file: string): string[] {
  return [...read(file).matchAll(/^\| `([^`]+)`/gm)].map(([, text = '']) => text);
}

it('troubleshooting.md quotes what the product says', () => {
  const words = [
    JSON.stringify(en).replaceAll('\\"', '"'),
    ...['server/catalog/net/failures.ts', 'server/web/sign-in-page.ts'].map(read),
  ].join('\n');
  const quoted = firstColumn('docs/troubleshooting.md');
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter((text) => !words.includes(text))).toEqual([]);
});

it('README.md leads to every document', () => {
  const readme = read('README.md');
  expect(documents.slice(1).filter((file) => !readme.includes(`](${file})`))).toEqual([]);
});
