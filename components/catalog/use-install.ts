'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { asApiError } from '#components/data/api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import { useScope } from '#components/olm/use-scope.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';

export type InstallProgress =
  | { kind: 'idle' }
  | { kind: 'creating'; object: KubeObject }
  /** `made` exists now; `object` could not be created. */
  | { kind: 'failed'; object: KubeObject; message: string; made: readonly KubeObject[] };

const RESOURCES: Readonly<Record<string, Resource>> = {
  Namespace: resources.namespaces,
  OperatorGroup: resources.operatorGroups,
  Subscription: resources.subscriptions,
};

/** Creates the objects one after the other and then shows the progress. What is there already is left as it is. */
export function useInstall(): [InstallProgress, (objects: readonly KubeObject[]) => Promise<void>] {
  const [progress, setProgress] = useState<InstallProgress>({ kind: 'idle' });
  const router = useRouter();
  const scope = useScope();
  const install = async (objects: readonly KubeObject[]): Promise<void> => {
    const made: KubeObject[] = [];
    for (const object of objects) {
      setProgress({ kind: 'creating', object });
      try {
        await createOnce(object);
        made.push(object);
      } catch (error) {
        setProgress({ kind: 'failed', object, message: asApiError(error).message, made });
        return;
      }
    }
    const { namespace = '', name = '' } = objects.at(-1)?.metadata ?? {};
    router.push(urls.subscription({ namespace, name }, scope));
  };
  return [progress, install];
}

/** A namespace that somebody made in between is as good as ours; anything else of that name is somebody else's. */
async function createOnce(object: KubeObject): Promise<void> {
  const resource = RESOURCES[object.kind];
  if (resource === undefined) throw new Error(`No installation creates a ${object.kind}.`);
  try {
    await applyChange({ verb: 'create', resource, object });
  } catch (error) {
    if (object.kind === 'Namespace' && asApiError(error).kind === 'alreadyExists') return;
    throw error;
  }
}
