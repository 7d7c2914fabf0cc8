/** vitest loads this before each file of tests: in the deep size all random choices begin at the seed that was printed. */
import { isDeep, seedOr } from './effort.ts';

if (isDeep) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: seedOr(0) });
}
