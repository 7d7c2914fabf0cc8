import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anInstallableCsv, csvFactsOf, EARLIER, NOW } from '../../testing/install-facts.ts';
import { decideCsv } from './decide.ts';
import type { ClusterServiceVersion, CsvPhase } from '../api/types.ts';

const nameOf = (index: number): string => `tickets.v${String(index + 1)}`;

/** Each replaces the one before. */
function chain(...phases: readonly CsvPhase[]): ClusterServiceVersion[] {
  return phases.map((phase, index) =>
    anInstallableCsv(nameOf(index), {
      status: { phase, reason: '', lastTransitionTime: EARLIER },
      ...(index === 0 ? {} : { spec: { replaces: nameOf(index - 1) } }),
    }),
  );
}

interface Told {
  end: string[];
  /** `name phase` in the order in which it came. */
  history: string[];
}

/** Lets one CSV after the other take a step, in the order given and then in turns, until none has anything to do. */
function play(csvs: readonly ClusterServiceVersion[], failForward: boolean, order: readonly number[]): Told {
  const live = new Map(csvs.map((csv) => [csv.metadata.name, csv]));
  const history: string[] = [];
  const step = (name: string): boolean => {
    const csv = live.get(name);
    if (csv === undefined) return false;
    const siblings = [...live.values()].filter((other) => other !== csv);
    const { status: next, actions } = decideCsv(csvFactsOf(csv, { siblings, failForward }), NOW);
    if (actions.some((action) => action.kind === 'delete' && action.ref.name === name)) {
      history.push(`${name} gone`);
      return live.delete(name);
    }
    if (next === undefined || (next.phase === csv.status?.phase && next.reason === csv.status?.reason))
      return false;
    history.push(`${name} ${next.phase}`);
    const { phase = '', reason = '', message = '' } = next;
    live.set(name, { ...csv, status: { phase, reason, message, lastTransitionTime: EARLIER } });
    return true;
  };
  for (const turn of order) step(nameOf(turn % csvs.length));
  const names = csvs.map((_, index) => nameOf(index));
  while (names.map(step).includes(true));
  const end = [...live.values()].map(({ metadata, status }) => `${metadata.name} ${status?.phase ?? ''}`);
  return { end, history };
}

const anyOrder = fc.array(fc.nat(9), { maxLength: 40 });

describe('OLM 72: old and new hand over', () => {
  it('by steps that each wait for the other', () => {
    expect(play(chain('Succeeded', ''), false, [])).toEqual({
      end: ['tickets.v2 Succeeded'],
      history: [
        'tickets.v1 Replacing',
        'tickets.v2 Pending',
        'tickets.v2 InstallReady',
        'tickets.v2 Installing',
        'tickets.v2 Succeeded',
        'tickets.v1 Deleting',
        'tickets.v1 gone',
      ],
    });
  });

  it('collects a chain of several oldest first, whoever is asked first', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 2, max: 5 }), (order, length) => {
        const phases = Array.from({ length }, (_, index): CsvPhase =>
          index < length - 1 ? 'Replacing' : 'Installing',
        );
        const { end, history } = play(chain(...phases), false, order);
        expect(end).toEqual([`${nameOf(length - 1)} Succeeded`]);
        const gone = history.filter((entry) => entry.endsWith(' gone'));
        expect(gone).toEqual(Array.from({ length: length - 1 }, (_, index) => `${nameOf(index)} gone`));
        // None takes itself for abandoned and comes up again.
        expect(history.filter((entry) => / (Pending|InstallReady|Installing)$/.test(entry))).toEqual([]);
      }),
    );
  });

  it('stops at a Failed one without fail forward, and says so', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        // Trying a bad strategy again would end in the same place.
        const csvs = chain('Replacing', 'Failed', '').map((csv) =>
          csv.status?.phase === 'Failed'
            ? {
                ...csv,
                spec: { ...csv.spec, install: { strategy: 'magic' } },
                status: { ...csv.status, reason: 'InvalidInstallStrategy' },
              }
            : csv,
        );
        const { end } = play(csvs, false, order);
        expect(end).toEqual(['tickets.v1 Replacing', 'tickets.v2 Failed', 'tickets.v3 Pending']);
      }),
    );
  });

  it('OLM 43: goes past a Failed one with fail forward', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { end, history } = play(chain('Replacing', 'Failed', ''), true, order);
        expect(end).toEqual(['tickets.v3 Succeeded']);
        expect(history.indexOf('tickets.v1 gone')).toBeLessThan(history.indexOf('tickets.v2 gone'));
        expect(history).not.toContain('tickets.v1 Pending');
      }),
    );
  });
});
