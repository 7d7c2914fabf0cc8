/** `npm run bench -- NAME`: runs the measurement in `bench/NAME.bench.ts`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { beginFigures } from './figures.ts';

/** What a measurement exports. */
const Measurement = z.object({
  /** One line for `--help`. */
  summary: z.string(),
  /** Measures and prints; gets the arguments after the name. */
  bench: z.custom<(args: readonly string[]) => Promise<void>>((value) => typeof value === 'function'),
});

const SUFFIX = '.bench.ts';

function names(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort();
}

async function load(name: string): Promise<z.infer<typeof Measurement>> {
  const module: unknown = await import(pathToFileURL(join(import.meta.dirname, `${name}${SUFFIX}`)).href);
  return Measurement.parse({ ...Object(module) });
}

async function help(): Promise<string> {
  const lines = await Promise.all(
    names().map(async (name) => `  ${name.padEnd(12)} ${(await load(name)).summary}\n`),
  );
  return `Usage: npm run bench -- NAME [options]\n\nMeasurements:\n${lines.join('') || '  (none yet)\n'}`;
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    process.stdout.write(await help());
    return name === undefined ? 2 : 0;
  }
  if (!names().includes(name)) {
    process.stderr.write(`There is no measurement "${name}".\n\n${await help()}`);
    return 2;
  }
  const keepFigures = beginFigures(name, args);
  await (await load(name)).bench(args);
  keepFigures();
  // A measurement that misses its goal says so there.
  return Number(process.exitCode ?? 0);
}

// A missed goal has said so by itself.
const code = await main(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
