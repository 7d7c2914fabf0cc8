'use client';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLiveness, useReconnect } from '#components/data/data-provider.tsx';
import type { Liveness } from '#components/data/stream-client.ts';
import { useSession } from '#components/data/use-api.ts';
import type { WatchProblem } from '#components/data/watch-store.ts';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { cx } from '#components/ui/cx.ts';
import { Notice } from '#components/ui/notice.tsx';

/** Above every page: is what is shown up to date? It takes its place only when something is wrong. */
export function ConnectionBanner(): ReactNode {
  const liveness = useLiveness();
  const reconnect = useReconnect();
  const said = wordsFor(liveness);
  if (said === undefined) return null;
  return (
    <div
      role="alert"
      className={cx(
        'flex items-center gap-2 px-4 py-1.5 text-sm lg:px-8',
        said.tone === 'bad' ? 'bg-bad-soft' : 'bg-warn-soft',
      )}
    >
      <CloudOff
        aria-hidden
        className={cx('size-4 shrink-0', said.tone === 'bad' ? 'text-bad' : 'text-warn')}
      />
      <p className="min-w-0 grow">
        <strong className="font-semibold">{said.title}</strong> {said.text}
      </p>
      {said.canRetry ? (
        <Button size="sm" onClick={reconnect}>
          Try now
        </Button>
      ) : null}
    </div>
  );
}

interface Words {
  tone: 'warn' | 'bad';
  title: string;
  text: string;
  canRetry: boolean;
}

function wordsFor(liveness: Liveness): Words | undefined {
  if (liveness.state === 'signedOut') {
    return {
      tone: 'bad',
      title: 'Your session has ended.',
      text: 'Open the address that Capstan printed when it started.',
      canRetry: false,
    };
  }
  if (liveness.state === 'lost') {
    return {
      tone: 'warn',
      title: 'Not live.',
      text: 'The connection is lost, so this page may be out of date. Trying again…',
      canRetry: true,
    };
  }
  return liveness.state === 'live' && liveness.behind !== undefined
    ? wordsForCluster(liveness.behind)
    : undefined;
}

function wordsForCluster({ kind }: WatchProblem): Words {
  if (kind === 'unauthorized') {
    return {
      tone: 'bad',
      title: 'The cluster does not accept your credentials any more.',
      text: 'Renew them as you do for kubectl, then start Capstan again. This page shows what was last known.',
      canRetry: true,
    };
  }
  const text = 'This page shows what was last known. Trying again…';
  if (kind === 'tooManyRequests')
    return { tone: 'warn', title: 'The cluster is too busy to answer.', text, canRetry: false };
  return { tone: 'warn', title: 'The cluster does not answer.', text, canRetry: true };
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
