/** Instances and OperatorVersions for tests of lib/kudo. */
import {
  KUDO_API_VERSION,
  type KudoInstance,
  type KudoInstanceSpec,
  type KudoOperatorVersion,
  type KudoOperatorVersionSpec,
  type KudoPlan,
} from '../kudo/api/types.ts';

/** A serial plan of one phase with one step of one task. */
export function aPlan(task = 'app'): KudoPlan {
  return {
    strategy: 'serial',
    phases: [{ name: 'main', strategy: 'serial', steps: [{ name: 'everything', tasks: [task] }] }],
  };
}

/** `web-1.0.0` with a plan `deploy` of one Dummy task that is done. */
export function aVersion(spec: Partial<KudoOperatorVersionSpec> = {}): KudoOperatorVersion {
  return {
    apiVersion: KUDO_API_VERSION,
    kind: 'OperatorVersion',
    metadata: { name: `web-${spec.version ?? '1.0.0'}`, namespace: 'ns' },
    spec: {
      operator: { name: 'web' },
      version: '1.0.0',
      templates: {},
      tasks: [{ name: 'app', kind: 'Dummy', spec: { done: true } }],
      parameters: [],
      plans: { deploy: aPlan() },
      ...spec,
    },
  };
}

/** `ns/inst` of `web-1.0.0`, idle. */
export function anInstance(
  spec: Partial<KudoInstanceSpec> = {},
  more: Partial<KudoInstance> = {},
): KudoInstance {
  return {
    apiVersion: KUDO_API_VERSION,
    kind: 'Instance',
    spec: { operatorVersion: { name: 'web-1.0.0' }, ...spec },
    ...more,
    metadata: { name: 'inst', namespace: 'ns', uid: 'i1', ...more.metadata },
  };
}
