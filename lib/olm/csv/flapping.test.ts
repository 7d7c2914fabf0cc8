import { describe, expect, it } from 'vitest';
import { anInstallableCsv, csvFactsOf, healthyStatus, NOW, withStatus } from '../../testing/install-facts.ts';
import { rfc3339 } from '../../base/time.ts';
import { decideCsv } from './decide.ts';
import { wantedDeployments } from './deployment.ts';
import type { CsvFacts } from './facts.ts';
import { isSameStatus } from './status.ts';
import type { CsvPhase, CsvStatus } from '../api/types.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const at = (time: number): { lastTransitionTime: string; lastUpdateTime: string } => ({
  lastTransitionTime: rfc3339(time),
  lastUpdateTime: rfc3339(time),
});

/** A CSV that runs and was told unhealthy so long ago each time; its Deployment is not available for so long. */
function running(toldAgo: readonly number[], downFor: number | undefined): CsvFacts {
  const told = toldAgo.map((ago) => ({
    phase: 'Failed' as const,
    reason: 'ComponentUnhealthy' as const,
    message: 'installing',
    ...at(NOW - ago),
  }));
  const status: CsvStatus = { phase: 'Succeeded', reason: 'InstallSucceeded', conditions: told, ...at(NOW) };
  return withDeployment(status, downFor === undefined ? undefined : NOW - downFor);
}

function withDeployment(status: CsvStatus, downSince: number | undefined): CsvFacts {
  const base = csvFactsOf(anInstallableCsv('tickets.v1.0.0', { status }));
  const down = {
    ...healthyStatus,
    conditions: [
      {
        type: 'Available',
        status: 'False',
        message: 'gone',
        ...(downSince === undefined ? {} : { lastTransitionTime: rfc3339(downSince) }),
      },
    ],
  };
  const deployments = wantedDeployments(base).map((object) => withStatus(object, down));
  return { ...base, deployments: new Map(deployments.map((object) => [object.metadata.name, object])) };
}

describe('an operator that turns unhealthy', () => {
  const rows: { name: string; facts: CsvFacts; want: CsvPhase | number | undefined }[] = [
    { name: 'for the first time: told at once', facts: running([], 0), want: 'Failed' },
    { name: 'for the second time: told at once', facts: running([MINUTE], 0), want: 'Failed' },
    {
      name: 'for the third: told when it lasts a minute',
      facts: running([9 * MINUTE, MINUTE], 10 * SECOND),
      want: 50 * SECOND,
    },
    { name: '… and it lasts', facts: running([9 * MINUTE, MINUTE], MINUTE), want: 'Failed' },
    {
      name: 'for the fourth: when it lasts ten',
      facts: running([HOUR, 9 * MINUTE, MINUTE], MINUTE),
      want: 9 * MINUTE,
    },
    {
      name: 'for the fifth: the same',
      facts: running([2 * HOUR, HOUR, 9 * MINUTE, MINUTE], 10 * MINUTE),
      want: 'Failed',
    },
    {
      name: 'for the third time in a week: told at once',
      facts: running([90 * HOUR, 20 * HOUR], 0),
      want: 'Failed',
    },
    {
      name: 'at a time that nobody tells: told at once',
      facts: running([9 * MINUTE, MINUTE], undefined),
      want: 'Failed',
    },
    {
      name: 'at a time to come, by other clocks: told at once',
      facts: running([9 * MINUTE, MINUTE], -HOUR),
      want: 'Failed',
    },
  ];
  it.each(rows)('$name', ({ facts, want }) => {
    const { status, again } = decideCsv(facts, NOW);
    expect(status?.phase ?? (again?.kind === 'after' ? again.ms : again)).toBe(want);
  });

  it.each([
    { every: 225 * SECOND, down: 10 * SECOND, hours: 24 },
    { every: 10 * MINUTE, down: 2 * MINUTE, hours: 24 },
    { every: 20 * SECOND, down: 5 * SECOND, hours: 2 },
  ])('is written a few times a day, however often it does: every $every ms', ({ every, down, hours }) => {
    let status: CsvStatus = { phase: 'Succeeded', reason: 'InstallSucceeded', message: '', ...at(NOW) };
    let writes = 0;
    for (let time = NOW; time < NOW + hours * HOUR; time += every) {
      for (const [moment, facts] of [
        [time, (known: CsvStatus) => withDeployment(known, time)],
        [
          time + down,
          (known: CsvStatus) => csvFactsOf(anInstallableCsv('tickets.v1.0.0', { status: known })),
        ],
      ] as const) {
        const before = status;
        status = settle(status, facts, moment);
        if (!isSameStatus(before, status)) writes += 1;
      }
      expect(status.phase).toBe('Succeeded');
    }
    // Two turns and a bit for each stretch of time that is remembered, each told twice.
    expect(writes).toBeLessThanOrEqual(24);
    expect(writes).toBeGreaterThan(0);
  });
});

/** Until nothing more is decided at this moment. */
function settle(status: CsvStatus, facts: (status: CsvStatus) => CsvFacts, now: number): CsvStatus {
  for (let round = 0; round < 10; round += 1) {
    const later = decideCsv(facts(status), now).status;
    if (later === undefined) break;
    status = later;
  }
  return status;
}
