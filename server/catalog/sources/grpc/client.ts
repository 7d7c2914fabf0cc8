/** Calls of the registry API (OLM 15), each with its deadline, over one connection to an address that was judged. */
import { isIPv6 } from 'node:net';
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { realClock } from '#server/kube/clock.ts';
import { limits } from '../../read/limits.ts';
import type { Judged } from '../../net/outbound.ts';
import { SourceError } from '../reader.ts';
import { failureOfCall } from './failures.ts';
import { decode, encode, methods, servingStatus } from './messages.ts';
import {
  BundleSchema,
  GetBundleRequestSchema,
  GetPackageRequestSchema,
  HealthCheckRequestSchema,
  HealthCheckResponseSchema,
  PackageNameSchema,
  PackageSchema,
  type Bundle,
  type Package,
} from './registry_pb.ts';

/** A bundle as an entry of one channel. */
export interface BundleKey {
  pkgName: string;
  channelName: string;
  csvName: string;
}

/** Every call rejects with SourceError, or with the signal's reason. */
export interface RegistryClient {
  /** Rejects when the server says that it cannot serve; one that knows no such question is taken to be well. */
  check(): Promise<void>;
  listPackages(): AsyncIterable<string>;
  getPackage(name: string): Promise<Package>;
  /** Every bundle once for each channel that it is in. */
  listBundles(): AsyncIterable<Bundle>;
  getBundle(key: BundleKey): Promise<Bundle>;
  /** Bytes of all answers so far. */
  received(): number;
  close(): void;
}

/** How patiently the server is asked. */
export interface ClientOptions {
  /** For messages. */
  address: string;
  signal: AbortSignal;
  /** Longest wait in ms for an answer, and for the next message of a stream. */
  idleMs: number;
}

/** What may be dialled, and the name it has. */
type Dialled = Pick<Judged, 'host' | 'port' | 'addresses'>;

/** Above the largest bundle that is read, so that one larger than that is the exception it is. */
const LARGEST_MESSAGE = limits.bundle + 4 * 1024 * 1024;

/** With the gRPC library, which takes 15 MB: this file is loaded where there is a gRPC catalog (`indexer/run-job.ts`). */
export function connectRegistry(judged: Dialled, options: ClientOptions): RegistryClient {
  const client = new Client(dialled(judged), credentials.createInsecure(), {
    'grpc.default_authority': authorityOf(judged),
    // A proxy of the environment would dial what nobody judged.
    'grpc.enable_http_proxy': 0,
    'grpc.service_config_disable_resolution': 1,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': LARGEST_MESSAGE,
    'grpc.enable_retries': 0,
    // No keep-alive pings: servers in Go cut clients that ping more often than every five minutes; deadlines do here.
  });
  let received = 0;
  const calls: Calls = {
    client,
    onBytes: (bytes) => {
      received += bytes;
    },
    ...options,
  };
  return {
    async check() {
      const asked = encode(HealthCheckRequestSchema, {});
      const { status } = await unary(calls, methods.check, asked, HealthCheckResponseSchema).catch(
        (error: unknown) => {
          if (error instanceof SourceError && error.kind === 'missing')
            return { status: servingStatus.serving };
          throw error;
        },
      );
      if (status === servingStatus.notServing) {
        throw new SourceError(
          'unreachable',
          `${options.address} says that it is not ready. Retrying shortly.`,
        );
      }
    },
    async *listPackages() {
      for await (const { name } of streamed(calls, methods.listPackages, PackageNameSchema)) yield name;
    },
    getPackage: (name) =>
      unary(calls, methods.getPackage, encode(GetPackageRequestSchema, { name }), PackageSchema),
    listBundles: () => streamed(calls, methods.listBundles, BundleSchema),
    getBundle: (key) => unary(calls, methods.getBundle, encode(GetBundleRequestSchema, key), BundleSchema),
    received: () => received,
    close: () => client.close(),
  };
}

/** In the form that the library takes for addresses that need no look-up. */
function dialled({ addresses, port }: Dialled): string {
  const v6 = addresses.filter((address) => isIPv6(address));
  const v4 = addresses.filter((address) => !isIPv6(address));
  return v4.length > 0
    ? `ipv4:${v4.map((address) => `${address}:${String(port)}`).join(',')}`
    : `ipv6:${v6.map((address) => `[${address}]:${String(port)}`).join(',')}`;
}

function authorityOf({ host, port }: Dialled): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
}

interface Calls extends ClientOptions {
  client: Client;
  onBytes: (bytes: number) => void;
}

/** Counts what comes before it is taken apart. */
function counted<Desc extends DescMessage>(
  { onBytes }: Calls,
  schema: Desc,
): (bytes: Buffer) => MessageShape<Desc> {
  return (bytes) => {
    onBytes(bytes.length);
    return decode(schema, bytes);
  };
}

const identity = (bytes: Buffer): Buffer => bytes;

async function unary<Desc extends DescMessage>(
  calls: Calls,
  method: string,
  request: Buffer,
  answer: Desc,
): Promise<MessageShape<Desc>> {
  const { client, address, signal, idleMs } = calls;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<MessageShape<Desc>>();
  const deadline = realClock.now() + idleMs;
  const call = client.makeUnaryRequest(
    method,
    identity,
    counted(calls, answer),
    request,
    { deadline },
    (error: ServiceError | null, value?: MessageShape<Desc>) => {
      if (error === null && value !== undefined) resolve(value);
      else reject(failureOfCall(error, address));
    },
  );
  const abort = (): void => call.cancel();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function* streamed<Desc extends DescMessage>(
  calls: Calls,
  method: string,
  each: Desc,
): AsyncGenerator<MessageShape<Desc>> {
  const { client, address, signal, idleMs } = calls;
  signal.throwIfAborted();
  const call = client.makeServerStreamRequest(method, identity, counted(calls, each), Buffer.alloc(0));
  const failures: unknown[] = [];
  // The stream may end, or say that it broke, before the iteration hears why.
  call.on('error', (error) => {
    failures.push(error);
  });
  const stop = (): void => call.cancel();
  const timer = setTimeout(() => {
    failures.push(
      new SourceError(
        'unreachable',
        `The catalog at ${address} stopped in the middle of an answer. Retrying shortly.`,
      ),
    );
    stop();
  }, idleMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const message of call as AsyncIterable<MessageShape<Desc>>) {
      yield message;
      timer.refresh();
    }
    if (failures.length > 0) throw failureOfCall(failures[0], address);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOfCall(failures[0] ?? error, address);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stop();
  }
}
