'use client';
import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { ErrorState, ForbiddenState } from '#components/ui/states.tsx';
import { resourceText } from '#lib/k8s/object.ts';
import type { Resource } from '#lib/k8s/object.ts';

/** What useWatch, useWatchOne and useApi have in common. */
interface Result {
  readonly state: 'loading' | 'ready' | 'absent' | 'error' | 'forbidden';
  readonly error?: { readonly kind: string; readonly message: string } | undefined;
  readonly stale?: boolean;
}

interface LoadedProps {
  readonly result: Result;
  readonly resource: Resource;
  readonly namespace?: string | undefined;
  readonly verb?: 'list' | 'get';
  /** In the shape of what comes. */
  readonly skeleton?: ReactNode;
  /** What to show when the one object asked for is not there. */
  readonly absent?: ReactNode;
  readonly children: ReactNode;
}

/** One way for every page to be loading, without rights, broken, or no longer up to date. */
export function Loaded(props: LoadedProps): ReactNode {
  const { result, resource, namespace, verb = 'list', skeleton, absent, children } = props;
  switch (result.state) {
    case 'loading':
      return skeleton ?? <SkeletonRows />;
    case 'forbidden':
      return <Forbidden resource={resource} namespace={namespace} verb={verb} />;
    case 'error':
      return <LoadError resource={resource} error={result.error} wholePage={verb === 'get'} />;
    case 'absent':
      return absent;
    case 'ready':
      return (
        <>
          {result.stale === true ? <StaleNotice message={result.error?.message} /> : null}
          {children}
        </>
      );
  }
}

interface ForbiddenProps extends Pick<LoadedProps, 'resource' | 'namespace'> {
  readonly verb: 'list' | 'get';
}

function Forbidden({ resource, namespace, verb }: ForbiddenProps): ReactNode {
  const everywhere = verb === 'list' && resource.namespaced && namespace === undefined;
  return (
    <ForbiddenState
      right={{ verb, resource: resourceText(resource), namespace }}
      wholePage={verb === 'get'}
      action={everywhere ? <p>If you work in one namespace, choose it at the top.</p> : undefined}
    />
  );
}

interface LoadErrorProps {
  readonly resource: Resource;
  readonly error: Result['error'];
  readonly wholePage: boolean;
}

function LoadError({ resource, error, wholePage }: LoadErrorProps): ReactNode {
  if (error?.kind !== 'notFound') {
    return <ErrorState message={error?.message ?? 'There was no answer.'} wholePage={wholePage} />;
  }
  return (
    <ErrorState
      title={`This cluster does not know ${resource.kind}`}
      message={`Its definition (${resourceText(resource)}) is not installed. It comes with the controller or with an operator.`}
      wholePage={wholePage}
    />
  );
}

function StaleNotice({ message }: { readonly message: string | undefined }): ReactNode {
  const details = message ?? 'The cluster does not answer just now. This is what was last known.';
  return <Notice tone="warn" title="Not up to date" details={details} />;
}
