/** What the set-up of a test file begins. */
import { afterAll } from 'vitest';

/**
 * Ends what is put into it after the tests of the file or of the `describe` around it, last first; also when a test fails,
 * or the set-up half-way. So put each thing into it as soon as it has begun: `held.use(await startTestCluster())`.
 */
export function heldByFile(): AsyncDisposableStack {
  const held = new AsyncDisposableStack();
  afterAll(() => held.disposeAsync());
  return held;
}
