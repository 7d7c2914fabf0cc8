'use client';
import type { ComponentProps, ReactNode } from 'react';
import { Loaded } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';

interface LoadedSubscriptionProps extends Pick<ComponentProps<typeof Loaded>, 'result' | 'children'> {
  readonly namespace: string;
  /** For one that is not there; `operators` is the way back. */
  readonly texts: Readonly<Record<'gone' | 'why' | 'operators', string>>;
}

/** The page about one Subscription. */
export function LoadedSubscription({ texts, ...props }: LoadedSubscriptionProps): ReactNode {
  const scope = useScope();
  return (
    <Loaded
      {...props}
      resource={resources.subscriptions}
      verb="get"
      skeleton={<PageSkeleton icon />}
      absent={
        <EmptyState
          wholePage
          title={texts.gone}
          action={
            <LinkButton variant="primary" href={urls.operators(scope)}>
              {texts.operators}
            </LinkButton>
          }
        >
          {texts.why}
        </EmptyState>
      }
    />
  );
}
