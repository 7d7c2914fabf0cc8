import { describe, expect, it } from 'vitest';
import { type Admission, type AdmissionFacts, admitInstance, planChoiceText } from './admit.ts';
import type { KudoInstance, KudoInstanceSpec, KudoParameter } from '../api/types.ts';
import { anInstance, aPlan, aVersion } from '../../testing/kudo-objects.ts';

const NAMES = ['deploy', 'update', 'upgrade', 'backup', 'q', 'r', 'cleanup'];
const plans = (...names: string[]): Record<string, ReturnType<typeof aPlan>> =>
  Object.fromEntries(names.map((name) => [name, aPlan()]));
const parameters: KudoParameter[] = [
  { name: 'size', default: '1' },
  { name: 'Q', trigger: 'q', default: '1' },
  { name: 'Q2', trigger: 'q', default: '1' },
  { name: 'R', trigger: 'r', default: '1' },
  { name: 'Lost', trigger: 'gone', default: '1' },
  { name: 'D', trigger: 'deploy', default: '1' },
  { name: 'I', immutable: true, default: '1' },
];
const full = aVersion({ parameters, plans: plans(...NAMES) });
const next = aVersion({ version: '2.0.0', parameters: parameters.slice(1), plans: plans(...NAMES) });
const NEXT = { name: 'web-2.0.0' };
const running = (planName: string, uid = 'u1'): KudoInstanceSpec['planExecution'] => ({ planName, uid });
const deleted = { metadata: { name: 'inst', deletionTimestamp: '2026-01-01T00:00:00Z' } };

interface Row {
  name: string;
  old?: Partial<KudoInstanceSpec>;
  next: Partial<KudoInstanceSpec>;
  more?: Partial<KudoInstance>;
  facts?: Partial<AdmissionFacts>;
}
function admit({ old = {}, next: spec, more = {}, facts = {} }: Row): Admission {
  return admitInstance({
    old: anInstance(old, more),
    next: anInstance(spec, more),
    oldVersion: full,
    version: spec.operatorVersion?.name === 'web-2.0.0' ? next : full,
    uid: 'new',
    invalidParameters: () => undefined,
    ...facts,
  });
}
const outcome = (admission: Admission): unknown => {
  if (!admission.allowed) return admission.message;
  return admission.instance.spec.planExecution ?? {};
};
const create = (facts: Partial<AdmissionFacts>, spec: Partial<KudoInstanceSpec> = {}): Admission =>
  admitInstance({
    next: anInstance(spec),
    version: full,
    uid: 'new',
    invalidParameters: () => undefined,
    ...facts,
  });

describe('creation', () => {
  it('KUDO 37: the version has to be there', () => {
    expect(create({ version: undefined })).toEqual({
      allowed: false,
      code: 500,
      message: 'operatorversions.kudo.dev "web-1.0.0" not found',
    });
  });
  it('KUDO 37: deploy is scheduled under a uid of ours, and the finalizer set where there is a cleanup', () => {
    const made = create({}, { planExecution: running('backup', 'mine') });
    expect(made).toMatchObject({
      allowed: true,
      instance: {
        metadata: { finalizers: ['kudo.dev.instance.cleanup'] },
        spec: { planExecution: { planName: 'deploy', uid: 'new' }, parameters: { I: '1' } },
      },
      runs: { plan: 'deploy', cause: { kind: 'created' } },
    });
    const plain = create({ version: aVersion() });
    expect(plain.allowed && plain.instance.metadata.finalizers).toBeUndefined();
  });
});

describe('plan selection', () => {
  const pick = (version: string[]): unknown =>
    outcome(
      admit({
        name: '',
        next: { operatorVersion: NEXT },
        facts: { version: aVersion({ version: '2.0.0', plans: plans(...version) }) },
      }),
    );
  it('KUDO 38: equal spec and status pass as they are', () => {
    const same = admit({
      name: '',
      old: { planExecution: running('gone') },
      next: { planExecution: running('gone') },
    });
    expect(same).toMatchObject({ allowed: true, instance: { spec: { planExecution: { uid: 'u1' } } } });
    expect(same).not.toHaveProperty('runs');
  });
  it('KUDO 38: an upgrade runs upgrade, else update, else deploy', () => {
    expect(pick(['deploy', 'update', 'upgrade'])).toEqual({ planName: 'upgrade', uid: 'new' });
    expect(pick(['deploy', 'update'])).toEqual({ planName: 'update', uid: 'new' });
    expect(pick(['deploy'])).toEqual({ planName: 'deploy', uid: 'new' });
  });
  it('KUDO 38: any field of the reference counts', () => {
    expect(
      outcome(admit({ name: '', next: { operatorVersion: { name: 'web-1.0.0', kind: 'OperatorVersion' } } })),
    ).toEqual({ planName: 'upgrade', uid: 'new' });
  });
  it.each([
    { name: 'its trigger', next: { Q: '2' }, want: 'q' },
    { name: 'without a trigger: update', next: { size: '2' }, want: 'update' },
    { name: 'one trigger beside none', next: { Q: '2', size: '2' }, want: 'q' },
    { name: 'two of one plan', next: { Q: '2', Q2: '2' }, want: 'q' },
  ])('KUDO 39: a changed parameter: $name', ({ next: given, want }) => {
    expect(outcome(admit({ name: '', next: { parameters: given } }))).toEqual({ planName: want, uid: 'new' });
  });
  it('KUDO 39: a removed value counts; without update it is deploy', () => {
    const facts = { version: aVersion({ parameters, plans: plans('deploy', 'q') }) };
    expect(
      outcome(admit({ name: '', old: { parameters: { Q: '2' } }, next: { parameters: {} } })),
    ).toMatchObject({ planName: 'q' });
    expect(outcome(admit({ name: '', next: { parameters: { size: '3' } }, facts }))).toMatchObject({
      planName: 'deploy',
    });
  });
  it('KUDO 39: what the old version did not know has not changed', () => {
    const version = aVersion({
      version: '2.0.0',
      parameters: [...parameters, { name: 'N', trigger: 'r' }],
      plans: plans(...NAMES),
    });
    const made = admit({
      name: '',
      next: { operatorVersion: NEXT, parameters: { N: '1' } },
      facts: { version },
    });
    expect(outcome(made)).toEqual({ planName: 'upgrade', uid: 'new' });
  });
  it('KUDO 40: a plan is triggered, or started again, under a uid of ours', () => {
    expect(outcome(admit({ name: '', next: { planExecution: running('backup', 'mine') } }))).toEqual({
      planName: 'backup',
      uid: 'new',
    });
    const again = admit({
      name: '',
      old: { planExecution: running('q') },
      next: { planExecution: running('q', 'u2') },
    });
    expect(again).toMatchObject({
      runs: { plan: 'q', cause: { kind: 'restarted' } },
      instance: { spec: { planExecution: { uid: 'new' } } },
    });
    const byParameter = admit({
      name: '',
      old: { planExecution: running('q') },
      next: { planExecution: running('q'), parameters: { Q: '2' } },
    });
    expect(byParameter).toMatchObject({
      runs: { plan: 'q' },
      instance: { spec: { planExecution: { uid: 'new' } } },
    });
  });
  it.each(['COMPLETE', 'FATAL_ERROR'] as const)('KUDO 41: %s empties the execution', (status) => {
    const row = {
      old: { planExecution: running('q') },
      next: { planExecution: { ...running('q'), status } },
    };
    expect(outcome(admit({ name: '', ...row }))).toEqual({});
  });
});

const update = 'failed to update Instance ns/inst: ';
const rows: (Row & { want: string })[] = [
  { name: 'a', next: { planExecution: running('nope') }, want: 'plan nope does not exist' },
  {
    name: 'b',
    next: { parameters: { nope: '1' } },
    want: `${update}failed to find parameter "nope" in the OperatorVersion`,
  },
  {
    name: 'c',
    next: { parameters: { Lost: '2' } },
    want: `${update}param Lost defined trigger plan gone, but plan not defined in operatorversion`,
  },
  {
    name: 'd',
    next: { parameters: { R: '2', Q: '2' } },
    want: `${update}triggering multiple plans: [[q r]] at once is not allowed`,
  },
  {
    name: 'e',
    old: { planExecution: running('backup') },
    next: { planExecution: running('backup'), parameters: { Q: '2' } },
    want: `${update}plan 'backup' is scheduled (or running) and an update would trigger a different plan 'q'`,
  },
  {
    name: 'f',
    old: { planExecution: running('q') },
    next: { planExecution: running('q'), operatorVersion: NEXT },
    want: `${update}upgrade to new OperatorVersion {  web-2.0.0    } while a plan 'q' is scheduled (or running) is not allowed`,
  },
  {
    name: 'g',
    next: { planExecution: running('q'), operatorVersion: NEXT },
    want: `${update}upgrade to new OperatorVersion {  web-2.0.0    } and triggering new plan 'q' is not allowed`,
  },
  {
    name: 'h',
    next: { operatorVersion: NEXT, parameters: { Q: '2' } },
    want: `${update}upgrade to new OperatorVersion {  web-2.0.0    } together with a parameter update triggering 'q' is not allowed`,
  },
  {
    name: 'i',
    old: { planExecution: running('q') },
    next: { planExecution: running('r') },
    want: `${update}overriding currently scheduled (or running) plan 'q' with 'r' is not supported`,
  },
  {
    name: 'j',
    old: { planExecution: running('q') },
    next: { planExecution: {} },
    want: `${update}cancelling currently scheduled (or running) plan 'q' is not supported`,
  },
  {
    name: 'k',
    next: { planExecution: running('backup'), parameters: { Q: '2' } },
    want: `${update}triggering one plan '' directly and through parameter update 'q' is not allowed`,
  },
  {
    name: 'l',
    next: { planExecution: running('cleanup') },
    want: `${update}only the controller schedules the 'cleanup' plan when the instance is deleted`,
  },
  {
    name: 'm',
    next: { parameters: { size: '2' } },
    facts: { version: aVersion({ parameters, plans: {} }) },
    want: `${update}couldn't find any plans that would be triggered by the update`,
  },
  {
    name: 'n',
    next: { operatorVersion: NEXT },
    facts: { version: aVersion({ plans: {} }) },
    want: `${update}couldn't find any suitable plan that would be triggered by an OperatorVersion upgrade`,
  },
  {
    name: 'o changed',
    old: { parameters: { I: '1' } },
    next: { parameters: { I: '2' } },
    want: "failed to check immutable parameters for Instance ns/inst: parameter 'I' is immutable but was changed from '1' to '2'",
  },
  {
    name: 'o became immutable',
    next: { operatorVersion: NEXT },
    facts: { version: aVersion({ version: '2.0.0', parameters: [{ name: 'size', immutable: true }] }) },
    want: "failed to check immutable parameters for Instance ns/inst: parameter 'size' was changed to immutable in operator version 2.0.0 but no value was provided",
  },
  {
    name: 'o added',
    next: { operatorVersion: NEXT },
    facts: { version: aVersion({ version: '2.0.0', parameters: [{ name: 'N', immutable: true }] }) },
    want: "failed to check immutable parameters for Instance ns/inst: parameter 'N' was added in operator version 2.0.0, but no value was provided",
  },
  {
    name: 'o added with default',
    next: { operatorVersion: NEXT },
    facts: {
      version: aVersion({ version: '2.0.0', parameters: [{ name: 'N', immutable: true, default: '7' }] }),
    },
    want: "failed to check immutable parameters for Instance ns/inst: parameter 'N' was added in operator version 2.0.0, but no value was provided (default would be 7)",
  },
  {
    name: 'p',
    next: { parameters: { size: 'x' } },
    facts: { invalidParameters: () => 'parameter "size" has an invalid value "x": …' },
    want: 'failed to validate parameters for Instance ns/inst: parameter "size" has an invalid value "x": …',
  },
  {
    name: 'r',
    old: { planExecution: running('cleanup') },
    next: { planExecution: {} },
    more: deleted,
    want: `${update}'cleanup' plan can not be cancelled or overridden by another plan since the instance is being deleted`,
  },
  {
    name: 'r overridden',
    old: { planExecution: running('cleanup') },
    next: { planExecution: running('q') },
    more: deleted,
    want: `${update}'cleanup' plan can not be cancelled or overridden by another plan since the instance is being deleted`,
  },
  {
    name: 's',
    next: { parameters: { Q: '2' } },
    more: deleted,
    want: `${update}parameter update and/or upgrade is not allowed when an instance is being deleted`,
  },
  {
    name: 's upgrade',
    next: { operatorVersion: NEXT },
    more: deleted,
    want: `${update}parameter update and/or upgrade is not allowed when an instance is being deleted`,
  },
  {
    name: 't',
    next: { planExecution: running('q') },
    more: deleted,
    want: `${update}only 'cleanup' plan can be scheduled when an instance is being deleted`,
  },
];
it.each(rows)('KUDO 42 $name: refused', (row) => {
  expect(outcome(admit(row))).toBe(row.want);
});
it('KUDO 42 q: refused on creation', () => {
  const prefix = 'failed to create an Instance ns/inst: ';
  expect(outcome(create({ version: aVersion({ plans: {} }) }))).toBe(
    `${prefix}couldn't find 'deploy' plan in the operatorVersion`,
  );
  expect(outcome(create({ invalidParameters: () => 'why' }))).toBe(`${prefix}parameters are not valid: why`);
});
it('KUDO 42 d: several plans queue where that is asked for, and run one after another', () => {
  const first = admit({ name: '', next: { parameters: { R: '2', Q: '2' } }, facts: { mayQueue: true } });
  expect(first).toMatchObject({ allowed: true, runs: { plan: 'q', then: ['r'] } });
  if (!first.allowed) return;
  expect(first.runs && planChoiceText(first.runs)).toBe('plan q because parameter Q changed, then r');
  const ended = (status: 'COMPLETE' | 'FATAL_ERROR'): Admission =>
    admitInstance({
      old: first.instance,
      next: {
        ...first.instance,
        spec: { ...first.instance.spec, planExecution: { ...first.instance.spec.planExecution, status } },
      },
      oldVersion: full,
      version: full,
      uid: 'second',
      invalidParameters: () => undefined,
    });
  expect(ended('COMPLETE')).toMatchObject({
    instance: { spec: { planExecution: { planName: 'r', uid: 'second' } } },
    runs: { cause: { kind: 'queued' } },
  });
  expect(outcome(ended('FATAL_ERROR'))).toEqual({});
});

it('KUDO 43: the first problem of the order is told', () => {
  const invalidParameters = (): string => 'invalid';
  const wrong = (given: Record<string, string>, plan?: string): unknown =>
    outcome(
      admit({
        name: '',
        next: { parameters: given, ...(plan === undefined ? {} : { planExecution: running(plan) }) },
        facts: { invalidParameters },
      }),
    );
  const everything = { nope: '1', I: '2', Q: '2', R: '2' };
  expect(wrong(everything, 'nope')).toMatch(/plan nope does not exist/);
  expect(wrong(everything)).toMatch(/failed to find parameter/);
  expect(wrong({ I: '2', Q: '2', R: '2' })).toMatch(/is immutable/);
  expect(wrong({ Q: '2', R: '2' })).toMatch(/failed to validate/);
});
it('KUDO 43: an upgrade drops values of parameters that are gone', () => {
  const made = admit({
    name: '',
    old: { parameters: { size: '5', Q: '3' } },
    next: { operatorVersion: NEXT, parameters: { size: '5', Q: '3' } },
  });
  expect(made).toMatchObject({ allowed: true, runs: { plan: 'upgrade' } });
  expect(made.allowed && made.instance.spec.parameters).toEqual({ Q: '3' });
});
it('KUDO 44: the controller may schedule cleanup over whatever runs', () => {
  const row = {
    old: { planExecution: running('q') },
    next: { planExecution: running('cleanup') },
    more: deleted,
  };
  expect(outcome(admit({ name: '', ...row }))).toEqual({ planName: 'cleanup', uid: 'new' });
});
it('KUDO 45: a failed cleanup can be retried', () => {
  const idle = { old: {}, next: { planExecution: running('cleanup') }, more: deleted };
  const failed = {
    old: { planExecution: running('cleanup') },
    next: { planExecution: running('cleanup', 'u2') },
    more: deleted,
  };
  for (const row of [idle, failed])
    expect(outcome(admit({ name: '', ...row }))).toEqual({ planName: 'cleanup', uid: 'new' });
});
it('KUDO 46: an upgrade to a version with a cleanup adds the finalizer', () => {
  const made = admit({
    name: '',
    next: { operatorVersion: NEXT },
    facts: {
      oldVersion: aVersion(),
      version: aVersion({ version: '2.0.0', plans: plans('deploy', 'cleanup') }),
    },
  });
  expect(made.allowed && made.instance.metadata.finalizers).toEqual(['kudo.dev.instance.cleanup']);
});
