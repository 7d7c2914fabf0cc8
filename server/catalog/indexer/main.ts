/**
 * Process entry of the reader of catalogs. It is started by the controller, does one job after the other as they are sent
 * to it and ends with its parent.
 */
import { Job } from './job.ts';
import { runJob } from './run-job.ts';

process.on('disconnect', () => process.exit());
process.on(
  'message',
  (message) => void runJob(Job.parse(message)).then((outcome) => process.send?.(outcome)),
);
