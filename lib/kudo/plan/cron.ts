/** When something runs by the clock: the five fields of cron, in UTC. */
import { Cron } from 'croner';

/** The schedule, or what is wrong with the text. */
export type CronReading = { cron: Cron } | { problem: string };

/** Nothing is started by it. */
export function readCron(text: string): CronReading {
  try {
    return { cron: new Cron(text, { timezone: 'Etc/UTC', mode: '5-part', paused: true }) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
