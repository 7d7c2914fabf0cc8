/** `npm run build`: the production build of pages and servers, if there is not one of the present sources. */
import { ensureBuild } from './build.ts';
import { ensureServers } from './servers.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    `Usage: npm run build -- [--servers]

Builds the pages of the console and bundles its two servers, unless nothing has changed since.

  --servers  the servers only
`,
  );
} else {
  try {
    await (process.argv.includes('--servers') ? ensureServers() : ensureBuild());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
