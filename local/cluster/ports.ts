/** Ports of a cluster: fixed when it is made, so that a kubeconfig stays right, and moved only when taken. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ranges from which systems hand out ports on their own (Linux 32768, macOS 49152). */
const LOWEST = 20_000;
const HIGHEST = 32_000;

export const portNames = [
  'kubeApiserverPort',
  'etcdPort',
  'etcdPeerPort',
  'kwokControllerPort',
  'kubeControllerManagerPort',
  'kubeSchedulerPort',
] as const;

export type PortName = (typeof portNames)[number];
export type Ports = Readonly<Record<PortName, number>>;

/** Random rather than the lowest free ones: two launchers at once then hardly ever pick the same. */
export async function pickPorts(): Promise<Ports> {
  const picked = new Set<number>();
  const next = async (): Promise<number> => {
    const port = await pickPort(picked);
    picked.add(port);
    return port;
  };
  return {
    kubeApiserverPort: await next(),
    etcdPort: await next(),
    etcdPeerPort: await next(),
    kwokControllerPort: await next(),
    kubeControllerManagerPort: await next(),
    kubeSchedulerPort: await next(),
  };
}

async function pickPort(except: ReadonlySet<number>): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!except.has(port) && (await isFree(port))) return port;
  }
}

/** Whether nothing listens on the port, neither on loopback nor on any address. */
export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** A port the system considers free just now, for a process that is started at once. */
export function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system gave no port'));
      });
    });
  });
}

/**
 * Finds new ports for those that something else took while the cluster was stopped.
 * Resolves to the new set and to the replacements made, old → new.
 */
export async function movePorts(ports: Ports): Promise<{ ports: Ports; moved: ReadonlyMap<number, number> }> {
  const moved = new Map<number, number>();
  const result: Record<PortName, number> = { ...ports };
  for (const name of portNames) {
    if (await isFree(ports[name])) continue;
    const port = await pickPort(new Set([...Object.values(ports), ...moved.values()]));
    moved.set(ports[name], port);
    result[name] = port;
  }
  return { ports: result, moved };
}

/** Rewrites ports in kwokctl's files, where each stands as `:N`, `=N` or `: N`. */
export function replacePorts(text: string, moved: ReadonlyMap<number, number>): string {
  return text.replaceAll(/(?<=[:=] ?)\d+(?!\d)/g, (digits) => String(moved.get(Number(digits)) ?? digits));
}
