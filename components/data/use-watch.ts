'use client';
import { skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { optional } from '#lib/base/loose.ts';

import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { watchViews } from '#lib/k8s/watch-stream.ts';
import type { TableColumn, WatchView } from '#lib/k8s/watch-stream.ts';
import { useProblemWords } from '#messages/problems.ts';
import { useData } from './data-provider.tsx';
import type { Interest } from './stream-client.ts';
import { useFirst } from './use-first.ts';
import type { WatchData, WatchProblem } from './watch-store.ts';

/** What to follow. Without `namespace`: all namespaces. */
export interface WatchSpec {
  resource: Resource;
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** How much of each object comes; see `WatchView`. */
  view?: WatchView | undefined;
  /** With `table`: what comes of each object besides the cells. */
  fields?: readonly string[] | undefined;
}

export type WatchResult<T extends KubeObject = KubeObject> =
  | { state: 'loading'; items: readonly T[]; stale: false; error?: undefined }
  /** `columns` in the view `table`. */
  | {
      state: 'ready';
      items: readonly T[];
      columns?: readonly TableColumn[];
      stale: boolean;
      error?: WatchProblem;
    }
  /** `error.kind` is `notFound` when the cluster does not have this resource type. */
  | { state: 'error'; items: readonly T[]; stale: boolean; error: WatchProblem }
  | { state: 'forbidden'; items: readonly T[]; stale: false; error: WatchProblem };

export type WatchOneResult<T extends KubeObject = KubeObject> =
  | { state: 'loading'; item?: undefined; stale: false; error?: undefined }
  | { state: 'ready'; item: T; stale: boolean; error?: WatchProblem }
  /** There is no object of this name, or not any more. */
  | { state: 'absent'; item?: undefined; stale: boolean; error?: undefined }
  | { state: 'error'; item?: undefined; stale: boolean; error: WatchProblem }
  | { state: 'forbidden'; item?: undefined; stale: false; error: WatchProblem };

/**
 * A list of the cluster, kept up to date. Items come in order of namespace and name; `items` changes its identity only
 * when an object changed. `undefined` follows nothing and stays `loading`.
 *
 * `T` is the caller's word for what objects of this type look like: the API server has validated them against their
 * CRD, but fields a controller fills may be missing.
 */
export function useWatch<T extends KubeObject = KubeObject>(spec: WatchSpec | undefined): WatchResult<T> {
  const data = useFollowed(spec === undefined ? undefined : interestOf(spec));
  return resultOf<T>(data, useProblemWords());
}

/** Several lists at once, in the order of the specs. */
export function useWatches<T extends KubeObject = KubeObject>(
  specs: readonly WatchSpec[],
): readonly WatchResult<T>[] {
  const { stream } = useData();
  const words = useProblemWords();
  const queryClient = useQueryClient();
  const keys = specs.map((spec) => keyOfInterest(interestOf(spec)));
  useFirst(keys.map((key) => ({ list: key, interest: interestOfKey(key) })));
  const queries = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['watch', key],
      queryFn: skipToken,
      staleTime: Infinity,
      gcTime: 60_000,
    })),
  });
  // Names of the API hold no line breaks.
  const joined = keys.join('\n');
  useEffect(() => {
    const wanted = joined === '' ? [] : joined.split('\n');
    const ends = wanted.map((key) => {
      const known = queryClient.getQueryData<WatchData>(['watch', key]);
      return stream.follow(key, interestOfKey(key), known?.phase === 'ready' ? known : undefined);
    });
    return () => {
      for (const end of ends) end();
    };
  }, [joined, queryClient, stream]);
  // Only the stream writes under these keys.
  return queries.map(({ data }) => resultOf<T>(data as WatchData | undefined, words));
}

/** One object, kept up to date. */
export function useWatchOne<T extends KubeObject = KubeObject>(
  resource: Resource | undefined,
  ref: ObjectRef | undefined,
): WatchOneResult<T> {
  const interest =
    resource === undefined || ref === undefined
      ? undefined
      : { ...interestOf({ resource, namespace: ref.namespace }), name: ref.name };
  const result = resultOf<T>(useFollowed(interest), useProblemWords());
  if (result.state !== 'ready') return withoutItems(result);
  const [item] = result.items;
  if (item === undefined) return { state: 'absent', stale: result.stale };
  return {
    state: 'ready',
    item,
    stale: result.stale,
    ...optional({ error: result.error }),
  };
}

function useFollowed(interest: Interest | undefined): WatchData | undefined {
  const { stream } = useData();
  const queryClient = useQueryClient();
  const key = interest === undefined ? '' : keyOfInterest(interest);
  useFirst(interest === undefined ? [] : [{ list: key, interest }]);
  const query = useQuery<WatchData>({
    queryKey: ['watch', key],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  useEffect(() => {
    if (key === '') return undefined;
    const known = queryClient.getQueryData<WatchData>(['watch', key]);
    return stream.follow(key, interestOfKey(key), known?.phase === 'ready' ? known : undefined);
  }, [key, queryClient, stream]);
  return query.data;
}

function interestOf(spec: WatchSpec): Interest {
  const { resource, namespace, labelSelector, fieldSelector, view, fields } = spec;
  const inNamespace = resource.namespaced && namespace !== undefined && namespace !== '';
  return {
    group: resource.group,
    version: resource.version,
    plural: resource.plural,
    kind: resource.kind,
    ...(inNamespace ? { namespace } : {}),
    ...optional({ labelSelector, fieldSelector, view }),
    ...(fields === undefined ? {} : { fields: [...fields] }),
  };
}

/** The key is the interest itself, so equal interests of different components share one watch. */
function keyOfInterest(interest: Interest): string {
  const {
    group,
    version,
    plural,
    kind = '',
    namespace = '',
    name = '',
    labelSelector = '',
    fieldSelector = '',
    view = '',
    fields = [],
  } = interest;
  const parts = [group, version, plural, kind, namespace, name, labelSelector, fieldSelector, view];
  return [...parts, fields.join(' ')].join('|');
}

function interestOfKey(key: string): Interest {
  const [group = '', version = '', plural = '', kind, namespace, name, ...more] = key.split('|');
  const [labelSelector, fieldSelector, viewName, fields = ''] = more;
  const view = watchViews.find((one) => one === viewName);
  return {
    group,
    version,
    plural,
    ...given('kind', kind),
    ...given('namespace', namespace),
    ...given('name', name),
    ...given('labelSelector', labelSelector),
    ...given('fieldSelector', fieldSelector),
    ...optional({ view }),
    ...(fields === '' ? {} : { fields: fields.split(' ') }),
  };
}

function given<K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> {
  if (value === undefined || value === '') return {};
  const field: Partial<Record<K, string>> = {};
  field[name] = value;
  return field;
}

const NOT_LISTED = { kind: 'unknown', message: 'Could not load the list.', code: 'notListed' };

function resultOf<T extends KubeObject>(
  data: WatchData | undefined,
  words: (problem: WatchProblem) => string,
): WatchResult<T> {
  if (data === undefined || data.phase === 'loading') return { state: 'loading', items: [], stale: false };
  const { problem, stale } = data;
  if (data.phase === 'error') {
    const error = told(problem ?? NOT_LISTED, words);
    return error.kind === 'forbidden'
      ? { state: 'forbidden', items: [], stale: false, error }
      : { state: 'error', items: [], stale, error };
  }
  // The one place where a list gets the caller's type; see useWatch.
  const items = data.items as readonly T[];
  return {
    state: 'ready',
    items,
    stale,
    ...optional({ columns: data.columns }),
    ...(problem === undefined ? {} : { error: told(problem, words) }),
  };
}

/** The same object where there is nothing to put into words. */
function told(problem: WatchProblem, words: (problem: WatchProblem) => string): WatchProblem {
  return problem.code === undefined ? problem : { kind: problem.kind, message: words(problem) };
}

function withoutItems<T extends KubeObject>(
  result: Exclude<WatchResult<T>, { state: 'ready' }>,
): WatchOneResult<T> {
  const { items: _items, ...rest } = result;
  return rest;
}
