'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { nothingInstalled } from '#lib/olm/views/first-steps.ts';
import type { FirstStepsProps } from './first-steps.tsx';

// Most have installed something: they load neither this nor its texts.
const FirstSteps = dynamic(async () => (await import('./first-steps.tsx')).FirstSteps, { ssr: false });

/** First steps for who has installed nothing yet; for everybody else there are none. */
export function Newcomers(props: FirstStepsProps): ReactNode {
  const lists = [
    useScopedWatch({ resource: resources.subscriptions }),
    useScopedWatch({ resource: resources.clusterServiceVersions }),
  ];
  return nothingInstalled(...lists) ? <FirstSteps {...props} /> : null;
}
