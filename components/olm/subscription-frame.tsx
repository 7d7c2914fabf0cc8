'use client';
import { useWatchOne } from '#components/data/use-watch.ts';
import { AbsentObject, type ObjectPageProps } from '#components/frame/object-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

/** The frame of a page about one Subscription. `texts` are for one that is not there; `operators` is the way back. */
export function useSubscriptionFrame(
  ref: { readonly namespace: string; readonly name: string },
  texts: Readonly<Record<'gone' | 'why' | 'operators', string>>,
): Omit<ObjectPageProps<Subscription>, 'children'> {
  const scope = useScope();
  return {
    result: useWatchOne<Subscription>(resources.subscriptions, ref),
    resource: resources.subscriptions,
    namespace: ref.namespace,
    skeleton: <PageSkeleton icon />,
    absent: (
      <AbsentObject title={texts.gone} list={{ label: texts.operators, href: urls.operators(scope) }}>
        {texts.why}
      </AbsentObject>
    ),
  };
}
