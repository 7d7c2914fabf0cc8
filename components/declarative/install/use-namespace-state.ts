'use client';
import { useApi } from '#components/data/use-api.ts';
import { useWatch } from '#components/data/use-watch.ts';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import { labelProblem } from '#lib/k8s/names.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import type { NamespaceState } from '#lib/kudo/views/package-install.ts';

export interface KnownNamespace {
  readonly state: NamespaceState;
  /** Names to choose from; empty when they may not be listed. */
  readonly namespaces: readonly string[];
  /** The cluster has told what the namespace holds, or will not. */
  readonly checked: boolean;
  /** The cluster has no declarative operators. */
  readonly notServed: boolean;
}

/** What is in the namespace already, live. */
export function useNamespaceState(namespace: string): KnownNamespace {
  const valid = labelProblem(namespace) === undefined;
  const listed = useWatch({ resource: resources.namespaces });
  const within = valid ? namespace : undefined;
  const operators = useWatch(spec(kudoResources.operators, within));
  const versions = useWatch(spec(kudoResources.operatorVersions, within));
  const instances = useWatch(spec(kudoResources.instances, within));
  const names = listed.items.map(({ metadata }) => metadata.name);
  // Whoever may not list namespaces may still get one's own.
  const asks = listed.state === 'forbidden' && within !== undefined;
  const one = useApi<unknown>(asks ? resourceUrl(resources.namespaces, { name: within }) : undefined);
  const exists =
    listed.state === 'ready'
      ? names.includes(namespace)
      : one.state === 'ready'
        ? true
        : one.error?.kind === 'notFound'
          ? false
          : undefined;
  const all = [operators, versions, instances];
  return {
    state: { exists, operators: operators.items, versions: versions.items, instances: instances.items },
    namespaces: names,
    checked: !valid || (listed.state !== 'loading' && all.every(({ state }) => state !== 'loading')),
    notServed: instances.state === 'error' && instances.error.kind === 'notFound',
  };
}

function spec(
  resource: (typeof kudoResources)[keyof typeof kudoResources],
  namespace: string | undefined,
): { resource: typeof resource; namespace: string } | undefined {
  return namespace === undefined ? undefined : { resource, namespace };
}
