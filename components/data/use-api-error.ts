'use client';
import { useCallback } from 'react';
import { useProblemWords } from '#messages/problems.ts';
import { asApiError, inWords } from './api-error.ts';
import type { ApiError } from './api-error.ts';

/** Whatever was thrown as ApiError, its message in the reader's language. Stays the same function until that changes. */
export function useApiError(): (error: unknown) => ApiError {
  const words = useProblemWords();
  return useCallback((error) => inWords(asApiError(error), words), [words]);
}
