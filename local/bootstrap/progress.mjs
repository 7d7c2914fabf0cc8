// Plain JavaScript for Node 18: the bootstrap runs before the pinned Node is there.

/** Pieces of work that run at once share the terminal's last line: it belongs to the oldest. */
const active = /** @type {symbol[]} */ ([]);

/**
 * Reports one long piece of work on stderr, so that stdout stays free for results: on a terminal a line that counts
 * seconds, elsewhere a line at the start, one every 30 seconds and one at the end.
 * @template T
 * @param {string} title
 * @param {(detail: (text: string) => void) => Promise<T>} work `detail` says what it is doing just now
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const terminal = process.stderr.isTTY;
  const started = Date.now();
  const self = Symbol(title);
  active.push(self);
  let doing = '';
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const draw = () => {
    if (terminal && active[0] !== self) return;
    const more = terminal && active.length > 1 ? ` (and ${active.length - 1} more)` : '';
    const line = `  ${title}${more} … ${seconds()}${doing === '' ? '' : `  ${doing.trim()}`}`;
    process.stderr.write(
      terminal ? `\r\u001b[K${line.slice(0, (process.stderr.columns || 80) - 1)}` : `${line}\n`,
    );
  };
  if (!terminal) process.stderr.write(`  ${title} …\n`);
  const timer = setInterval(draw, terminal ? 200 : 30_000);
  const finish = (/** @type {string} */ mark) => {
    clearInterval(timer);
    active.splice(active.indexOf(self), 1);
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
