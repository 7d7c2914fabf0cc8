/** Builders for the kinds of `operators.coreos.com` as the console reads them; each shows only what a test cares about. */
import type {
  ClusterServiceVersion,
  CsvStatus,
  InstallPlan,
  Subscription,
  SubscriptionStatus,
} from '../olm/api/types.ts';

const API = 'operators.coreos.com/v1alpha1';

/** A CSV in namespace `team-a` with an install strategy but no Deployments. */
export function aCsvObject(
  name: string,
  status: CsvStatus = {},
  more: {
    spec?: Partial<ClusterServiceVersion['spec']>;
    metadata?: Partial<ClusterServiceVersion['metadata']>;
  } = {},
): ClusterServiceVersion {
  return {
    apiVersion: API,
    kind: 'ClusterServiceVersion',
    metadata: { name, namespace: 'team-a', ...more.metadata },
    spec: { displayName: 'Flight tickets', install: { strategy: 'deployment' }, ...more.spec },
    status,
  };
}

/**
 * A Subscription to `flight-ticket`, channel `stable` of the catalog `capstan-system/samples`, in namespace `team-a`.
 */
export function aSubscriptionObject(
  status: Partial<SubscriptionStatus> = {},
  spec: Partial<Subscription['spec']> = {},
): Subscription {
  return {
    apiVersion: API,
    kind: 'Subscription',
    metadata: { name: spec.name ?? 'flight-ticket', namespace: 'team-a' },
    spec: {
      name: 'flight-ticket',
      source: 'samples',
      sourceNamespace: 'capstan-system',
      channel: 'stable',
      ...spec,
    },
    status: { lastUpdated: '2026-01-01T00:00:00Z', ...status },
  };
}

/** An approved InstallPlan in namespace `team-a` that is complete, unless told otherwise. */
export function aPlanObject(
  name: string,
  spec: Partial<InstallPlan['spec']> = {},
  status: Partial<NonNullable<InstallPlan['status']>> = {},
): InstallPlan {
  return {
    apiVersion: API,
    kind: 'InstallPlan',
    metadata: { name, namespace: 'team-a' },
    spec: { clusterServiceVersionNames: [], approval: 'Automatic', approved: true, ...spec },
    status: { phase: 'Complete', catalogSources: [], ...status },
  };
}
