import { describe, expect, it } from 'vitest';
import {
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  NOW,
  planFactsOf,
} from '../../testing/install-facts.ts';
import { waitsForApproval } from '../views/operator-view.ts';
import { firstStatus, isUnfinished } from './begin.ts';
import { leftAlone, planBundles, planContradiction, type PlanBundle } from './bundle.ts';
import type { InstallPlan, InstallPlanStatus, InstallPlanStep } from '../api/types.ts';

const content = [anInstallableCsv()];
const whole = aPlanBundle({
  image: 'registry.example/tickets@sha256:cc',
  replaces: 'tickets.v0.9.0',
  properties: '{"properties":[{"type":"x","value":1}]}',
  generated: { channel: 'stable' },
});

const statusOf = (bundle: PlanBundle): InstallPlanStatus =>
  firstStatus(planFactsOf(anInstallPlan([]), content, { bundles: [bundle] }), NOW);

/** As earlier versions wrote it: the rest was in the annotation alone. */
function olderStatus(bundle: PlanBundle): InstallPlanStatus {
  const status = statusOf(bundle);
  const steps = (status.plan ?? []).map(({ resource, ...step }) => {
    if (resource.kind !== 'ClusterServiceVersion') return { ...step, resource };
    const said = Object.entries(Object(JSON.parse(resource.manifest ?? ''))).filter(
      ([name]) => !['package', 'subscription', 'image', 'generated'].includes(name),
    );
    return { ...step, resource: { ...resource, manifest: JSON.stringify(Object.fromEntries(said)) } };
  });
  return { ...status, plan: steps };
}

function noted(text: string, status?: InstallPlanStatus): InstallPlan {
  const { metadata, ...plan } = anInstallPlan([], status);
  return { ...plan, metadata: { ...metadata, annotations: { 'capstan.dev/bundles': text } } };
}

describe('the bundles of a plan', () => {
  it.each([
    ['all that there is to say', whole],
    ['as little as possible', aPlanBundle()],
  ])('are in its status: %s', (_name, bundle) => {
    const plan = anInstallPlan([], statusOf(bundle));
    expect([planBundles(plan), planContradiction(plan)]).toEqual([[bundle], undefined]);
  });

  it('are nowhere else', () => {
    const plan = noted(JSON.stringify([whole]));
    expect([planBundles(plan), planContradiction(plan)]).toEqual([undefined, undefined]);
    const planned: InstallPlanStatus = { phase: '', catalogSources: [] };
    expect(planBundles(noted(JSON.stringify([whole]), planned))).toBeUndefined();
  });

  it('are those of earlier versions only as far as their annotation agrees', () => {
    const plan = noted(JSON.stringify([whole]), olderStatus(whole));
    expect([planBundles(plan), planContradiction(plan)]).toEqual([[whole], undefined]);
    expect(planBundles(anInstallPlan([], olderStatus(whole)))).toBeUndefined();
  });

  const evil = { digest: 'sha256:ee', image: 'registry.example/evil:1', replaces: 'other.v1.0.0' };
  const others: [string, string][] = [
    ...Object.entries({
      ...evil,
      properties: '{}',
      catalog: 'evil',
      catalogNamespace: 'team-b',
      csv: 'x',
    }).map(([name, value]): [string, string] => [name, JSON.stringify([{ ...whole, [name]: value }])]),
    ['no image', JSON.stringify([{ ...whole, image: undefined }])],
    ['another bundle', JSON.stringify([whole, aPlanBundle({ csv: 'other.v1.0.0' })])],
    ['no bundle', '[]'],
    ['no JSON', '['],
  ];
  it.each(others)('are not what an annotation says of them: %s', (_name, text) => {
    const plan = noted(text, statusOf(whole));
    expect(planBundles(plan)).toEqual([whole]);
    expect(planContradiction(plan)).toContain('remove the annotation');
    // An older plan has either something else to say, or nothing.
    const older = noted(text, olderStatus(whole));
    const isLeft = planBundles(older) === undefined || planContradiction(older) !== undefined;
    expect(isLeft).toBe(true);
  });
});

it('nobody is asked to approve a plan that says nothing of them', () => {
  const asked = (status?: InstallPlanStatus): boolean => {
    const { spec, ...plan } = anInstallPlan([], status, { approved: false });
    return waitsForApproval({ ...plan, spec: { ...spec, approval: 'Manual' } });
  };
  expect([asked(), asked(statusOf(whole))]).toEqual([false, true]);
});

describe('a plan that has the name of a new one', () => {
  const wanted = anInstallPlan([aPlanBundle()], undefined, { approved: false });
  const rows: { name: string; plan: InstallPlan; want: boolean }[] = [
    { name: 'the same, without status', plan: wanted, want: true },
    { name: 'with a status', plan: { ...wanted, status: statusOf(whole) }, want: false },
    { name: 'approved', plan: { ...wanted, spec: { ...wanted.spec, approved: true } }, want: false },
    {
      name: 'for another Subscription',
      plan: anInstallPlan([aPlanBundle()], undefined, { approved: false, owner: 'uid-other' }),
      want: false,
    },
    { name: 'with an annotation', plan: { ...noted('[]'), spec: wanted.spec }, want: false },
    {
      name: 'on its way out',
      plan: { ...wanted, metadata: { ...wanted.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
      want: false,
    },
  ];
  it.each(rows)('is taken for it: $name: $want', ({ plan, want }) => {
    expect(isUnfinished(plan, wanted)).toBe(want);
  });
});

describe('a plan of another controller', () => {
  const step = (resource: object): InstallPlanStep => ({
    resolving: 'tickets.v1.0.0',
    status: 'Unknown',
    resource: {
      ...{ group: 'operators.coreos.com', version: 'v1alpha1', kind: 'ClusterServiceVersion' },
      ...{ name: 'tickets.v1.0.0', sourceName: 'cat', sourceNamespace: 'olm' },
      ...resource,
    },
  });
  const reference = { kind: 'ConfigMap', name: 'aa', namespace: 'olm', properties: '{}' };
  const secret = step({ group: '', version: 'v1', kind: 'Secret', name: 'pull' });
  const open: InstallPlanStatus = { phase: 'Installing', catalogSources: [] };
  it.each([
    { name: 'unpacked into a ConfigMap', plan: [step({ manifest: JSON.stringify(reference) })], want: true },
    { name: 'inline', plan: [step({ manifest: JSON.stringify(anInstallableCsv()) }), secret], want: true },
    { name: 'without steps', plan: [], want: false },
  ])('$name is left alone, and said to be: $want', ({ plan, want }) => {
    const given = anInstallPlan([], { ...open, plan });
    expect(planBundles(given)).toBeUndefined();
    expect(leftAlone(given) !== undefined).toBe(want);
  });

  it.each(['Complete', 'Failed'] as const)('is nothing to speak of when it is %s', (phase) => {
    expect(leftAlone(anInstallPlan([], { ...open, phase, plan: [secret] }))).toBeUndefined();
  });

  it('2.12 is nothing to speak of before it has a status', () => {
    expect(leftAlone(anInstallPlan([]))).toBeUndefined();
    expect(leftAlone(anInstallPlan([aPlanBundle()], open))).toBeUndefined();
  });
});
