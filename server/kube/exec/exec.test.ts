import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { execIn } from './exec.ts';
import type { ExecOutput, KubeTransport } from '../types.ts';

/** What a kubelet says by way of the API server: pieces of streams, by their numbers, and then it hangs up. */
async function ran(said: readonly [stream: number, text: string][]): Promise<ExecOutput & { path: string }> {
  const [ours, theirs] = duplexPair();
  let path = '';
  const never = (): never => {
    throw new Error('not asked for');
  };
  const transport: KubeTransport = {
    ...{ server: 'https://cluster.invalid', send: never, forward: never },
    upgrade: (request) => {
      path = request.path;
      return Promise.resolve(ours);
    },
  };
  const ended = once(theirs.resume(), 'end');
  for (const [stream, text] of said) {
    const payload = Buffer.from(`${String.fromCharCode(stream)}${text}`, 'latin1');
    theirs.write(Buffer.from([0x82, 126, payload.length >> 8, payload.length & 0xff]));
    theirs.write(payload);
  }
  theirs.end();
  const options = { container: 'c', command: ['stat', '-c', '%s', '/a b&c'], mostBytes: 20 };
  try {
    return { ...(await execIn(transport, { namespace: 'n', name: 'p' }, options)), path };
  } finally {
    await ended;
  }
}

const status = (value: object): [number, string] => [3, JSON.stringify({ kind: 'Status', ...value })];
const failed = (message: string): [number, string] =>
  status({
    ...{ status: 'Failure', reason: 'NonZeroExitCode', message: 'it failed' },
    details: { causes: [{ reason: 'ExitCode', message }] },
  });

describe('a command in a container', () => {
  it('is asked for by its parts, and gives what it said', async () => {
    const output = await ran([[1, 'one '], [2, 'oh'], [1, 'two'], status({ status: 'Success' })]);
    expect(output).toMatchObject({ exitCode: 0, stdout: Buffer.from('one two'), stderr: 'oh' });
    expect(output.path).toBe(
      '/api/v1/namespaces/n/pods/p/exec?container=c&stdout=true&stderr=true&command=stat&command=-c&command=%25s&command=%2Fa+b%26c',
    );
  });

  it('has an exit code', async () => {
    await expect(ran([[2, 'no such file'], failed('2')])).resolves.toMatchObject({
      ...{ exitCode: 2, stderr: 'no such file' },
    });
  });

  it.each<[string, [number, string][], object]>([
    ['more than it may say', [[1, 'x'.repeat(21)]], { kind: 'tooLarge' }],
    ['an end without a word', [[1, 'x']], { kind: 'unavailable' }],
    ['nonsense at the end', [[3, '{']], { kind: 'unavailable' }],
    ['an exit code that is none', [failed('many')], { kind: 'unknown', message: /it failed/ }],
    [
      'what could not be run',
      [status({ status: 'Failure', message: 'no such container' })],
      { kind: 'unknown' },
    ],
  ])('is refused: %s', async (_name, said, error) => {
    const { message, ...fields } = error as { message?: RegExp };
    const run = ran(said);
    await expect(run).rejects.toMatchObject(fields);
    if (message !== undefined) await expect(run).rejects.toThrow(message);
  });
});
