/**
 * Loaded before a sample's own code: ends the process when the runner is gone, even when that was killed and could not
 * stop anything. The channel does not keep the process alive by itself.
 */
process.once('disconnect', () => {
  process.exit(0);
});
process.channel?.unref();
