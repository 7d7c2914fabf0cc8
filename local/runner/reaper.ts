/** Ends the programs that the runner told it of, when the runner is gone and could not end them itself. */
const alive = new Set<number>();

process.on('message', (message) => {
  const [state, pid] = Array.isArray(message) ? (message as unknown[]) : [];
  if (typeof pid !== 'number') return;
  if (state === 'alive') alive.add(pid);
  else alive.delete(pid);
});

process.once('disconnect', () => {
  for (const pid of alive) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  process.exit(0);
});
