/** `npm run cluster -- up|down|status|kubeconfig [--name N]`. Results go to stdout, progress to stderr. */
import { parseArgs } from 'node:util';
import { withProgress } from '../bootstrap/progress.mjs';
import { clusterState, downCluster, listClusters, stopCluster, upCluster } from './cluster.ts';
import { ensureBinaries } from './binaries.ts';
import { pinReleases } from './pin-releases.ts';
import { checkMirror } from './releases.ts';
import { fail } from '../failure.ts';

const HELP = `Throwaway Kubernetes clusters on this machine (real API server, simulated nodes).

Usage: npm run cluster -- COMMAND [--name NAME]

  up          make the cluster, or resume it, or start what of it has died
  stop        stop its processes and keep its data
  down        stop it and remove everything it left
  status      tell whether it runs (without --name: all clusters)
  kubeconfig  print the path of its kubeconfig, and nothing else
  pin-releases  look up the sums of the publishers' files and write them down, for those who change versions

Options:
  --name NAME  which cluster (default: capstan)
  --audit      up: let a new cluster write an audit log
  --mirror URL up, pin-releases: fetch the programs from here instead of their publishers' hosts; it has each file
               under the host and path of the original (default: CAPSTAN_MIRROR)
  --help       this text
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      audit: { type: 'boolean' },
      mirror: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help === true) return print(HELP);
  if (command === undefined || rest.length > 0) {
    process.stderr.write(HELP);
    return 2;
  }
  if (values.mirror !== undefined) process.env['CAPSTAN_MIRROR'] = checkMirror(values.mirror);
  return carryOut(command, values.name, values.audit === true);
}

async function carryOut(command: string, given: string | undefined, audit: boolean): Promise<number> {
  const name = given ?? 'capstan';
  switch (command) {
    case 'up':
      return up(name, audit);
    case 'stop':
      await stopCluster(name);
      return 0;
    case 'down':
      return down(name);
    case 'status':
      return status(given === undefined ? listClusters() : [given]);
    case 'kubeconfig':
      return kubeconfig(name);
    case 'pin-releases':
      return pin();
    default:
      process.stderr.write(`There is no command "${command}".\n\n${HELP}`);
      return 2;
  }
}

async function up(name: string, audit: boolean): Promise<number> {
  // Said before the cluster's own progress line: building may take minutes and has lines of its own.
  await ensureBinaries({ say: (line) => process.stderr.write(`  ${line}\n`) });
  const cluster = await withProgress(`starting the cluster "${name}"`, () => upCluster({ name, audit }));
  return print(
    [
      `The cluster "${name}" ${cluster.created ? 'is made and' : ''} runs at ${cluster.server}`.replace(
        '  ',
        ' ',
      ),
      `kubeconfig: ${cluster.kubeconfig}`,
      ...(cluster.auditLog === undefined ? [] : [`audit log: ${cluster.auditLog}`]),
      '',
    ].join('\n'),
  );
}

async function down(name: string): Promise<number> {
  const existed = await downCluster(name);
  return print(existed ? `The cluster "${name}" is gone.\n` : `There is no cluster "${name}".\n`);
}

function status(names: readonly string[]): number {
  if (names.length === 0) return print('There are no clusters; "npm run cluster -- up" makes one.\n');
  let healthy = true;
  for (const name of names) {
    const found = clusterState(name);
    healthy &&= found.state === 'running';
    if (found.state === 'absent') print(`${name}: absent\n`);
    else if (found.state === 'broken') print(`${name}: broken (not running: ${found.missing.join(', ')})\n`);
    else print(`${name}: ${found.state} (${found.cluster.server})\n`);
  }
  return healthy ? 0 : 1;
}

function kubeconfig(name: string): number {
  const found = clusterState(name);
  if (found.state !== 'absent') return print(`${found.cluster.kubeconfig}\n`);
  process.stderr.write(`There is no cluster "${name}"; "npm run cluster -- up --name ${name}" makes it.\n`);
  return 1;
}

async function pin(): Promise<number> {
  const unknown = await pinReleases();
  for (const url of unknown) process.stderr.write(`unknown: ${url}\n`);
  return unknown.length === 0 ? 0 : 1;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  fail(error);
}
