// Plain JavaScript for Node 18: the bootstrap runs before the pinned Node is there.

/**
 * Reports one long piece of work on stderr, so that stdout stays free for results: on a terminal a line that counts
 * seconds, elsewhere a line at the start, one every 30 seconds and one at the end.
 * @template T
 * @param {string} title
 * @param {(detail: (text: string) => void) => Promise<T>} work `detail` says what it is doing just now
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const terminal = process.stderr.isTTY === true;
  const started = Date.now();
  let doing = '';
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const draw = () => {
    const line = `  ${title} … ${seconds()}${doing === '' ? '' : `  ${doing}`}`;
    process.stderr.write(
      terminal ? `\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}` : `${line}\n`,
    );
  };
  if (!terminal) process.stderr.write(`  ${title} …\n`);
  const timer = setInterval(draw, terminal ? 200 : 30_000);
  const finish = (/** @type {string} */ mark) => {
    clearInterval(timer);
    process.stderr.write(`${terminal ? '\r\u001b[K' : ''}${mark} ${title} (${seconds()})\n`);
  };
  try {
    const result = await work((text) => {
      doing = text;
    });
    finish('✓');
    return result;
  } catch (error) {
    finish('✗');
    throw error;
  }
}
