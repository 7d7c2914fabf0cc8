// Plain JavaScript for Node 18: the bootstrap runs before the pinned Node is there.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';

/**
 * One entry of a package-lock.json. Source: npm's documentation of package-lock.json, `packages`.
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage>, dependencies?: Record<string, string> }} Lock
 */

/** A sentence for the user: printed without a stack. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * Makes node_modules hold what package-lock.json says, and the pinned Node run.
 * @param {string} root
 * @param {{ install: boolean }} options install: fetch what is missing instead of saying so
 * @returns {Promise<string>} path of the pinned Node
 */
export async function ensurePackages(root, options) {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (isStamped(root)) return pinned;
  if (!isInstalled(root)) {
    if (!options.install) {
      throw new SetupError(
        'The npm packages are missing or out of date: run "npm ci" first ("npm start" and "npm test" do it themselves).',
      );
    }
    await withLock(join(root, '.cache', 'npm-ci.lock'), sayWaiting, async () => {
      if (!isInstalled(root)) await install(root);
    });
  }
  checkPinnedNode(root, pinned);
  writeFileSync(stampFile(root), lockHash(root));
  return pinned;
}

/** @param {number} pid */
function sayWaiting(pid) {
  process.stderr.write(`  another process (${pid}) is installing the npm packages; waiting for it\n`);
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.capstan-packages');
}

/** @param {string} root */
function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** @param {string} root */
function isStamped(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === lockHash(root);
}

/**
 * Packages put there by hand (`npm ci`, `npm install`) carry no stamp of ours: npm's own record tells.
 * @param {string} root
 */
function isInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  return matchesLock(readJson(join(root, 'package-lock.json')), readJson(record));
}

/**
 * @param {string} path
 * @returns {Lock}
 */
function readJson(path) {
  /** @type {unknown} */
  const content = JSON.parse(readFileSync(path, 'utf8'));
  return /** @type {Lock} */ (content);
}

/**
 * Of the Node that package.json asks for, without the "v".
 * @param {string} root
 */
export function pinnedVersion(root) {
  return readJson(join(root, 'package.json')).dependencies?.['node'] ?? '';
}

/**
 * Whether every locked package is installed in its locked version; optional ones are for other platforms as well.
 * @param {Lock} lock
 * @param {Lock} installed
 */
export function matchesLock(lock, installed) {
  return Object.entries(lock.packages ?? {}).every(([path, wanted]) => {
    if (path === '' || wanted.link === true) return true;
    const there = installed.packages?.[path];
    if (there === undefined) return wanted.optional === true || wanted.devOptional === true;
    return there.version === wanted.version;
  });
}

/** @param {string} root */
async function install(root) {
  await withProgress('installing npm packages', () => {
    const [file, ...args] = npmCommand(process.env['npm_execpath']);
    const flags = ['ci', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline', '--loglevel=error'];
    // node_modules goes away while npm runs, so neither npm nor its scripts may be run by the Node in there.
    const path = pathWithoutPackages(process.env['PATH'] ?? '', root);
    return new Promise((resolve, reject) => {
      const child = spawn(file, [...args, ...flags], {
        cwd: root,
        env: { ...process.env, PATH: path },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      child.stdout.on('data', (text) => (output += String(text)));
      child.stderr.on('data', (text) => (output += String(text)));
      child.on('error', (error) => reject(new SetupError(`npm does not start: ${error.message}`)));
      child.on('close', (code) => {
        if (code === 0) resolve(undefined);
        else reject(new SetupError(`"npm ci" failed (exit code ${String(code)}):\n${output.trimEnd()}`));
      });
    });
  });
}

/**
 * The npm that started us, or the first on PATH; another package manager would not read our lock file.
 * @param {string | undefined} execPath
 * @returns {[string, ...string[]]}
 */
export function npmCommand(execPath) {
  return execPath !== undefined && /npm-cli\.c?js$/.test(execPath) ? ['node', execPath] : ['npm'];
}

/**
 * @param {string} path
 * @param {string} root
 */
export function pathWithoutPackages(path, root) {
  return path
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')))
    .join(delimiter);
}

/**
 * @param {string} root
 * @param {string} pinned
 */
function checkPinnedNode(root, pinned) {
  const wanted = pinnedVersion(root);
  const { status, stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
  if (status === 0 && stdout.trim() === `v${wanted}`) return;
  throw new SetupError(
    `The Node that Capstan runs on (${wanted}, from the npm package "node") is not there, because npm did not run ` +
      'that package\'s install script (setting "ignore-scripts"). ' +
      'Run "npm rebuild node --ignore-scripts=false" once, then try again.',
  );
}
