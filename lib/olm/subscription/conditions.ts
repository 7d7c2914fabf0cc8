/** Conditions of a Subscription that follow from its catalogs and its InstallPlan (OLM 23, 24). */
import { findCondition, withCondition, withoutCondition } from '../../k8s/conditions.ts';
import type { Condition } from '../../k8s/object.ts';
import type { CatalogFacts, SubscriptionFacts } from './facts.ts';
import type { InstallPlan, ObjectReference, Subscription, SubscriptionStatus } from '../api/types.ts';

type Health = NonNullable<SubscriptionStatus['catalogHealth']>[number];

/** The status with `catalogHealth` and condition CatalogSourcesUnhealthy (OLM 23). `time`: RFC 3339, for what has changed. */
export function catalogHealth(
  facts: SubscriptionFacts,
  subscription: Subscription,
  status: SubscriptionStatus,
  time: string,
): SubscriptionStatus {
  const health = facts.catalogSources.map((source) => healthEntry(source, status.catalogHealth, time));
  const condition = healthCondition(facts.catalogSources, subscription);
  return { ...status, catalogHealth: health, conditions: withCondition(status.conditions, condition, time) };
}

function healthEntry(source: CatalogFacts, old: readonly Health[] | undefined, time: string): Health {
  const known = old?.find(
    ({ catalogSourceRef: ref, healthy }) => ref.uid === source.uid && healthy === source.healthy,
  );
  if (known !== undefined) return known;
  return {
    catalogSourceRef: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      name: source.name,
      namespace: source.namespace,
      uid: source.uid,
    },
    lastUpdated: time,
    healthy: source.healthy,
  };
}

function healthCondition(
  sources: readonly CatalogFacts[],
  { spec }: Subscription,
): { type: string; status: 'True' | 'False'; reason: string; message: string } {
  const type = 'CatalogSourcesUnhealthy';
  if (sources.length === 0) {
    const message = 'dependency resolution requires at least one catalogsource';
    return { type, status: 'True', reason: 'NoCatalogSourcesFound', message };
  }
  const target = sources.find(
    ({ name, namespace }) => name === spec.source && namespace === spec.sourceNamespace,
  );
  if (target?.healthy === true) {
    const message = 'all available catalogsources are healthy';
    return { type, status: 'False', reason: 'AllCatalogSourcesHealthy', message };
  }
  const state = target === undefined ? 'missing' : 'unhealthy';
  const message = `targeted catalogsource ${spec.sourceNamespace}/${spec.source} ${state}`;
  return { type, status: 'True', reason: 'UnhealthyCatalogSourceFound', message };
}

const PLAN_CONDITIONS = ['InstallPlanPending', 'InstallPlanFailed', 'InstallPlanMissing'] as const;

/**
 * The conditions with at most one of InstallPlanPending, InstallPlanFailed and InstallPlanMissing (OLM 24); none once the
 * plan is complete.
 */
export function planConditions(
  conditions: readonly Condition[] | undefined,
  reference: ObjectReference | undefined,
  plan: InstallPlan | undefined,
  time: string,
): Condition[] {
  const wanted = planCondition(reference, plan);
  const others = PLAN_CONDITIONS.filter((type) => type !== wanted?.type);
  const rest = withoutCondition(conditions, ...others);
  return wanted === undefined ? rest : withCondition(rest, { ...wanted, status: 'True' }, time);
}

function planCondition(
  reference: ObjectReference | undefined,
  plan: InstallPlan | undefined,
): Pick<Condition, 'type' | 'reason' | 'message'> | undefined {
  if (reference === undefined) return undefined;
  if (plan === undefined) return { type: 'InstallPlanMissing', reason: 'ReferencedInstallPlanNotFound' };
  const { phase = '', message, conditions } = plan.status ?? {};
  if (phase === 'Complete') return undefined;
  if (phase === 'Failed') {
    const installed = findCondition(conditions, 'Installed');
    return withMessage(
      { type: 'InstallPlanFailed', reason: installed?.reason ?? 'InstallComponentFailed' },
      message,
    );
  }
  const reason = phase === '' || phase === 'Planning' ? 'InstallPlanNotYetReconciled' : phase;
  return withMessage({ type: 'InstallPlanPending', reason }, message);
}

function withMessage(
  condition: Pick<Condition, 'type' | 'reason'>,
  message: string | undefined,
): Pick<Condition, 'type' | 'reason' | 'message'> {
  return message === undefined ? condition : { ...condition, message };
}
