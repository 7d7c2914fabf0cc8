'use client';
import { useRouter } from 'next/navigation';
import type { PaletteEntry } from './palette-rank.ts';

/** Makes entries of a group that lead to an address. */
export function useLeadTo(
  group: string,
): (id: string, label: string, href: string, hint?: string) => PaletteEntry {
  const router = useRouter();
  return (id, label, href, hint) => ({
    id: `${group}-${id}`,
    group,
    label,
    hint,
    run: () => router.push(href),
  });
}
