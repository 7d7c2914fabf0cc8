/** `npm run manifests`: makes the files of `deploy/` that follow from the chart. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureHelm } from './helm.ts';
import { ownBundle } from './own-bundle.ts';
import { BUNDLE, rendered, renderings } from './render.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    `Usage: npm run manifests

Renders deploy/chart with Helm, which is built with Go the first time: deploy/install.yaml, for kubectl apply, and
deploy/golden/*.yaml, one for each *.values.yaml there; and from one of these deploy/bundle, Capstan as a bundle of OLM's
format. Run it after each change of the chart; tests refuse old files.
`,
  );
} else {
  try {
    const helm = await ensureHelm();
    for (const rendering of renderings()) {
      writeFileSync(rendering.file, await rendered(helm, rendering));
      process.stdout.write(`${relative(process.cwd(), rendering.file)}\n`);
    }
    rmSync(BUNDLE.folder, { recursive: true, force: true });
    for (const [path, text] of ownBundle()) {
      const file = join(BUNDLE.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    process.stdout.write(`${relative(process.cwd(), BUNDLE.folder)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
