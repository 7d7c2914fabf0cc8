'use client';
import { use } from 'react';
import { useData } from './data-provider.tsx';
import type { FirstQuestion } from './first-content.ts';

/** Has the answers in the cache before it returns, where the page came with them; on the server, where it will. */
export function useFirst(questions: readonly FirstQuestion[]): void {
  const { first } = useData();
  // All are asked before any is waited for.
  const pending = questions.flatMap((question) => first.ask(question) ?? []);
  for (const one of pending) use(one);
}
