import { describe, expect, it } from 'vitest';
import { KubeError } from './errors.ts';
import { countFailure, retryDelayMs, type Failures } from './retry-delay.ts';

const unreachable = new KubeError({ kind: 'unavailable', message: 'connect ECONNREFUSED' });
const busy = new KubeError({ kind: 'tooManyRequests', status: 429, message: 'too many requests' });
const gone = new KubeError({ kind: 'gone', message: 'too old resource version' });
const signIn = new KubeError({ kind: 'unauthorized', message: 'the plugin failed' });

function pauses(errors: readonly KubeError[], longestMs?: number): number[] {
  let failures: Failures | undefined;
  return errors.map((error) => {
    failures = countFailure(failures, error);
    return retryDelayMs(failures, () => 1, longestMs);
  });
}

describe('pauses of a watch', () => {
  it.each([
    ['the network', unreachable, [100, 200, 400, 800, 1_600, 3_000, 3_000]],
    ['a refusal', busy, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]],
    ['an old position', gone, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]],
    ['a sign-in', signIn, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]],
  ])('grow to the limit of %s', (_name, error, expected) => {
    expect(pauses(expected.map(() => error))).toEqual(expected);
  });

  it('begin anew when the API server answers again, if only to refuse', () => {
    const outage = Array.from({ length: 20 }, () => unreachable);
    expect(pauses([...outage, busy, busy, unreachable]).slice(19)).toEqual([3_000, 500, 1_000, 100]);
  });

  it('are no longer than asked for', () => {
    expect(pauses([busy, busy, busy, busy], 1_500)).toEqual([500, 1_000, 1_500, 1_500]);
  });
});
