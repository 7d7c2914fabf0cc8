// Plain JavaScript for Node 18 and later: `npm start` and `npm test` begin here, on whatever Node there is, before any
// package is installed. The rest runs on the Node that package.json pins. The scripts there say `exec`, because the shell
// between npm and us would otherwise keep npm's signals to itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands } from './commands.mjs';
import { ensurePackages, pinnedVersion, SetupError } from './packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
async function main(name, args) {
  const command = commands[name];
  if (command === undefined) throw new SetupError(`There is no command "${name}".`);
  const pinned = await ensurePackages(root, { install: command.installs === true });
  if (!existsSync(join(root, command.file))) throw new SetupError(`${command.file} is not there (yet).`);
  process.chdir(root);
  process.env['NEXT_TELEMETRY_DISABLED'] = '1';
  const program = await runnable(pinned, command, args);
  if (typeof program === 'number') return exit(program);
  const all = [...(command.args ?? []), ...args];
  if (isPinned() && process.execve !== undefined) {
    // The program takes this process over: one less to keep, and none between a signal and who handles it.
    process.execve(pinned, [pinned, program, ...all], process.env);
  }
  exit(await runOn(pinned, [program, ...all]));
}

/**
 * The file to run, or the exit code of the build that failed.
 * @param {string} pinned
 * @param {import('./commands.mjs').Command} command
 * @param {readonly string[]} args
 * @returns {Promise<string | number>}
 */
async function runnable(pinned, { file, bundle }, args) {
  const fromSource = ['--help', '-h', '--dev'].some((flag) => args.includes(flag));
  if (bundle === undefined || fromSource) return join(root, file);
  const [program = '', ...flags] = bundle.build;
  const code = await runOn(pinned, [join(root, program), ...flags]);
  return code === 0 ? join(root, bundle.file) : code;
}

function isPinned() {
  return process.version === `v${pinnedVersion(root)}`;
}

/**
 * @param {string} pinned
 * @param {readonly string[]} args
 * @returns {Promise<number>} exit code, as shells count it when a signal ended the process
 */
function runOn(pinned, args) {
  const child = spawn(pinned, args, { stdio: 'inherit' });
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both of us; a second one would mean "at once" to some tools.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}

/** @param {number} code */
function exit(code) {
  process.exitCode = code;
}

try {
  const [name = '', ...args] = process.argv.slice(2);
  await main(name, args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
