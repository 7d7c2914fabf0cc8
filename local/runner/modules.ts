/** What the process runner may run at all: this table, and nothing a cluster says. */
import { fileURLToPath } from 'node:url';

export interface RunnableModule {
  /** The program, below `examples/`. */
  readonly entry: string;
  /**
   * Environment variables that a pod template may set. A list of what is allowed, not of what is forbidden: one
   * forgotten name (NODE_OPTIONS, LD_PRELOAD) would let a cluster run its own code here.
   */
  readonly env: readonly string[];
}

const OPERATOR_ENV = ['OPERATOR_VERSION', 'OPERATOR_CONDITION_NAME', 'POD_NAMESPACE', 'WATCH_NAMESPACE'];

export const MODULES: ReadonlyMap<string, RunnableModule> = new Map([
  ['flight-ticket', { entry: program('flight-ticket'), env: OPERATOR_ENV }],
  ['logger-operator', { entry: program('logger'), env: [...OPERATOR_ENV, 'RELATED_IMAGE_LOGGER'] }],
  // What it makes pods of.
  [
    'logger',
    {
      entry: program('logger-pod'),
      env: ['LOGGER_FILE', 'LOGGER_INTERVAL', 'LOGGER_NAME', 'LOGGER_PREFIX'],
    },
  ],
]);

function program(folder: string): string {
  return fileURLToPath(new URL(`../../examples/${folder}/main.ts`, import.meta.url));
}
