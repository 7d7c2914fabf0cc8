'use client';
import NextLink from 'next/link';
import { useState, type ComponentProps, type ReactNode } from 'react';

/**
 * A link within the console. Where it leads to is asked for when somebody points at it or comes to it with the keyboard; Next by
 * itself asks for every link on the screen, twice, while the page that was asked for is still being drawn.
 */
export function Link({
  onPointerEnter,
  onFocus,
  ...props
}: Omit<ComponentProps<typeof NextLink>, 'prefetch'>): ReactNode {
  const [meant, setMeant] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={meant ? null : false}
      onPointerEnter={(event) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setMeant(true);
        onFocus?.(event);
      }}
    />
  );
}
