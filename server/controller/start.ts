/** From the command line to a controller that runs. Standard output carries the ready line and nothing else. */
import { setTimeout as delay } from 'node:timers/promises';
import { startCatalogs, type Catalogs } from './catalogs.ts';
import { FlagError, parseFlags, requireSecret, USAGE, type GivenFlags } from './flags.ts';

const USAGE_EXIT = 2;
/** So long the rest waits for the first question: nothing is answered while it is loaded. */
const FIRST_QUESTION_MS = 50;

async function main(args: readonly string[]): Promise<number> {
  const given = parseFlags(args);
  if (given.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const catalogs = await earlyCatalogs(given);
  const { serve } = await import('./serve.ts');
  await serve(given, catalogs);
  return 0;
}

/** Catalogs that need nothing of the cluster, as the command line says all of them; else they come after it. */
async function earlyCatalogs(given: GivenFlags): Promise<Catalogs | undefined> {
  const { namespace, 'cache-dir': directory } = given;
  if (namespace === undefined || directory === undefined || given['console-secrets']) return undefined;
  const catalogSecret = process.env['CAPSTAN_CATALOG_SECRET'];
  requireSecret(given, catalogSecret);
  const catalogs = await startCatalogs({ flags: { ...given, namespace }, directory, catalogSecret });
  await Promise.race([catalogs.asked, delay(FIRST_QUESTION_MS)]);
  return catalogs;
}

async function fail(error: unknown): Promise<never> {
  const isUsage = error instanceof FlagError;
  const { asKubeError, isKubeError } = await import('#server/kube/errors.ts');
  const text = isKubeError(error)
    ? error.publicMessage
    : isUsage
      ? error.message
      : asKubeError(error).message;
  process.stderr.write(`capstan-controller: ${text}\n${isUsage ? 'See --help.\n' : ''}`);
  process.exit(isUsage ? USAGE_EXIT : 1);
}

main(process.argv.slice(2)).then((code) => process.exit(code), fail);
