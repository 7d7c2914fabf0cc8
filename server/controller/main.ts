/**
 * Process entry of the controller. The catalog service listens before the rest is loaded: whoever opens the console sees
 * what can be installed while the controller is still on its way to the cluster.
 */
import { enableCompileCache } from 'node:module';
import { extname, join } from 'node:path';

// What was compiled once is kept beside the bundle, where that can be written.
const isBundle = extname(import.meta.filename) === '.js';
if (isBundle) enableCompileCache(join(import.meta.dirname, 'compiled'));

// Not imported above: it would be compiled before.
await import('./start.ts');
