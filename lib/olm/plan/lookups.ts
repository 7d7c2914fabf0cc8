/** `status.bundleLookups` of an InstallPlan: the bundles whose manifests lie in an image (OLM 48). */
import type { PlanBundle } from './bundle.ts';
import type { InstallPlanStatus } from '../api/types.ts';

/** As upstream leaves them once the content is there: without a condition. No plan is made before. */
export function lookupsOf(bundles: readonly PlanBundle[]): Pick<InstallPlanStatus, 'bundleLookups'> {
  const lookups = bundles.flatMap((bundle) => {
    const { image, csv, replaces = '', catalog, catalogNamespace, properties } = bundle;
    if (image === undefined) return [];
    return {
      path: image,
      identifier: csv,
      replaces,
      catalogSourceRef: { namespace: catalogNamespace, name: catalog },
      properties,
    };
  });
  return lookups.length === 0 ? {} : { bundleLookups: lookups };
}
