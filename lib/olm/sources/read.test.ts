import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import {
  firstRead,
  readAnswered,
  readBegan,
  readFailed,
  wantRead,
  type Moment,
  type ReadFailure,
  type ReadState,
} from './read.ts';
import type { SourceSpec } from './spec.ts';

const NOW = 1_000_000;
const MINUTE = 60_000;
const at = (now: number, random = 0.5): Moment => ({ now, random: () => random });
const image = (ref: string, pollMs?: number): SourceSpec => ({
  place: { kind: 'image', image: ref, secrets: [] },
  disabled: false,
  ...optional({ pollMs }),
});
const grpc: SourceSpec = { place: { kind: 'grpc', address: 'a:1' }, disabled: false };
const gone: ReadFailure = { kind: 'unreachable', message: 'no answer' };
const began = readBegan(firstRead(NOW));

describe('when a catalog is read', () => {
  it('at once, and only once at a time', () => {
    expect(firstRead(NOW).nextAt).toBe(NOW);
    expect(began).toEqual({ reading: true, again: false, failures: 0 });
  });

  it.each<[string, SourceSpec, number | undefined]>([
    ['a tag is polled', image('a:1', 10 * MINUTE), 10 * MINUTE],
    ['however short the interval, not all the time', image('a:1', 1), 5000],
    ['a digest is not', image('a@sha256:00', 10 * MINUTE), undefined],
    ['an image without registryPoll is not', image('a:1'), undefined],
    ['a registry server is asked every few minutes', grpc, 5 * MINUTE],
    ['so is a web address', { ...grpc, place: { kind: 'http', url: 'https://a/' } }, 5 * MINUTE],
    [
      'a directory is looked at every two seconds',
      { ...grpc, place: { kind: 'directory', name: 'a' } },
      2000,
    ],
    ['a ConfigMap is watched', { ...grpc, place: { kind: 'configMap', name: 'a' } }, undefined],
  ])('again: %s', (_name, spec, pace) => {
    const { nextAt, ...state } = readAnswered(began, spec, at(NOW));
    expect(state).toEqual({ reading: false, again: false, failures: 0, checkedAt: NOW });
    expect(nextAt).toBe(pace === undefined ? undefined : NOW + pace);
  });

  it.each([
    [10, 2000],
    [100, 5000],
    [5_000, MINUTE],
  ])('a directory that takes %i ms to look at is let alone for %i', (lookMs, pause) => {
    const spec: SourceSpec = { ...grpc, place: { kind: 'directory', name: 'a' } };
    expect(readAnswered(began, spec, at(NOW), lookMs).nextAt).toBe(NOW + pause);
  });

  it('not all sources in one moment', () => {
    expect(readAnswered(began, grpc, at(NOW, 0)).nextAt).toBe(NOW + 4.75 * MINUTE);
    expect(readAnswered(began, grpc, at(NOW, 1)).nextAt).toBe(NOW + 5.25 * MINUTE);
  });

  it('at once again when asked for meanwhile', () => {
    expect(readAnswered(wantRead(began, NOW), image('a:1'), at(NOW)).nextAt).toBe(NOW);
    expect(readFailed(wantRead(began, NOW), gone, grpc, at(NOW)).nextAt).toBe(NOW);
  });

  it('at once when asked for while it waits', () => {
    const waiting = readAnswered(began, grpc, at(NOW));
    expect(wantRead(waiting, NOW + 5).nextAt).toBe(NOW + 5);
  });
});

describe('after failures', () => {
  /** Pauses after each of so many failures in a row, in seconds. */
  const pauses = (count: number, failure: ReadFailure, random: number): number[] => {
    let state: ReadState = began;
    return Array.from({ length: count }, () => {
      state = readFailed(state, failure, grpc, at(NOW, random));
      return ((state.problem?.retryAt ?? NaN) - NOW) / 1000;
    });
  };

  it('waits from 5 seconds to 15 minutes, half of it by chance', () => {
    expect(pauses(10, gone, 1)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(pauses(3, gone, 0)).toEqual([2.5, 5, 10]);
  });

  it('waits as long as it was told to, within reason', () => {
    const told = (ms: number): ReadFailure => ({ kind: 'throttled', message: 'later', retryAfterMs: ms });
    expect(pauses(1, told(120_000), 1)).toEqual([120]);
    expect(pauses(1, told(1000), 1)).toEqual([5]);
    expect(pauses(1, told(Number.MAX_SAFE_INTEGER), 1)).toEqual([3600]);
  });

  it('does not ask again what our own rules forbid', () => {
    const state = readFailed(began, { kind: 'refused', message: 'private address' }, grpc, at(NOW));
    expect(state.nextAt).toBeUndefined();
    expect(state.problem).toEqual({ kind: 'refused', message: 'private address', since: NOW });
  });

  it('looks at a directory as often as ever', () => {
    const spec: SourceSpec = { place: { kind: 'directory', name: 'a' }, disabled: false };
    const state = readFailed({ ...began, failures: 9 }, gone, spec, at(NOW, 1));
    expect(state.nextAt).toBe(NOW + 2000);
  });

  it('remembers since when, and when there was an answer', () => {
    const well = readBegan(readAnswered(began, grpc, at(NOW)));
    const first = readFailed(well, gone, grpc, at(NOW + 10));
    const second = readFailed(readBegan(first), { ...gone, message: 'cut off' }, grpc, at(NOW + 20));
    expect(second.problem).toMatchObject({ message: 'cut off', since: NOW + 10 });
    expect(second.checkedAt).toBe(NOW);
    expect(second.failures).toBe(2);
    expect(readAnswered(readBegan(second), grpc, at(NOW + 30))).toMatchObject({
      failures: 0,
      checkedAt: NOW + 30,
    });
    expect(readAnswered(readBegan(second), grpc, at(NOW + 30)).problem).toBeUndefined();
  });

  it('keeps the problem while it tries again', () => {
    const failed = readFailed(began, gone, grpc, at(NOW));
    expect(readBegan(failed).problem).toEqual(failed.problem);
  });
});
