import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const module = pathToFileURL(join(import.meta.dirname, 'give-back.ts')).href;

it('gives back what a burst of work took, once there is no more', async () => {
  const script = `
    import { getHeapStatistics } from 'node:v8';
    import { giveBackWhenIdle } from ${JSON.stringify(module)};
    const held = () => getHeapStatistics().total_heap_size;
    let kept = Array.from({ length: 300_000 }, (_, at) => ({ at, text: String(at) }));
    const most = held();
    kept = undefined;
    giveBackWhenIdle(50);
    // As a server's, something keeps the process alive.
    const timer = setInterval(() => {
      if (held() > most / 2) return;
      clearInterval(timer);
      console.log('given back');
    }, 20);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('given back\n');
});
