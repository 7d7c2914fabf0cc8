/** The command line of `npm run soak`. */
import { parseArgs } from 'node:util';

export const usage = `Runs Capstan as "npm start" does, with an operator, an instance and an open browser, and watches whether all of it stays
well while things go wrong around it.

Usage: npm run soak -- [options]

  --minutes N   for how long (default: 60, at least 2); below 15, all that goes wrong is shortened
  --help        this text

The cluster is one of its own and gone afterwards. The table at the end tells for how many seconds something was unhealthy
outside of faults, how long each fault took to heal, and what grew: memory, handles, logs, disk, watches, delays of event
loops. Exit code 1: something was not well. Needs Linux, and Chromium as the browser tests do.
`;

export type SoakOptions = { readonly kind: 'help' } | { readonly kind: 'run'; readonly minutes: number };

/** Throws a sentence for the user when the options make no sense. */
export function parseSoak(argv: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      minutes: { type: 'string', default: '60' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { kind: 'help' };
  const minutes = Number(values.minutes);
  if (!(minutes >= 2 && minutes <= 10_080)) {
    throw new Error(`--minutes "${values.minutes}" is not a number from 2 to 10080 (a week).`);
  }
  return { kind: 'run', minutes };
}
