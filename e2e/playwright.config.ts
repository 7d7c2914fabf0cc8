import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { sandboxArgs } from '../local/test/chromium.ts';
import type { CapstanOptions } from './fixtures/capstan.ts';

const root = join(import.meta.dirname, '..');

/** Quiet and self-contained: the browser asks nobody but the console under test. */
const browserArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name that somebody else holds, and turns round to this machine; see hostile.e2e.ts.
  '--host-resolver-rules=MAP evil.test 127.0.0.1',
  ...sandboxArgs,
];

/**
 * Journeys through the console on a real cluster; run by `npm run e2e`, which finds the browser and builds the pages.
 * Each worker has a cluster of its own.
 */
export default defineConfig<object, CapstanOptions>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: join(root, 'test-results'),
  reporter: [['list'], ['json']],
  // Two keep two cores busy; a third makes all of them slower.
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Limits only for what hangs: a busy machine must not fail a test.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    // A spinner asks for sixty frames a second of a browser without a graphics card, all the while a test waits.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    // Traces take two fifths of the time on top; `npm run e2e -- FILE --trace on` makes one of what failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CAPSTAN_CHROMIUM'] ?? '/usr/bin/chromium',
      args: browserArgs,
    },
  },
});
