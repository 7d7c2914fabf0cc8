import { useEffect, useState } from 'react';
import { applyChange } from '#components/data/apply-change.ts';
import { ApiError } from '#components/data/api-error.ts';
import { apiJson } from '#components/data/http.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import type { ObjectRef } from '#lib/k8s/object.ts';
import { decideRemoval, type Removal } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import { restOf, type RemovalChoices } from '#lib/olm/removal/record.ts';
import { urls } from '#lib/urls.ts';

/** What is between two looks at what is left, in ms. */
const PAUSE_MS = 1_000;

/** Deletions between two looks. */
const AT_ONCE = 100;

export interface RunningRemoval {
  /** As it was seen last. */
  readonly removal: Removal;
  readonly facts: UninstallFacts;
  /** Why it does not go on; it is tried again when asked. */
  readonly problem?: ApiError;
}

/**
 * Carries a removal out step by step with the credentials of the user: looks, decides, deletes, looks again, until all that was
 * chosen is gone, the page is left, or something is refused. Nothing while `choices` is undefined.
 * @param attempt another one begins anew after a refusal
 */
export function useRemoval(
  operator: Required<ObjectRef>,
  choices: RemovalChoices | undefined,
  attempt: number,
): RunningRemoval | undefined {
  const [running, setRunning] = useState<RunningRemoval>();
  const toApiError = useApiError();
  const { namespace, name } = operator;
  useEffect(() => {
    if (choices === undefined) return undefined;
    const stop = new AbortController();
    void carryOut({ namespace, name }, choices, { tell: setRunning, toApiError, signal: stop.signal });
    return () => {
      stop.abort();
    };
  }, [namespace, name, choices, attempt, toApiError]);
  return choices === undefined ? undefined : running;
}

interface Listener {
  tell: (change: (before: RunningRemoval | undefined) => RunningRemoval | undefined) => void;
  toApiError: (error: unknown) => ApiError;
  /** Aborted when the page is left, or the removal is stopped. */
  signal: AbortSignal;
}

/** What passes by itself: asked again, however long it lasts. */
const PASSING = new Set(['network', 'unavailable', 'timeout', 'tooManyRequests']);

/** Never rejects; ends when it is done, refused or stopped. */
async function carryOut(
  operator: Required<ObjectRef>,
  choices: RemovalChoices,
  listener: Listener,
): Promise<void> {
  const { tell, toApiError, signal } = listener;
  for (let state = 'running'; state === 'running' && !signal.aborted; await pause(PAUSE_MS, signal)) {
    try {
      state = await goOn(operator, choices, listener);
    } catch (error) {
      const problem = toApiError(error);
      tell((before) => (before === undefined ? undefined : { ...before, problem }));
      if (!PASSING.has(problem.kind)) return;
    }
  }
}

/** One look, and what it asks for. */
async function goOn(
  operator: Required<ObjectRef>,
  choices: RemovalChoices,
  { tell, signal }: Listener,
): Promise<Removal['state']> {
  const facts = (await apiJson(urls.api.removal(operator, restOf(choices)), { signal })) as UninstallFacts;
  const removal = decideRemoval(facts, choices);
  tell(() => ({ facts, removal }));
  // Of thousands, some at a time, so that the page says how far it is.
  for (const change of removal.next.slice(0, AT_ONCE)) {
    await applyChange(change, { signal }).catch(ignoreOther);
  }
  return removal.state;
}

/** Somebody was quicker: what stands there now is another object, which the next look shows. */
function ignoreOther(error: unknown): undefined {
  if (error instanceof ApiError && error.kind === 'conflict') return undefined;
  throw error;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
