'use client';
import { useState } from 'react';
import type { WaitingPlan } from '#lib/olm/views/upgrades.ts';

export interface Chosen {
  /** Those of the waiting plans that are chosen, in their order. */
  readonly plans: readonly WaitingPlan[];
  readonly all: readonly WaitingPlan[];
  readonly has: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly toggleAll: () => void;
}

export function planKey({ namespace, name }: Pick<WaitingPlan, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/** Which plans to approve. A plan that is approved meanwhile drops out by itself. */
export function useChosen(all: readonly WaitingPlan[]): Chosen {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const plans = all.filter((plan) => keys.has(planKey(plan)));
  return {
    plans,
    all,
    has: (key) => keys.has(key),
    toggle: (key) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setKeys(next);
    },
    toggleAll: () => setKeys(new Set(plans.length === all.length ? [] : all.map(planKey))),
  };
}
