'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { ErrorState, ForbiddenState } from '#components/ui/states.tsx';
import { checkOf, type AccessCheck } from '#lib/access.ts';
import { resourceText, type Resource } from '#lib/k8s/object.ts';
import { GrantRole } from './rights.tsx';
import type { Within } from './use-scoped-watch.ts';

/** What useWatch, useWatchOne and useApi have in common. */
export interface LoadedResult {
  readonly state: 'loading' | 'ready' | 'absent' | 'error' | 'forbidden';
  readonly error?: { readonly kind: string; readonly message: string } | undefined;
  readonly stale?: boolean;
  /** Only these namespaces could be read. */
  readonly within?: Within;
}

interface LoadedProps {
  readonly result: LoadedResult;
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
      return <Forbidden resource={resource} at={{ namespace }} wholePage={verb === 'get'} />;
    case 'error':
      return <LoadError resource={resource} error={result.error} wholePage={verb === 'get'} />;
    case 'absent':
      return absent;
    case 'ready':
      return (
        <>
          {result.within === undefined ? null : <WithinNotice resource={resource} within={result.within} />}
          {result.stale === true ? <StaleNotice message={result.error?.message} /> : null}
          {children}
        </>
      );
  }
}

/** A whole type, one namespace of it, or one object. */
interface Place {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

interface ForbiddenProps {
  readonly resource: Resource;
  readonly at: Place;
  readonly wholePage?: boolean;
}

/** Says which right is missing, and how an administrator grants it. */
export function Forbidden({ resource, at, wholePage = false }: ForbiddenProps): ReactNode {
  const t = useTranslations('olm');
  const { namespace, name } = at;
  const everywhere = name === undefined && resource.namespaced && namespace === undefined;
  return (
    <ForbiddenState
      right={{ verb: 'list', resource: resourceText(resource), namespace }}
      wholePage={wholePage}
      action={everywhere ? <p>{t('chooseNamespace')}</p> : undefined}
    >
      <GrantRole checks={readingChecks(resource, at)} />
    </ForbiddenState>
  );
}

/** What following takes. Single objects are followed by their name. */
function readingChecks(resource: Resource, at: Place): AccessCheck[] {
  return ['get', 'list', 'watch'].map((verb) => checkOf(verb, resource, at));
}

/** Says that the list is not whole, and how to see all of it. */
function WithinNotice({
  resource,
  within,
}: {
  readonly resource: Resource;
  readonly within: Within;
}): ReactNode {
  const { namespaces, omitted } = within;
  const t = useTranslations('olm');
  return (
    <Notice
      tone="info"
      title={t('within', { count: namespaces.length, namespaces: namespaces.join(', ') })}
      details={t('withinWhy', { resource: resource.plural, omitted })}
      expandLabel={t('howToGet')}
    >
      <GrantRole checks={readingChecks(resource, {})} />
    </Notice>
  );
}

interface LoadErrorProps {
  readonly resource: Resource;
  readonly error: LoadedResult['error'];
  readonly wholePage: boolean;
}

function LoadError({ resource, error, wholePage }: LoadErrorProps): ReactNode {
  const t = useTranslations('olm');
  if (error?.kind !== 'notFound')
    return <ErrorState message={error?.message ?? t('noAnswer')} wholePage={wholePage} />;
  return (
    <ErrorState
      title={t('unknownKind', { kind: resource.kind })}
      message={t('unknownKindWhy', { resource: resourceText(resource) })}
      wholePage={wholePage}
    />
  );
}

function StaleNotice({ message }: { readonly message: string | undefined }): ReactNode {
  const t = useTranslations('olm');
  const details = message ?? t('staleWhy');
  return <Notice tone="warn" title={t('stale')} details={details} />;
}
