/** Holds what a plan writes to what its author was found to be allowed; nothing else is written for them. */
import { CLEANUP_PLAN, REVIEWED_ANNOTATION } from '#lib/kudo/api/labels.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { unreviewed, type AuthorReview } from '#lib/kudo/admission/review.ts';
import { rightsFor, rightText } from '#lib/kudo/admission/rights.ts';
import { kudoResources, type KudoInstance, type KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { schedulesOf } from '#lib/kudo/api/schedules.ts';
import type { ObjectAction } from '#lib/kudo/plan/decision.ts';
import { objectAt } from '#lib/kudo/tasks/world.ts';
import { sealed, sealedReview } from './review-seal.ts';

/** Why an action may not be carried out; undefined where it may. And what is written in its place. */
export interface AuthorGate {
  /** @param live a binding that is patched, as it is: its role is not what the template says */
  refusal: (action: ObjectAction, resource: Resource, live?: KubeObject) => string | undefined;
  passed: (action: ObjectAction, resource: Resource) => ObjectAction;
}

/** Whatever is asked for. */
export const OPEN_GATE: AuthorGate = { refusal: () => undefined, passed: (action) => action };

/** That of the plan that runs now; `key` is the one that reviews are sealed with. */
export function authorGate(
  key: Buffer,
  instance: KudoInstance,
  version: KudoOperatorVersion | undefined,
): AuthorGate {
  const review = sealedReview(key, instance);
  const stale = version === undefined ? undefined : unreviewed(review, version);
  const plan = instance.spec.planExecution?.planName ?? '';
  const isLeaving = plan === CLEANUP_PLAN || instance.metadata.deletionTimestamp !== undefined;
  const isScheduled = schedulesOf(instance).some((one) => one.plan === plan);
  const allowed = new Set([
    ...(isLeaving ? [] : (review?.rights ?? [])),
    ...(isLeaving || isScheduled ? (review?.later ?? []) : []),
  ]);
  return {
    refusal: (action, resource, live) => {
      if (action.kind === 'read-files') return undefined;
      if (stale !== undefined) return stale;
      const missing = rightsOfAction(action, resource, live).find((right) => !allowed.has(right));
      return missing === undefined
        ? undefined
        : `the author of the Instance was not found to have the right to ${missing}, which this plan did not seem to need`;
    },
    passed: (action, resource) =>
      review === undefined || !isInstances(resource) ? action : withParentsReview(key, action, review),
  };
}

/** A patch changes what is there: it takes no right to make it. */
function rightsOfAction(action: ObjectAction, resource: Resource, live?: KubeObject): string[] {
  switch (action.kind) {
    case 'create':
      return rightsFor([{ verb: 'apply', resource, object: action.object }])
        .filter(({ verb }) => verb !== 'patch')
        .map(rightText);
    case 'patch':
      return rightsFor([{ verb: 'apply', resource, object: live ?? asObject(action.patch) }])
        .filter(({ verb }) => verb !== 'create')
        .map(rightText);
    case 'delete':
      return rightsFor([{ verb: 'delete', resource, object: asObject({}) }]).map(rightText);
    case 'read-files':
      return [];
  }
}

const asObject = (patch: Record<string, unknown>): KubeObject => ({
  ...{ apiVersion: '', kind: '', metadata: { name: '' } },
  ...patch,
});

/** Whether it hands out the rights of a role to whoever it names. */
export function isBinding({ group, plural }: Resource): boolean {
  return group === 'rbac.authorization.k8s.io' && plural.endsWith('bindings');
}

/** The rights of an operator that a plan installs were among those of the plan. */
function withParentsReview(key: Buffer, action: ObjectAction, review: AuthorReview): ObjectAction {
  if (action.kind !== 'create' && action.kind !== 'patch') return action;
  const { versions, rights } = review;
  const { namespace = '', name } = action.kind === 'create' ? objectAt(action.object) : action.at;
  const text = sealed(key, { namespace, name }, { versions, rights, later: rights });
  const annotations = { [REVIEWED_ANNOTATION]: text };
  if (action.kind === 'create') {
    const { metadata } = action.object;
    const all = { ...metadata.annotations, ...annotations };
    return { ...action, object: { ...action.object, metadata: { ...metadata, annotations: all } } };
  }
  const metadata = { ...(action.patch['metadata'] as object | undefined), annotations };
  return { ...action, patch: { ...action.patch, metadata } };
}

function isInstances({ group, plural }: Resource): boolean {
  return group === kudoResources.instances.group && plural === kudoResources.instances.plural;
}
