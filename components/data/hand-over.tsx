'use client';
import { useServerInsertedHTML } from 'next/navigation';
import type { ReactNode } from 'react';
import { FIRST_CONTENT_MARK } from '#lib/first-content.ts';
import type { FirstSource } from './first-content.ts';

/** Puts what the server has read for a page into the page. */
export function HandOver({ first }: { readonly first: FirstSource }): ReactNode {
  useServerInsertedHTML(() => {
    const text = first.handOver();
    if (text === undefined) return null;
    // Data that no browser runs, and text that cannot end it: see `writeFirstContent`.
    return (
      <script type="application/json" {...{ [FIRST_CONTENT_MARK]: '' }}>
        {text}
      </script>
    );
  });
  return null;
}
