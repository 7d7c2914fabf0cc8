'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { asApiError } from '#components/data/api-error.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import { useSubmit } from '#components/frame/change-desk.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import type { Change } from '#lib/k8s/change.ts';
import { parseApiVersion, type KubeObject } from '#lib/k8s/object.ts';
import { knownKind } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';

export type InstallProgress =
  | { kind: 'idle' }
  | { kind: 'creating'; object: KubeObject }
  /** `made` exists now; `object` could not be created. */
  | { kind: 'failed'; object: KubeObject; message: string; made: readonly KubeObject[] };

type Creation = Extract<Change, { verb: 'create' }>;

/** The objects of an installation as they are to be created, in their order. */
export function installChanges(objects: readonly KubeObject[]): Creation[] {
  return objects.map((object) => {
    const resource = knownKind({ kind: object.kind, ...parseApiVersion(object.apiVersion) });
    if (resource === undefined) throw new Error(`No installation creates a ${object.kind}.`);
    return { verb: 'create', resource, object };
  });
}

/** Creates the objects one after the other and then shows the progress. What is there already is left as it is. */
export function useInstall(): [
  InstallProgress,
  (changes: readonly Creation[], title: string) => Promise<void>,
] {
  const [progress, setProgress] = useState<InstallProgress>({ kind: 'idle' });
  const router = useRouter();
  const scope = useScope();
  const submit = useSubmit();
  const toApiError = useApiError();
  const install = async (changes: readonly Creation[], title: string): Promise<void> => {
    const last = changes.at(-1)?.object;
    if (last === undefined) return;
    let object = last;
    const made: KubeObject[] = [];
    const createAll = async (): Promise<void> => {
      for (const change of changes) {
        object = change.object;
        setProgress({ kind: 'creating', object });
        await createOnce(change);
        made.push(object);
      }
    };
    try {
      const done = await submit({ title, changes }, createAll);
      if (!done) setProgress({ kind: 'idle' });
      const { namespace = '', name } = last.metadata;
      if (done) router.push(urls.subscription({ namespace, name }, scope));
    } catch (error) {
      setProgress({ kind: 'failed', object, message: toApiError(error).message, made });
    }
  };
  return [progress, install];
}

/** A namespace that somebody made in between is as good as ours; anything else of that name is somebody else's. */
async function createOnce(change: Creation): Promise<void> {
  try {
    await applyChange(change);
  } catch (error) {
    if (change.object.kind === 'Namespace' && asApiError(error).kind === 'alreadyExists') return;
    throw error;
  }
}
