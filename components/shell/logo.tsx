import type { ReactNode } from 'react';

/** A capstan seen from above: the drum and its eight bars. */
export function Logo({ className = 'size-6' }: { readonly className?: string }): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className={className}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
    >
      <path
        strokeWidth="2"
        d="M12 1.5v4.2M12 18.3v4.2M1.5 12h4.2M18.3 12h4.2M4.6 4.6l2.9 2.9M16.5 16.5l2.9 2.9M19.4 4.6l-2.9 2.9M7.5 16.5l-2.9 2.9"
      />
      <circle cx="12" cy="12" r="5.6" strokeWidth="2" />
      <circle cx="12" cy="12" r="1.9" fill="currentColor" stroke="none" />
    </svg>
  );
}
