// The entry of the image: `web` and `controller` with their options, or `healthy`, by which a container engine asks.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = import.meta.dirname;
const [, , command, ...rest] = process.argv;

if (command === 'web' || command === 'controller') {
  const program = join(root, 'dist', command, 'main.js');
  process.argv = [process.argv[0] ?? 'node', program, ...rest];
  await import(pathToFileURL(program).href);
} else if (command === 'healthy') {
  process.exitCode = (await anyHealthy([9000, 9080])) ? 0 : 1;
} else {
  process.stderr.write('Usage: web [options] | controller [options]; each explains itself with --help.\n');
  process.exitCode = 2;
}

/**
 * @param {readonly number[]} ports where the two listen unless they are told otherwise
 * @returns {Promise<boolean>}
 */
async function anyHealthy(ports) {
  const answers = await Promise.all(
    ports.map(async (port) => {
      try {
        const url = `http://127.0.0.1:${String(port)}/healthz`;
        return (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok;
      } catch {
        return false;
      }
    }),
  );
  return answers.includes(true);
}
