/** How often somebody may try a token. Tokens cannot be guessed; this keeps a flood of tries from the API server. */

/** The tries of all clients. */
export interface Attempts {
  /** Takes one try. Milliseconds until the next one, 0 when this one may be made. */
  take(client: string, now: number): number;
  /** The try was none to count: the token was good, or nobody could be asked. */
  giveBack(client: string): void;
}

/** What a client may do, and how many are remembered. */
export interface AttemptLimits {
  /** Tries that fail, at once. */
  burst: number;
  /** Until another one is free. */
  refillMs: number;
  /** Clients that are remembered; the one that has been quiet for longest is forgotten. */
  clients: number;
}

const usual: AttemptLimits = { burst: 10, refillMs: 6_000, clients: 10_000 };

interface Bucket {
  /** Tries that are left, times `refillMs`. */
  leftMs: number;
  at: number;
}

/** By default ten tries that fail, then one every six seconds. */
export function createAttempts({ burst, refillMs, clients }: AttemptLimits = usual): Attempts {
  const buckets = new Map<string, Bucket>();
  const fullMs = burst * refillMs;
  return {
    take: (client, now) => {
      const name = networkOf(client);
      const known = buckets.get(name) ?? { leftMs: fullMs, at: now };
      const leftMs = Math.min(fullMs, known.leftMs + now - known.at);
      const waitMs = Math.max(0, Math.ceil(refillMs - leftMs));
      buckets.delete(name);
      buckets.set(name, { leftMs: waitMs > 0 ? leftMs : leftMs - refillMs, at: now });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= clients) break;
        buckets.delete(oldest);
      }
      return waitMs;
    },
    giveBack: (client) => {
      const known = buckets.get(networkOf(client));
      if (known !== undefined) known.leftMs = Math.min(fullMs, known.leftMs + refillMs);
    },
  };
}

/** Whoever has an IPv6 address has 2^64 of them. */
function networkOf(client: string): string {
  if (!client.includes(':') || client.includes('.')) return client;
  const [head = '', tail = ''] = client.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from(
    { length: client.includes('::') ? 8 - groups.length - rest.length : 0 },
    () => '0',
  );
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
