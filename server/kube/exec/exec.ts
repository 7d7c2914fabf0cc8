/**
 * Runs a command in a container, by the API server's `exec` over WebSocket, and gives what it said. Source: Kubernetes
 * `k8s.io/apimachinery/pkg/util/remotecommand` (protocols v4 and v5: the first byte of each message names a stream, that of
 * errors ends with a Status).
 */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import type { ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { abortedError, KubeError } from '../errors.ts';
import { errorFromNetwork } from '../network-errors.ts';
import { checkedPath } from '../paths.ts';
import type { ExecOptions, ExecOutput, KubeTransport } from '../types.ts';
import { messagesOf, upgradeHeaders } from './web-socket.ts';

const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const STREAMS = ['stdin', 'stdout', 'stderr', 'status'] as const;
/** What is kept of what a command complains about, and of the Status that ends it. */
const MOST_BYTES = { stderr: 4096, status: 65_536 };

const Status = z.looseObject({
  status: z.string(),
  message: z.string().default(''),
  reason: z.string().default(''),
  details: z
    .looseObject({
      causes: z.array(z.looseObject({ reason: z.string().default(''), message: z.string().default('') })),
    })
    .optional()
    .catch(undefined),
});

/** Resolves once the command has ended, whatever its exit code; rejects as `KubeClient.exec` does. */
export async function execIn(
  transport: KubeTransport,
  pod: Required<ObjectRef>,
  { container, command, mostBytes, signal }: ExecOptions,
): Promise<ExecOutput> {
  const query = new URLSearchParams([
    ...Object.entries({ container, stdout: 'true', stderr: 'true' }),
    ...command.map((part): [string, string] => ['command', part]),
  ]);
  const path = `${checkedPath(resources.pods, { ...pod, subresource: 'exec' })}?${query.toString()}`;
  const connection = await transport.upgrade({
    ...{ path, headers: upgradeHeaders(PROTOCOLS) },
    ...optional({ signal }),
  });
  const abort = (): void => void connection.destroy(abortedError());
  signal?.addEventListener('abort', abort);
  const said = {
    stdin: new Bounded(0),
    stdout: new Bounded(mostBytes),
    stderr: new Bounded(MOST_BYTES.stderr),
    status: new Bounded(MOST_BYTES.status),
  };
  try {
    for await (const message of messagesOf(connection)) {
      const stream = STREAMS[message[0] ?? -1];
      if (stream === undefined || said[stream].keep(message.subarray(1)) || stream !== 'stdout') continue;
      throw new KubeError({
        kind: 'tooLarge',
        message: `the command said more than ${String(mostBytes)} bytes`,
      });
    }
  } catch (error) {
    throw errorFromNetwork(error, transport.server);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  return { exitCode: exitCodeOf(said.status.text()), stdout: said.stdout.all(), stderr: said.stderr.text() };
}

/** As many bytes as may be kept. */
class Bounded {
  readonly #parts: Buffer[] = [];
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** False where it is more than that; the rest is dropped. */
  keep(bytes: Buffer): boolean {
    const kept = bytes.subarray(0, this.#left);
    this.#parts.push(kept);
    this.#left -= kept.length;
    return kept.length === bytes.length;
  }

  all(): Buffer {
    return Buffer.concat(this.#parts);
  }

  text(): string {
    return this.all().toString('utf8');
  }
}

/** Of the Status that ends it. @throws KubeError where there is none, or the command did not run */
function exitCodeOf(text: string): number {
  const read = Status.safeParse(jsonOf(text));
  if (!read.success)
    throw new KubeError({
      kind: 'unavailable',
      message: 'the connection to the container ended before the command did',
    });
  const { status, reason, message, details } = read.data;
  if (status === 'Success') return 0;
  const code = details?.causes.find((cause) => cause.reason === 'ExitCode')?.message ?? '';
  if (reason === 'NonZeroExitCode' && /^\d{1,3}$/.test(code)) return Number(code);
  throw new KubeError({ kind: 'unknown', message: `the command could not be run: ${message}`, reason });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
