'use client';
import dynamic from 'next/dynamic';
import { SkeletonText } from '#components/ui/skeleton.tsx';

/** Objects as YAML to read. The writer of YAML (30 kB) is loaded where it is shown, not with the page. */
export const ObjectYaml = dynamic(
  () => import('./object-yaml-view.tsx').then((module) => module.ObjectYamlView),
  {
    ssr: false,
    loading: () => <SkeletonText lines={12} />,
  },
);
