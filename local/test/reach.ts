/**
 * What the outcome of a test file can depend on. Pure. A result is kept only as long as none of it changes, so in doubt
 * the answer is "everything".
 */
import type { ImportGraph } from './closure.ts';
import { closureOf } from './closure.ts';

export type Reach =
  /** Its modules alone: none of them can read a file, start a process or reach the network. */
  | { readonly kind: 'modules'; readonly files: readonly string[] }
  /** Anything of the servers and what starts them, but no page. */
  | { readonly kind: 'servers' }
  | { readonly kind: 'tree' };

/** Ways out of a module's own world. */
const WAYS_OUT =
  /^(fs|fs\/promises|child_process|cluster|worker_threads|module|net|tls|dns|dgram|https?|http2|os|inspector|vm|wasi)(\/|$)/;

/** Reads nothing but shared data, which is in every key. */
const TRUSTED: ReadonlySet<string> = new Set(['local/testing/shared-data.ts']);

/** Rooms that neither import the pages nor read them: see `rooms.mjs`, and `guard-reads.ts`, which holds tests to it. */
export const SERVER_ROOMS: readonly string[] = [
  'server/',
  'lib/',
  'examples/',
  'local/bootstrap/',
  'local/cluster/',
  'local/runner/',
  'local/start/',
  'local/testing/',
];

/** What of the tree those rooms can reach. */
export const SERVER_SOURCES: readonly string[] = [
  '.config',
  'deploy',
  'examples',
  'lib',
  'local',
  'messages',
  'package-lock.json',
  'package.json',
  'server',
  'tsconfig.json',
];

/** Folders of pages, which no test of those rooms may look into. */
export const PAGE_ROOMS: readonly string[] = ['app/', 'components/', 'e2e/', 'bench/', 'public/'];

const isIn = (rooms: readonly string[], file: string): boolean => rooms.some((room) => file.startsWith(room));

export function reachOf(graph: ImportGraph, file: string): Reach {
  const files = closureOf(graph, file);
  const getsOut = files.some(
    (one) => !TRUSTED.has(one) && (graph.get(one)?.builtins ?? []).some((name) => WAYS_OUT.test(name)),
  );
  if (!getsOut) return { kind: 'modules', files };
  if (isIn(SERVER_ROOMS, file) && !files.some((one) => isIn(PAGE_ROOMS, one))) return { kind: 'servers' };
  return { kind: 'tree' };
}
