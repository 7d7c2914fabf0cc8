/** `status.bundleLookups` of an InstallPlan: the bundles whose manifests lie in an image (48). */
import type { PlanBundle } from './plan-bundle.ts';
import type { InstallPlanStatus } from './types.ts';

/** As upstream leaves them: without a condition once the content is there. */
export function lookupsOf(
  bundles: readonly PlanBundle[],
  contents: ReadonlyMap<string, unknown>,
): Pick<InstallPlanStatus, 'bundleLookups'> {
  const lookups = bundles.flatMap((bundle) => {
    const { image, csv, replaces = '', catalog, catalogNamespace, digest, properties } = bundle;
    if (image === undefined) return [];
    return {
      path: image,
      identifier: csv,
      replaces,
      catalogSourceRef: { namespace: catalogNamespace, name: catalog },
      properties,
      ...(contents.has(digest) ? {} : { conditions: PENDING }),
    };
  });
  return lookups.length === 0 ? {} : { bundleLookups: lookups };
}

const PENDING = [
  {
    type: 'BundleLookupPending',
    status: 'True',
    reason: 'JobIncomplete',
    message: 'unpack job not completed',
  },
];
