import { describe, expect, it } from 'vitest';
import {
  aCrd,
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  NOW,
  planFactsOf,
} from '../../testing/install-facts.ts';
import type { Action } from './decision.ts';
import type { InstallPlan } from '../api/types.ts';
import { firstStatus } from './begin.ts';
import { NOTHING_CHECKED } from './crd-check.ts';
import { decidePlan } from './run.ts';
import type { PlanFacts } from './facts.ts';

const bundle = aPlanBundle();
const content = [anInstallableCsv(), aCrd()];

/** Of a plan as it is once it was begun. */
function facts(more: Partial<PlanFacts> = {}, approved = true): PlanFacts {
  const plan = anInstallPlan([bundle], undefined, { approved });
  const given = planFactsOf(plan, content, {
    contents: new Map([[bundle.digest, content]]),
    bundles: [bundle],
  });
  return { ...given, plan: { ...plan, status: firstStatus(given, NOW) }, ...more };
}

const outline = (actions: readonly Action[]): string[] =>
  actions.map((action) => (action.kind === 'event' ? `event ${action.reason}` : action.kind));

/** What is decided once all steps were carried out. */
function afterSteps(given: PlanFacts, warning?: string): PlanFacts {
  const { status, actions } = decidePlan(given, NOW);
  const plan: InstallPlan = status === undefined ? given.plan : { ...given.plan, status };
  const warnings = warning === undefined ? {} : { warnings: [warning] };
  const results = actions.flatMap((action, index) =>
    action.kind === 'step'
      ? [
          {
            step: action.step,
            ok: true as const,
            status: 'Created' as const,
            ...(index === 0 ? warnings : {}),
          },
        ]
      : [],
  );
  return { ...given, plan, results };
}

describe('decidePlan', () => {
  it('carries its steps out, and looks at what they came to before anything is written', () => {
    const { actions, again } = decidePlan(facts(), NOW);
    expect(new Set(outline(actions))).toEqual(new Set(['step']));
    expect(again).toEqual({ kind: 'now' });
  });

  it('is complete in the round after its steps, and then at rest', () => {
    const crds = new Map([['tickets.example.com', aCrd()]]);
    const done = decidePlan(afterSteps(facts({ crds })), NOW);
    expect([done.status?.phase, done.again]).toEqual(['Complete', { kind: 'written' }]);
    const rests = facts({ crds });
    const plan = done.status === undefined ? rests.plan : { ...rests.plan, status: done.status };
    expect(decidePlan({ ...rests, plan }, NOW)).toEqual({ actions: [] });
  });

  it('says what is not served yet', () => {
    const crds = new Map([['tickets.example.com', aCrd('tickets.example.com', false)]]);
    const { status, again } = decidePlan(afterSteps(facts({ crds })), NOW);
    expect(status?.plan?.map((step) => step.status)).toContain('WaitingForApi');
    expect([status?.phase, again]).toEqual(['Installing', { kind: 'written' }]);
  });

  it('2.14 tells of warnings once (OLM 54)', () => {
    const { actions } = decidePlan(
      afterSteps(facts({ crds: new Map([['tickets.example.com', aCrd()]]) }), 'old API'),
      NOW,
    );
    expect(actions).toMatchObject([
      { kind: 'event', reason: 'AppliedWithWarnings', message: expect.stringContaining('old API') },
    ]);
  });

  it('tries again after a step that failed, and says why', () => {
    const results = [{ step: 0, ok: false, message: 'not you', keepTrying: true }] as const;
    const { status, actions, again } = decidePlan(facts({ results }), NOW);
    expect([status?.phase, status?.message]).toEqual([
      'Installing',
      'retrying execution due to error: not you',
    ]);
    expect([actions, again]).toEqual([[], { kind: 'retry', why: 'not you' }]);
  });

  it('tries again while its content is nowhere', () => {
    const { status, again } = decidePlan(facts({ contents: new Map() }), NOW);
    expect(again).toEqual({ kind: 'retry', why: expect.stringContaining(bundle.digest) });
    expect(status?.message).toContain(bundle.digest);
  });

  it('that waits for approval is looked at again when its definitions are', () => {
    expect(decidePlan(facts({ lookAt: NOW + 7_000 }, false), NOW)).toEqual({
      actions: [],
      again: { kind: 'after', ms: 7_000 },
    });
  });

  it('bears the report on existing objects before it says what follows (OLM 55)', () => {
    const unfit = { 'tickets.example.com': 2 };
    const lost = [{ crd: 'tickets.example.com', version: 'v1', path: 'spec.a', objects: 1, example: 'a' }];
    const crdCheck = { ...NOTHING_CHECKED, unfit, lost, tolerated: ['tickets.example.com'], checked: 2 };
    const { actions } = decidePlan(facts({ crdCheck }, false), NOW);
    expect(outline(actions)).toEqual(['event CRDValidation', 'patch']);
  });
});
