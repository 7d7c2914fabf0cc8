import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { textGroups } from './text-groups.ts';

const root = join(import.meta.dirname, '..');
/** As `local/testing/effort.ts` says it. */
const isDeep = process.env['CAPSTAN_DEEP'] === '1';
const ignored = ['**/node_modules/**', '.next/**', 'dist/**', '.cache/**', 'e2e/**'];

/**
 * Two projects: `unit` is pure and quick; `int` talks to a real control plane, which it starts once for all its files.
 * Run one by `--project unit`, one file by naming it.
 */
export default defineConfig({
  root,
  plugins: [textGroups],
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Two keep two cores busy; without a word vitest leaves one of them free.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Limits only for what hangs, here and below: a busy machine must not fail a test.
    expect: { poll: { timeout: 90_000 } },
    setupFiles: ['./local/testing/guard-reads.ts', './local/testing/deep-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.int.test.ts'],
          environment: 'node',
          testTimeout: isDeep ? 1_800_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          environment: 'node',
          globalSetup: ['./local/testing/global-setup.ts'],
          testTimeout: isDeep ? 1_800_000 : 300_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
