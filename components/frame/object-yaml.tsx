'use client';
import dynamic from 'next/dynamic';
import { memo, useDeferredValue, type ReactNode } from 'react';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { ObjectYamlProps } from './object-yaml-view.tsx';

const View = memo(
  dynamic<ObjectYamlProps>(() => import('./object-yaml-view.tsx').then((module) => module.ObjectYamlView), {
    loading: () => <SkeletonText lines={12} />,
  }),
);

/**
 * Objects as YAML to read. The writer of YAML (30 kB) is loaded where it is shown, not with the page: what the server wrote stays
 * until it is there, as an update that is not deferred would put the skeleton in its place.
 */
export function ObjectYaml({ objects, ...view }: ObjectYamlProps): ReactNode {
  return <View {...view} objects={useDeferredValue(objects)} />;
}
