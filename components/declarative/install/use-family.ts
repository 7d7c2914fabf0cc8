'use client';
import { useQuery } from '@tanstack/react-query';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import type { PackageRef } from '#lib/urls.ts';
import { filesOfOperator } from '../package/use-operator-package.ts';

export type Family =
  | { readonly state: 'loading' }
  | { readonly state: 'absent'; readonly why: string }
  | { readonly state: 'ready'; readonly members: readonly PackageObjects[] };

/** More than any operator installs. */
const MOST = 50;

/** The package with all operators that it installs, from the same repository. */
export function useFamily(at: PackageRef, version: string, files: PackageFiles): Family {
  const family = useQuery({
    queryKey: ['package-family', at.catalogNamespace, at.catalog, at.package, version],
    queryFn: () => familyOf(at, files),
  });
  if (family.error !== null) return { state: 'absent', why: family.error.message };
  return family.data ?? { state: 'loading' };
}

async function familyOf(at: PackageRef, files: PackageFiles): Promise<Family> {
  const { installFamily, outsideKey } = await import('#lib/kudo/views/package-install.ts');
  const outside = new Map<string, PackageFiles | string>();
  for (let round = 0; round < MOST; round += 1) {
    const found = installFamily(files, outside);
    if ('members' in found) return { state: 'ready', members: found.members };
    if ('problem' in found) return { state: 'absent', why: found.problem };
    const { missing } = found;
    outside.set(
      outsideKey(missing),
      await filesOfOperator({ ...at, package: missing.package }, missing).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      ),
    );
  }
  return { state: 'absent', why: `${at.package} installs more than ${String(MOST)} operators` };
}
