import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal } from './seal.ts';
import { createTokenSessions } from './token-sessions.ts';

describe('sessions by token', () => {
  it('end with their key, if it was taken out while they were being opened', async () => {
    const [old, next] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
    const rings = { both: [next, old], next: [next] };
    let ring = rings.both;
    const sessions = createTokenSessions({
      config: { server: 'https://127.0.0.1:1', context: 'c', cluster: 'c', user: 'u' } as never,
      keys: () => ring,
      limits: { idleSeconds: 60, maxSeconds: 60 },
      now: () => 1_000,
    });
    const session = { token: 'a', user: 'u', startedAt: 1_000, seenAt: 1_000 };
    const cookie = `capstan-session-9000=${await seal(JSON.stringify(session), old)}`;

    const entering = sessions.identify(cookie);
    ring = rings.next;
    const after = sessions.identify(cookie);
    expect(await entering).toMatchObject({ person: 'https://127.0.0.1:1 u' });
    expect(await after).toBeUndefined();
    expect(await sessions.identify(cookie)).toBeUndefined();
  });
});
