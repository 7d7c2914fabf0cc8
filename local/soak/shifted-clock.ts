/**
 * Loaded before the code of every process of a soak: the wall clock that they see is shifted by what a file says, in
 * milliseconds. The machine's own clock cannot be set where others live by it. Timers and `performance.now()` go on as they
 * are, as they do when a real clock is set.
 */
import { readFileSync } from 'node:fs';

const file = process.env['CAPSTAN_SOAK_CLOCK'];
const RealDate = Date;
let shiftMs = 0;

function read(): void {
  try {
    shiftMs = Number(readFileSync(file ?? '', 'utf8')) || 0;
  } catch {
    // The soak has ended; whoever is still there goes by the real time.
    shiftMs = 0;
  }
}

const now = (): number => RealDate.now() + shiftMs;

if (file !== undefined) {
  read();
  setInterval(read, 250).unref();
  // A proxy, so that dates made elsewhere are still instances of it.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
    get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
