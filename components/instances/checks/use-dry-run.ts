'use client';
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '#components/data/api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import type { Change } from '#lib/k8s/change.ts';
import { type DryRunOutcome, outcomeOfError } from './dry-run-outcome.ts';

export type DryRun =
  /** There is nothing to ask about yet. */
  { readonly kind: 'idle' } | { readonly kind: 'checking' } | DryRunOutcome;

/** After the last edit; in between nobody is asked. */
const PAUSE_MS = 700;

const IDLE: DryRun = { kind: 'idle' };
const CHECKING: DryRun = { kind: 'checking' };

interface DryRunOptions {
  /** The same object as long as nothing changes. */
  readonly change: Change | undefined;
  /** It is worth asking: nothing is known to be wrong, and the user may. */
  readonly ready: boolean;
  /** Hears every outcome, once, about the newest change only. */
  readonly onOutcome: (outcome: DryRunOutcome, change: Change) => void;
}

/**
 * What the API server would say to the change, asked a moment after each edit, with all of its admission but without
 * writing. A newer change breaks off the request about an older one.
 */
export function useDryRun({ change, ready, onOutcome }: DryRunOptions): DryRun {
  const [answer, setAnswer] = useState<{ readonly change: Change; readonly outcome: DryRunOutcome }>();
  const tell = useRef(onOutcome);
  /** Not to be asked before: as a busy server wished. */
  const notBefore = useRef(0);
  useEffect(() => {
    tell.current = onOutcome;
  });
  useEffect(() => {
    if (change === undefined || !ready) return undefined;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const outcome = await outcomeOf(change, abort.signal, (ms) => {
        notBefore.current = Date.now() + ms;
      });
      if (abort.signal.aborted) return;
      setAnswer({ change, outcome });
      tell.current(outcome, change);
    };
    const timer = setTimeout(() => void ask(), Math.max(PAUSE_MS, notBefore.current - Date.now()));
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [change, ready]);
  if (change === undefined || !ready) return IDLE;
  return answer?.change === change ? answer.outcome : CHECKING;
}

async function outcomeOf(
  change: Change,
  signal: AbortSignal,
  onWait: (ms: number) => void,
): Promise<DryRunOutcome> {
  let warnings: readonly string[] = [];
  try {
    await applyChange(change, {
      dryRun: true,
      signal,
      onWarnings: (said) => {
        warnings = [...new Set(said)];
      },
    });
    return { kind: 'accepted', warnings };
  } catch (cause) {
    const error = asApiError(cause);
    if (error.retryAfterMs !== undefined) onWait(error.retryAfterMs);
    return outcomeOfError(error);
  }
}
