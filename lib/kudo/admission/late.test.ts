import { describe, expect, it } from 'vitest';
import { TAKEN_ANNOTATION } from '../api/labels.ts';
import type { KudoInstance, KudoInstanceSpec } from '../api/types.ts';
import { anInstance, aPlan, aVersion } from '../../testing/kudo-objects.ts';
import { admitLate, admitOwn, isTaken, type LateAdmission } from './late.ts';

const plans = { deploy: aPlan(), update: aPlan(), q: aPlan(), cleanup: aPlan() };
const version = aVersion({
  plans,
  parameters: [{ name: 'size' }, { name: 'Q', trigger: 'q' }, { name: 'R', trigger: 'update' }],
});
const facts = (instance: KudoInstance, uid = 'new') => ({
  instance,
  versionOf: () => version,
  uid,
  invalidParameters: () => undefined,
});
const late = (instance: KudoInstance, uid?: string): LateAdmission => admitLate(facts(instance, uid));

function taken(admission: LateAdmission | ReturnType<typeof admitOwn>): KudoInstance {
  if (!('instance' in admission)) throw new Error(JSON.stringify(admission));
  return admission.instance;
}
const withSpec = (instance: KudoInstance, spec: Partial<KudoInstanceSpec>): KudoInstance => ({
  ...instance,
  spec: { ...instance.spec, ...spec },
});
const created = taken(late(anInstance()));
const idle = taken(
  admitOwn(facts(created), { planExecution: { planName: 'deploy', uid: 'new', status: 'COMPLETE' } }),
);

describe('what no webhook has admitted', () => {
  it('KUDO 37: a new instance gets its plan, uid and finalizer, and is taken then', () => {
    expect(created.spec.planExecution).toEqual({ planName: 'deploy', uid: 'new' });
    expect(created.metadata.finalizers).toEqual(['kudo.dev.instance.cleanup']);
    expect(isTaken(created)).toBe(true);
    expect(late(created)).toEqual({ kind: 'taken' });
  });
  it('KUDO 38-40: a change runs what it triggers, against the spec that was taken last', () => {
    const changed = late(withSpec(idle, { parameters: { Q: '2' } }), 'u2');
    expect(changed).toMatchObject({
      kind: 'take',
      instance: { spec: { planExecution: { planName: 'q', uid: 'u2' } } },
    });
    const asked = late(withSpec(idle, { planExecution: { planName: 'update', uid: 'mine' } }), 'u3');
    expect(asked).toMatchObject({ instance: { spec: { planExecution: { planName: 'update', uid: 'u3' } } } });
  });
  it('KUDO 41: what the engine ends is idle and taken', () => {
    expect(idle.spec.planExecution).toEqual({});
    expect(late(idle)).toEqual({ kind: 'taken' });
  });
  it('KUDO 42: what is refused is not acted on: the plan goes on with what was taken', () => {
    const changed = withSpec(created, { parameters: { Q: '2' } });
    const refused = late(changed);
    expect(refused).toMatchObject({ kind: 'refused', instance: { spec: created.spec } });
    expect(refused.kind === 'refused' && refused.message).toContain('would trigger a different plan');
    expect(late(withSpec(changed, { parameters: created.spec.parameters }))).toEqual({ kind: 'taken' });
  });
  it('a new instance that is refused runs nothing, whatever it asks for', () => {
    const refused = admitLate({
      ...facts(anInstance({ planExecution: { planName: 'q', uid: 'mine' } })),
      invalidParameters: () => 'why',
    });
    expect(refused).toMatchObject({ kind: 'refused', instance: { spec: { planExecution: {} } } });
  });
  it('what another engine has run is taken as it is', () => {
    const status = {
      planStatus: { deploy: { name: 'deploy', status: 'COMPLETE' as const, uid: 'old', phases: [] } },
    };
    const theirs = anInstance({ parameters: { size: '3' } }, { status });
    expect(taken(late(theirs)).spec).toEqual(theirs.spec);
  });
  it('an annotation that cannot be read is none', () => {
    const broken = anInstance({}, { metadata: { name: 'inst', annotations: { [TAKEN_ANNOTATION]: '{' } } });
    expect(late(broken)).toMatchObject({
      kind: 'take',
      instance: { spec: { planExecution: { planName: 'deploy' } } },
    });
  });
  it('KUDO 42 d: several plans queue where the instance asks for it, and are refused elsewhere', () => {
    const both = { parameters: { Q: '2', R: '2' } };
    expect(late(withSpec(idle, both)).kind).toBe('refused');
    const annotations = { ...idle.metadata.annotations, 'capstan.dev/queue-plans': 'true' };
    const patient = { ...idle, metadata: { ...idle.metadata, annotations } };
    expect(late(withSpec(patient, both))).toMatchObject({
      instance: {
        metadata: { annotations: { 'capstan.dev/queued-plans': '["update"]' } },
        spec: { planExecution: { planName: 'q' } },
      },
    });
  });
});
