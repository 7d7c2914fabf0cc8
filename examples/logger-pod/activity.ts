/** What a logger says, and what it is told. Pure. */
import { z } from 'zod';

/** A timer takes no longer pause than this; the schema of Logger allows less. */
const LONGEST_S = 2_147_483;

const Environment = z.object({
  LOGGER_NAME: z.string().min(1),
  LOGGER_INTERVAL: z.coerce.number().int().min(1).max(LONGEST_S),
  LOGGER_FILE: z.string().startsWith('/'),
  LOGGER_PREFIX: z.string().default(''),
  /** Where local mode keeps what a pod has at its `/`. */
  CAPSTAN_MOUNTS: z.string().default(''),
});

export interface LoggerSettings {
  readonly name: string;
  /** What each line begins with, if anything. */
  readonly prefix: string;
  readonly intervalMs: number;
  readonly file: string;
}

/** Throws ZodError, which names the variable, when one is absent or makes no sense. */
export function settingsFrom(environment: unknown): LoggerSettings {
  const given = Environment.parse(environment);
  return {
    name: given.LOGGER_NAME,
    prefix: given.LOGGER_PREFIX,
    intervalMs: given.LOGGER_INTERVAL * 1000,
    file: `${given.CAPSTAN_MOUNTS}${given.LOGGER_FILE}`,
  };
}

/** One line, whatever a name has in it. */
export function activityLine(
  { name, prefix }: Pick<LoggerSettings, 'name' | 'prefix'>,
  count: number,
  at: Date,
): string {
  const words = [at.toISOString(), prefix, `${name}: activity ${String(count)}`];
  return words
    .filter((word) => word !== '')
    .join(' ')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
