/** `npm run image`: builds the image with the container engine that is there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { executables } from '../cluster/executables.ts';
import { runAttached } from './attached.ts';
import { buildArguments, ENGINES, type Engine } from './engine.ts';

const HELP = `Usage: npm run image -- [options]

Builds the image of Capstan, which holds both of its processes, from the Dockerfile: with docker, podman or buildah,
whichever is found first. Push it with that engine's own command.

  --tag NAME     name of the image, with its tag (default: capstan:VERSION)
  --engine NAME  docker, podman or buildah
  --base NAME    image to build on in the place of Node's own, which has to hold the same Node, and npm
  --help         this text

npm's configuration (.npmrc in the home folder) and what NODE_EXTRA_CA_CERTS names are given to the build as secrets, and
are no part of the image.
`;

const root = join(import.meta.dirname, '..', '..');
const text = { type: 'string' } as const;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { tag: text, engine: text, base: text, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const engine = engineOf(values.engine);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const npmrc = join(homedir(), '.npmrc');
  const tag = values.tag ?? `capstan:${version}`;
  const order = {
    ...{ tag, version, revision: revision(), base: values.base },
    npmrc: existsSync(npmrc) ? npmrc : undefined,
    authorities: process.env['NODE_EXTRA_CA_CERTS'],
  };
  const code = await runAttached(engine, buildArguments(engine, order), root);
  if (code === 0) process.stdout.write(`${tag} is built with ${engine}.\n`);
  return code;
}

function engineOf(asked: string | undefined): Engine {
  const candidates = ENGINES.filter((name) => asked === undefined || name === asked);
  const found = candidates.find((name) => executables([name]).length > 0);
  if (found !== undefined) return found;
  const names =
    candidates.length === 0 ? `No engine is called ${asked ?? ''}; there is` : 'No engine was found: install';
  throw new Error(`${names} ${ENGINES.join(', ')}.`);
}

function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    // Not a clone.
    return 'unknown';
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
