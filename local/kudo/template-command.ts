/** `template`: what a package would bring into a cluster. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nearest } from '#lib/base/spelling.ts';
import { DEPLOY_PLAN } from '#lib/kudo/api/labels.ts';
import { defaultInstanceName } from '#lib/kudo/api/names.ts';
import type { KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { packageObjects } from '#lib/kudo/package/objects.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { invalidParameters, type ParameterTexts } from '#lib/kudo/parameters/check.ts';
import { givenValues, type ValuesFile } from '#lib/kudo/parameters/given.ts';
import { YAML_SIZE } from '#lib/kudo/yaml/read.ts';
import { callersPath, Misuse, OK, onlyOne, say, WRONG } from './author-line.ts';
import { readSource } from './read-source.ts';
import { type RenderedTemplate, renderedTasks } from '#lib/kudo/verify/rendered-tasks.ts';

function optionsOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      parameter: { type: 'string', short: 'p', multiple: true, default: [] },
      'parameter-file': { type: 'string', short: 'P', multiple: true, default: [] },
      instance: { type: 'string' },
      namespace: { type: 'string', default: 'default' },
      plan: { type: 'string' },
      format: { type: 'string', short: 'o', default: 'yaml' },
      output: { type: 'string' },
    },
  });
  const { format, output } = values;
  if (format !== 'yaml' && format !== 'json') throw new Misuse('-o takes yaml or json.');
  if (format === 'json' && output !== undefined) throw new Misuse('--output goes with -o yaml alone.');
  return { ...values, format, path: onlyOne(positionals, 'folder or archive') };
}

type Options = ReturnType<typeof optionsOf>;

/** @returns exit code */
export async function templateCommand(args: string[]): Promise<number> {
  const options = optionsOf(args);
  const version = await versionAt(options.path);
  const given = givenValues(options.parameter, await valuesFiles(options['parameter-file']));
  const problems = 'problems' in given ? given.problems : valueProblems(version, given.values);
  if ('problems' in given || problems.length > 0) {
    say(problems, process.stderr);
    return WRONG;
  }
  const all = renderedTasks({
    ...{ version, parameters: given.values, namespace: options.namespace },
    name: options.instance ?? defaultInstanceName(version.spec.operator.name ?? ''),
    plans: plansOf(version, options.plan),
  });
  await show(all, options);
  const failures = all.flatMap(({ task, template, problem }) =>
    problem === undefined ? [] : [`${options.path}: task ${task}, template ${template}: ${problem}`],
  );
  say(failures, process.stderr);
  return failures.length > 0 ? WRONG : OK;
}

async function show(all: readonly RenderedTemplate[], { output, format }: Options): Promise<void> {
  if (output !== undefined) return writeEach(output, all);
  process.stdout.write(format === 'json' ? `${JSON.stringify(all, undefined, 2)}\n` : asYaml(all));
}

async function versionAt(path: string): Promise<KudoOperatorVersion> {
  const { files } = await readSource(callersPath(path));
  try {
    return packageObjects(readPackage(files)).version;
  } catch (error) {
    throw error instanceof BadPackage ? new Error(`${path}/${error.message}`, { cause: error }) : error;
  }
}

async function valuesFiles(paths: readonly string[]): Promise<ValuesFile[]> {
  const files: ValuesFile[] = [];
  for (const name of paths) {
    const path = callersPath(name);
    if ((await stat(path)).size > YAML_SIZE)
      throw new Error(`${name} is larger than ${String(YAML_SIZE)} bytes`);
    files.push({ name, text: await readFile(path, 'utf8') });
  }
  return files;
}

function valueProblems(version: KudoOperatorVersion, values: ParameterTexts): string[] {
  const known = version.spec.parameters.map(({ name }) => name);
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [invalidParameters(version, values) ?? []].flat();
  return unknown.map((name) => {
    const meant = nearest(name, known);
    return `the operator has no parameter "${name}"${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  });
}

/** All, `deploy` first, or the one that is asked for. */
function plansOf({ spec }: KudoOperatorVersion, wanted: string | undefined): string[] {
  const all = Object.keys(spec.plans);
  if (wanted === undefined) return [...new Set([DEPLOY_PLAN, ...all])].filter((name) => all.includes(name));
  if (!all.includes(wanted)) throw new Misuse(`There is no plan ${wanted}, but ${all.join(', ')}.`);
  return [wanted];
}

const WORDS: Readonly<Record<RenderedTemplate['kind'], string>> = {
  Apply: 'applied',
  Delete: 'deleted',
  Toggle: 'applied or deleted, as its parameter says',
  Pipe: 'a pod that is read',
  KudoOperator: 'parameters of another operator',
  Dummy: 'nothing',
};

/** Documents of objects; parameters of other operators stand there as comments. */
function asYaml(all: readonly RenderedTemplate[]): string {
  return all
    .flatMap(({ text, holds, ...of }) => {
      if (text === undefined) return [];
      const title = `# ${of.template}: task ${of.task} (${WORDS[of.kind]}) of ${of.plan}/${of.phase}/${of.step}`;
      const body = text.replace(/^\s*---[ \t]*\n/, '').replace(/\n*$/, '\n');
      const shown = holds === 'objects' ? body : body.replace(/^(?=[^])/gm, '# ');
      return [`---\n${title.replaceAll(/\s+/g, ' ')}\n${shown}`];
    })
    .join('');
}

/** `<task>/<template>`. Names of tasks may hold anything, those of templates come from the paths of a package. */
async function writeEach(folder: string, all: readonly RenderedTemplate[]): Promise<void> {
  const written = new Map<string, string>();
  for (const { task, template, text } of all) {
    if (text === undefined) continue;
    const path = join(folder, task.replaceAll(/[^\w.-]/g, '-').replace(/^\.+/, '-'), template);
    if ((written.get(path) ?? task) !== task)
      throw new Error(`two tasks would be written to ${path}; rename one of them`);
    written.set(path, task);
    await mkdir(dirname(callersPath(path)), { recursive: true });
    await writeFile(callersPath(path), text);
  }
  say([...written.keys()]);
}
