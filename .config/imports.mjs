/**
 * Checks the import rules: `node .config/imports.mjs`. Exit status 1 on a violation, and also when a room was not
 * looked at, since a check of nothing always passes.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import config from './dependency-cruiser.mjs';
import { ROOTS } from './rooms.mjs';

/**
 * @param {string} root folder that holds the rooms
 * @returns {Promise<{ modules: number, unchecked: string[], crowded: { folder: string, files: number }[], violations: { rule: string, from: string, to: string, comment: string }[] }>}
 *   `unchecked`: rooms on disk with code of which no module was looked at. `crowded`: folders with more files than anybody reads.
 */
export async function checkImports(root) {
  const { forbidden = [] } = config;
  const rooms = ROOTS.filter((room) => existsSync(join(root, room)));
  if (rooms.length === 0) return { modules: 0, unchecked: ROOTS, crowded: [], violations: [] };
  const { output } = await cruise(rooms, {
    ...config.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  const sources = output.modules
    .map(({ source }) => source)
    .filter((source) => rooms.some((room) => source.startsWith(`${room}/`)));
  return {
    modules: sources.length,
    unchecked: rooms.filter(
      (room) => holdsCode(join(root, room)) && !sources.some((s) => s.startsWith(`${room}/`)),
    ),
    crowded: rooms.flatMap((room) => crowdedFolders(root, room)),
    violations: output.summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      from,
      to: cycle === undefined ? to : cycle.map((step) => step.name).join(' → '),
      comment: forbidden.find(({ name }) => name === rule.name)?.comment ?? '',
    })),
  };
}

/** @param {string} folder */
function holdsCode(folder) {
  return readdirSync(folder, { recursive: true }).some((name) => /\.tsx?$/.test(String(name)));
}

/** Source files side by side in one folder; tests stand beside what they test and are not counted. */
const MOST_FILES = 30;

/** @param {string} root @param {string} room @returns {{ folder: string, files: number }[]} */
function crowdedFolders(root, room) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const entry of readdirSync(join(root, room), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsx?|mjs)$/.test(entry.name) || /\.(test|e2e)\./.test(entry.name)) continue;
    const folder = relative(root, entry.parentPath).replaceAll('\\', '/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, files]) => files > MOST_FILES).map(([folder, files]) => ({ folder, files }));
}

async function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { modules, unchecked, crowded, violations } = await checkImports(root);
  for (const { rule, from, to, comment } of violations)
    console.error(`${from} → ${to}\n  ${rule}: ${comment}`);
  for (const room of unchecked)
    console.error(`${room}: no module was looked at, so the check proves nothing`);
  for (const { folder, files } of crowded)
    console.error(
      `${folder}: ${String(files)} source files side by side; from ${String(MOST_FILES + 1)} on, make folders`,
    );
  console.log(`imports: ${String(modules)} modules, ${String(violations.length)} violations`);
  process.exitCode =
    violations.length > 0 || unchecked.length > 0 || crowded.length > 0 || modules === 0 ? 1 : 0;
}

if (import.meta.main) await main();
