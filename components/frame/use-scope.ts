'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { Scope } from '#lib/urls.ts';

/** The namespace chosen in the picker, as links carry it on. */
export function useScope(): Scope {
  const namespace = useSearchParams().get('namespace') ?? '';
  return useMemo(() => (namespace === '' ? {} : { namespace }), [namespace]);
}
