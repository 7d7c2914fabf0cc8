'use client';
import { useState } from 'react';
import { DENSITY_COOKIE, cookiePath } from './theme.ts';

const YEAR_SECONDS = 31_536_000;

/** Whether rows stand close together. The server reads the cookie, so that pages come in the right density. */
export function useDensity(): [boolean, (compact: boolean) => void] {
  const [compact, setCompact] = useState(
    () => typeof document !== 'undefined' && document.documentElement.dataset['density'] === 'compact',
  );
  return [
    compact,
    (next) => {
      setCompact(next);
      const { dataset } = document.documentElement;
      if (next) dataset['density'] = 'compact';
      else delete dataset['density'];
      const age = next ? YEAR_SECONDS : 0;
      document.cookie = `${DENSITY_COOKIE}=compact; path=${cookiePath}; max-age=${String(age)}; samesite=strict`;
    },
  ];
}
