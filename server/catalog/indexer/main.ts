/**
 * Process entry of the reader of catalogs. It is started by the controller, does one job after the other as they are sent
 * to it and ends with its parent.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { extname, join } from 'node:path';

// What was compiled once is kept beside the bundle, where that can be written; so all else is imported after this.
if (extname(import.meta.filename) === '.js') enableCompileCache(join(import.meta.dirname, 'compiled'));
const [{ Job }, { runJob }] = await Promise.all([import('./job.ts'), import('./run-job.ts')]);

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  void runJob(Job.parse(message)).then((outcome) => process.send?.(outcome, () => flushCompileCache()));
});
