'use client';
import { useEffect, useEffectEvent } from 'react';
import type { FormState } from './form-state.ts';

/** How long the page may be kept from anything else. */
const SLICE_MS = 5;

/**
 * Does the first validation of a large document between other things, and says when it is done. After a change in the
 * meantime it starts over, but what was validated before is not looked at again.
 */
export function useChecking({ checking, judge, subject, document }: FormState, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  const { value } = document;
  useEffect(() => {
    if (!checking || judge === undefined) return;
    const steps = judge.steps(subject.schema, subject.type, value);
    let timer: ReturnType<typeof setTimeout>;
    function slice(): void {
      const end = performance.now() + SLICE_MS;
      while (performance.now() < end) {
        if (steps.next().done === true) {
          done();
          return;
        }
      }
      timer = setTimeout(slice);
    }
    timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [checking, judge, subject, value]);
}
