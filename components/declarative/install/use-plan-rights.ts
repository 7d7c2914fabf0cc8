'use client';
import { useMemo } from 'react';
import { checkOf, type AccessCheck } from '#lib/access.ts';
import { optional } from '#lib/base/loose.ts';
import type { ReachedLimit } from '#lib/base/reached-limit.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import { planRights } from '#lib/kudo/views/install-rights.ts';
import type { InstanceWish } from '#lib/kudo/views/package-view.ts';
import { useServedTypes } from '../use-served-types.ts';

const NOBODY = (): undefined => undefined;

/** What plans write, as rights; with a limit these are not all. */
export interface KnownRights {
  readonly checks: readonly AccessCheck[];
  readonly limit?: ReachedLimit;
}

/** Of the plans of such an instance; undefined until the cluster has told what it serves. */
export function usePlanRights(
  members: readonly PackageObjects[],
  wish: InstanceWish,
): KnownRights | undefined {
  const { namespace, name, values } = wish;
  const apiVersions = useMemo(
    () => planRights(members, { namespace, name, values }, NOBODY).apiVersions,
    [members, namespace, name, values],
  );
  const { known, typeOf } = useServedTypes(apiVersions);
  if (!known) return undefined;
  const { rights, limit } = planRights(members, wish, typeOf);
  const checks = rights.map(({ verb, name: role, ...resource }) =>
    checkOf(verb, resource, { namespace, name: role }),
  );
  return { checks, ...optional({ limit }) };
}
