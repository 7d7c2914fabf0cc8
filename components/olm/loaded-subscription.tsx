'use client';
import type { ReactNode } from 'react';
import { useWatchOne } from '#components/data/use-watch.ts';
import { AbsentObject, ObjectPage } from '#components/frame/object-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

interface LoadedSubscriptionProps {
  readonly namespace: string;
  readonly name: string;
  /** For one that is not there; `operators` is the way back. */
  readonly texts: Readonly<Record<'gone' | 'why' | 'operators', string>>;
  readonly children: (subscription: Subscription) => ReactNode;
}

/** The page about one Subscription. */
export function LoadedSubscription(props: LoadedSubscriptionProps): ReactNode {
  const { namespace, name, texts, children } = props;
  const scope = useScope();
  return (
    <ObjectPage
      result={useWatchOne<Subscription>(resources.subscriptions, { namespace, name })}
      resource={resources.subscriptions}
      namespace={namespace}
      skeleton={<PageSkeleton icon />}
      absent={
        <AbsentObject title={texts.gone} list={{ label: texts.operators, href: urls.operators(scope) }}>
          {texts.why}
        </AbsentObject>
      }
    >
      {children}
    </ObjectPage>
  );
}
