import { expect, it } from 'vitest';
import { aCsvObject, aPlanObject, aSubscriptionObject } from '../../testing/olm.ts';
import { progressView } from './progress-view.ts';
import type { ProgressFacts, ProgressState, ProgressStep, ProgressView } from './progress-view.ts';

const V1 = 'flight-ticket.v1.0.0';
const chosen = { currentCSV: V1, installPlanRef: { name: 'p' } };
const missing = 'no package "flight-tickets" in catalog capstan-system/samples';
const step = {
  resolving: V1,
  resource: { sourceName: '', sourceNamespace: '', group: '', version: 'v1', kind: 'X', name: 'x' },
};

interface Row {
  name: string;
  given: ProgressFacts;
  want: { states: ProgressState[]; outcome: ProgressView['outcome']; said?: Partial<ProgressStep> };
}

const rows: Row[] = [
  {
    name: 'just created',
    given: { subscription: aSubscriptionObject(), plans: [], csvs: [] },
    want: {
      states: ['active', 'pending', 'pending', 'pending'],
      outcome: 'running',
      said: {
        id: 'version',
        detail: {
          code: 'lookingFor',
          values: { name: 'flight-ticket', channel: 'stable', catalog: 'capstan-system/samples' },
        },
      },
    },
  },
  {
    name: 'no such package',
    given: {
      subscription: aSubscriptionObject({
        conditions: [
          { type: 'ResolutionFailed', status: 'True', reason: 'ConstraintsNotSatisfiable', message: missing },
        ],
      }),
      plans: [],
      csvs: [],
    },
    want: {
      states: ['failed', 'pending', 'pending', 'pending'],
      outcome: 'failed',
      said: {
        id: 'version',
        detail: { code: 'reason', values: { reason: 'ConstraintsNotSatisfiable', message: missing } },
        next: { code: 'reason', values: { reason: 'ConstraintsNotSatisfiable' } },
      },
    },
  },
  {
    name: 'the catalog is gone',
    given: {
      subscription: aSubscriptionObject({
        conditions: [
          {
            type: 'CatalogSourcesUnhealthy',
            status: 'True',
            reason: 'UnhealthyCatalogSourceFound',
            message: 'm',
          },
        ],
      }),
      plans: [],
      csvs: [],
    },
    want: {
      states: ['waiting', 'pending', 'pending', 'pending'],
      outcome: 'waiting',
      said: {
        id: 'version',
        detail: { code: 'reason', values: { reason: 'UnhealthyCatalogSourceFound', message: 'm' } },
      },
    },
  },
  {
    name: 'waits for approval',
    given: {
      subscription: aSubscriptionObject(chosen),
      plans: [
        aPlanObject(
          'p',
          { approval: 'Manual', approved: false },
          { phase: 'RequiresApproval', plan: [{ ...step, status: 'Unknown' }] },
        ),
      ],
      csvs: [],
    },
    want: {
      states: ['done', 'waiting', 'pending', 'pending'],
      outcome: 'waiting',
      said: {
        id: 'plan',
        detail: { code: 'wouldChange', values: { count: 1 } },
        next: { code: 'reviewPlan' },
      },
    },
  },
  {
    name: 'creating',
    given: {
      subscription: aSubscriptionObject(chosen),
      plans: [
        aPlanObject(
          'p',
          {},
          {
            phase: 'Installing',
            plan: [
              { ...step, status: 'Created' },
              { ...step, status: 'Unknown' },
            ],
          },
        ),
      ],
      csvs: [],
    },
    want: {
      states: ['done', 'done', 'active', 'pending'],
      outcome: 'running',
      said: { id: 'objects', detail: { code: 'partlyInPlace', values: { ready: 1, count: 2 } } },
    },
  },
  {
    name: 'the plan failed',
    given: {
      subscription: aSubscriptionObject(chosen),
      plans: [aPlanObject('p', {}, { phase: 'Failed', message: 'denied' })],
      csvs: [],
    },
    want: {
      states: ['done', 'done', 'failed', 'pending'],
      outcome: 'failed',
      said: { id: 'objects', detail: { code: 'reason', values: { reason: '', message: 'denied' } } },
    },
  },
  {
    name: 'something it requires is missing',
    given: {
      subscription: aSubscriptionObject(chosen),
      plans: [aPlanObject('p')],
      csvs: [
        aCsvObject(V1, {
          phase: 'Pending',
          reason: 'RequirementsNotMet',
          requirementStatus: [
            {
              group: '',
              version: 'v1',
              kind: 'CustomResourceDefinition',
              name: 'a.b',
              status: 'NotPresent',
              message: 'CRD is not present',
            },
            { group: '', version: 'v1', kind: 'ServiceAccount', name: 'ok', status: 'Present', message: '' },
          ],
        }),
      ],
    },
    want: {
      states: ['done', 'done', 'done', 'active'],
      outcome: 'running',
      said: {
        id: 'operator',
        detail: {
          code: 'missing',
          values: { requirements: ['CustomResourceDefinition a.b (CRD is not present)'] },
        },
      },
    },
  },
  {
    name: 'running',
    given: {
      subscription: aSubscriptionObject({ ...chosen, installedCSV: V1, state: 'AtLatestKnown' }),
      plans: [aPlanObject('p')],
      csvs: [aCsvObject(V1, { phase: 'Succeeded' })],
    },
    want: { states: ['done', 'done', 'done', 'done'], outcome: 'succeeded' },
  },
  {
    name: 'running, its plan long gone',
    given: {
      subscription: aSubscriptionObject({ installedCSV: V1, currentCSV: V1 }),
      plans: [],
      csvs: [aCsvObject(V1, { phase: 'Succeeded' })],
    },
    want: { states: ['done', 'done', 'done', 'done'], outcome: 'succeeded' },
  },
  {
    name: 'failed to start',
    given: {
      subscription: aSubscriptionObject(chosen),
      plans: [aPlanObject('p')],
      csvs: [aCsvObject(V1, { phase: 'Failed', reason: 'InstallCheckFailed', message: 'install timeout' })],
    },
    want: {
      states: ['done', 'done', 'done', 'failed'],
      outcome: 'failed',
      said: {
        id: 'operator',
        detail: { code: 'reason', values: { reason: 'InstallCheckFailed', message: 'install timeout' } },
      },
    },
  },
];

it.each(rows)('$name', ({ given, want }) => {
  const view = progressView(given);
  expect(view.steps.map(({ state }) => state)).toEqual(want.states);
  expect(view.outcome).toBe(want.outcome);
  if (want.said !== undefined) {
    expect(view.steps.find(({ id }) => id === want.said?.id)).toMatchObject(want.said);
  }
});

it('says what runs while its upgrade waits for approval', () => {
  const next = 'flight-ticket.v2.0.0';
  const installed = aCsvObject(V1, { phase: 'Succeeded' });
  const subscription = aSubscriptionObject({
    installedCSV: V1,
    currentCSV: next,
    state: 'UpgradePending',
    installPlanRef: { name: 'p' },
  });
  const plans = [aPlanObject('p', { approved: false }, { phase: 'RequiresApproval' })];
  const view = progressView({ subscription, plans, csvs: [installed] });
  expect(view.running).toBe(installed);
  expect(view.outcome).toBe('waiting');
  expect(progressView({ subscription, plans, csvs: [] }).running).toBeUndefined();
});
