/**
 * Loaded before the code of a process that a launcher starts: ends it when the launcher is gone, even if that was
 * killed and could not stop anything. Being asked to end comes first; whoever does not listen is ended.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 5000).unref();
  }, 500);
  timer.unref();
}
