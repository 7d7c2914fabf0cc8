'use client';
import { useState } from 'react';
import { applyChange } from '#components/data/apply-change.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { useSubmit } from '#components/frame/change-desk.tsx';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import type { Change } from '#lib/k8s/change.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { canBeSent } from '../instance-object.ts';

export type CreationProblem =
  /** The text cannot be read; nothing was sent. */
  | { kind: 'broken' }
  /** Errors were found here; nothing was sent. */
  | { kind: 'invalid' }
  /** The API server refused it. */
  | { kind: 'refused'; message: string };

export interface Creation {
  readonly busy: boolean;
  readonly problem: CreationProblem | undefined;
  readonly create: () => void;
  /** Lets the API server decide on what was found wrong here. */
  readonly sendAnyway: () => void;
  /** What would be created as it stands; undefined while the text is no object. */
  readonly change: () => Change | undefined;
}

export function creationOf(
  type: InstanceType,
  object: unknown,
): Extract<Change, { verb: 'create' }> | undefined {
  return canBeSent(object) ? { verb: 'create', resource: type.resource, object } : undefined;
}

/** Sends the document once it is right; what the API server says goes to the fields it is about. */
export function useCreate(
  type: InstanceType,
  model: FormModel,
  onCreated: (object: KubeObject) => void,
): Creation {
  const submit = useSubmit();
  const toApiError = useApiError();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CreationProblem>();
  const send = async (): Promise<void> => {
    const change = creationOf(type, model.document.value);
    if (change === undefined) {
      setProblem({ kind: 'invalid' });
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      let created: KubeObject | undefined;
      const made = await submit({ changes: [change] }, async () => {
        created = await applyChange(change);
      });
      // Busy until the page is left: what exists by now must be neither sent nor tried again.
      if (made) onCreated(created ?? change.object);
      else setBusy(false);
    } catch (cause) {
      const error = toApiError(cause);
      model.refuse(error);
      setProblem({ kind: 'refused', message: error.message });
      setBusy(false);
    }
  };
  const create = (): void => {
    if (busy) return;
    model.showAll();
    if (model.document.problem !== undefined) setProblem({ kind: 'broken' });
    else if (model.found.length > 0) setProblem({ kind: 'invalid' });
    else void send();
  };
  return {
    busy,
    problem,
    create,
    sendAnyway: () => void send(),
    change: () => creationOf(type, model.document.value),
  };
}
