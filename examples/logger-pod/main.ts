/** What runs in each pod of a Logger: a line every interval, to the pod's log and to a file in a folder that it mounts. */
import { setTimeout as pause } from 'node:timers/promises';
import { untilSignalled } from '../kit/signals.ts';
import { openActivityFile } from './activity-file.ts';
import { activityLine, settingsFrom } from './activity.ts';

const settings = settingsFrom(process.env);
const signal = untilSignalled();
const keep = openActivityFile(settings.file, (error) => {
  console.error(`cannot write ${settings.file}: ${String(error)}`);
});

console.log(`writes to ${settings.file} every ${String(settings.intervalMs / 1000)} s`);
for (let count = 1; !signal.aborted; count += 1) {
  const line = activityLine(settings, count, new Date());
  console.log(line);
  keep(line);
  await pause(settings.intervalMs, undefined, { signal }).catch(() => undefined);
}
