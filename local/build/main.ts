/** `npm run build`: the production build of the console's pages, if there is not one of the present sources. */
import { ensureBuild } from './build.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm run build\n\nBuilds the pages of the console, unless nothing has changed since.\n',
  );
} else {
  try {
    await ensureBuild();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
