/** `npm run new-operator -- Gadget`: lays out an operator that works, to be made yours. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { endRunning, run } from '../cluster/run.ts';
import { filesOf, filled, namesOf, problemOf, withModule } from './layout.ts';
import type { NewOperator } from './layout.ts';

const USAGE = `Lays out a new operator: its kind, what it decides, its program, its bundle and their tests.

  npm run new-operator -- KIND [--group GROUP]

  KIND           such as Gadget
  --group GROUP  its API group, a domain of yours (default: example.com)
  --help         this text

It is written into examples/, into the sample catalog, and into the table of what local mode runs.
`;

const ROOT = join(import.meta.dirname, '..', '..');
const TABLE = join(ROOT, 'local/runner/modules.ts');
const TEMPLATES = join(import.meta.dirname, 'template');

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { group: { type: 'string', default: 'example.com' }, help: { type: 'boolean', default: false } },
  });
  const [kind, more] = positionals;
  if (values.help || kind === undefined || more !== undefined) {
    (values.help ? process.stdout : process.stderr).write(USAGE);
    return values.help ? 0 : 2;
  }
  const asked = { kind, group: values.group };
  const problem = problemOf(asked) ?? (await layOut(asked));
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    return 1;
  }
  const { folder } = namesOf(kind);
  process.stdout.write(
    `${kind} lies in examples/${folder} and examples/catalog/${folder}. Try it:\n\n` +
      `  npm run unit -- examples/${folder}\n  npm start\n\nHow it works: docs/controllers.md\n`,
  );
  return 0;
}

/** Resolves to the reason, for people, where nothing was written. */
async function layOut(asked: NewOperator): Promise<string | undefined> {
  const files = [...filesOf(asked)].map(([template, path]) => ({ template, path: join(ROOT, path) }));
  const taken = files.find(({ path }) => existsSync(path))?.path;
  if (taken !== undefined) return `${taken} is there already. Choose another name, or remove it.`;
  const table = withModule(readFileSync(TABLE, 'utf8'), asked.kind);
  if (table === undefined) return `${TABLE} has no place for it, or has it already. Choose another name.`;
  for (const { template, path } of files)
    await write(path, filled(readFileSync(join(TEMPLATES, template), 'utf8'), asked));
  await write(TABLE, table);
  await definitionsOf(asked);
  return undefined;
}

async function write(path: string, text: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

/** From the kind itself, as after each change of it. */
async function definitionsOf({ kind, group }: NewOperator): Promise<void> {
  const { folder, plural } = namesOf(kind);
  const manifests = join(ROOT, `examples/catalog/${folder}/1.0.0/manifests`);
  const program = join(ROOT, 'examples/kit/definition-yaml.ts');
  await run(process.execPath, [program, join(ROOT, `examples/${folder}/kinds.ts`), manifests]);
  const path = join(manifests, `${group}_${plural}.yaml`);
  await write(path, readFileSync(path, 'utf8'));
}

try {
  process.exitCode = await main();
} finally {
  endRunning();
}
