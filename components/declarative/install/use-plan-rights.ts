'use client';
import { useMemo } from 'react';
import { checkOf, type AccessCheck } from '#lib/access.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import { planRights } from '#lib/kudo/views/install-rights.ts';
import type { InstanceWish } from '#lib/kudo/views/package-view.ts';
import { useServedTypes } from '../use-served-types.ts';

const NOBODY = (): undefined => undefined;

/** What the plans of such an instance write, as rights; undefined until the cluster has told what it serves. */
export function usePlanRights(
  members: readonly PackageObjects[],
  wish: InstanceWish,
): readonly AccessCheck[] | undefined {
  const { namespace, name, values } = wish;
  const apiVersions = useMemo(
    () => planRights(members, { namespace, name, values }, NOBODY).apiVersions,
    [members, namespace, name, values],
  );
  const { known, typeOf } = useServedTypes(apiVersions);
  if (!known) return undefined;
  return planRights(members, wish, typeOf).rights.map(({ verb, name: role, ...resource }) =>
    checkOf(verb, resource, { namespace, name: role }),
  );
}
