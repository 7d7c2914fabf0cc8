'use client';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection, useReconnect } from '#components/data/data-provider.tsx';
import { useSession } from '#components/data/use-api.ts';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Above every page: is what is shown up to date? It takes its place only when something is wrong. */
export function ConnectionBanner(): ReactNode {
  const connection = useConnection();
  const reconnect = useReconnect();
  if (connection.state === 'signedOut') {
    return (
      <div role="alert" className="flex items-center gap-2 bg-bad-soft px-4 py-2 text-sm lg:px-8">
        <CloudOff aria-hidden className="size-4 shrink-0 text-bad" />
        <p className="grow">
          <strong className="font-semibold">Your session has ended.</strong> Open the address that Capstan
          printed when it started.
        </p>
      </div>
    );
  }
  if (connection.state !== 'lost') return null;
  return (
    <div role="alert" className="flex items-center gap-2 bg-warn-soft px-4 py-1.5 text-sm lg:px-8">
      <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 grow">
        <strong className="font-semibold">Not live.</strong> The connection is lost, so this page may be out
        of date. Trying again…
      </p>
      <Button size="sm" onClick={reconnect}>
        Try now
      </Button>
    </div>
  );
}

/** Where nobody carries out installations, say so before somebody waits for one. */
export function ControllerNotice(): ReactNode {
  const { data: session } = useSession();
  if (session?.lifecycle !== 'none') return null;
  return (
    <Notice
      tone="warn"
      title="Nothing in this cluster installs operators yet"
      details={
        session.lifecycleReason ??
        'Neither OLM nor Capstan’s controller was found. You can look around; what you install waits until one runs.'
      }
      expandLabel="How to start the controller"
    >
      <CodeBlock
        label="From a clone of Capstan"
        text="npm run controller -- --kubeconfig FILE --catalog NAME=DIR"
      />
    </Notice>
  );
}
