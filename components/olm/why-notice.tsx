'use client';
import { lazy, Suspense, type ReactNode } from 'react';
import type { WhySubjectProps } from './why/why-panel.tsx';

/** What is well needs no words about what is not. */
const WhyPanel = lazy(async () => ({ default: (await import('./why/why-panel.tsx')).WhyPanel }));

interface WhyNoticeProps extends WhySubjectProps {
  /** Whether there is anything to explain; nothing is asked otherwise. */
  readonly ask: boolean;
  /** What the page says until a cause is known, and where none is. */
  readonly children?: ReactNode;
}

/** Why an object does not do what it is for: the first broken link, what helps, and the button for it. */
export function WhyNotice({ ask, children, ...subject }: WhyNoticeProps): ReactNode {
  if (!ask) return children;
  return (
    <Suspense fallback={children}>
      <WhyPanel {...subject}>{children}</WhyPanel>
    </Suspense>
  );
}
