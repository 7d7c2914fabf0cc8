'use client';
import dynamic from 'next/dynamic';
import { SkeletonText } from '#components/ui/skeleton.tsx';

/** The engine of the form is heavy: the choices of versions are there before it. */
export const ConfigFields = dynamic(
  () => import('./config-fields.tsx').then((module) => module.ConfigFields),
  { ssr: false, loading: () => <SkeletonText lines={6} /> },
);
