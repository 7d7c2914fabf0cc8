'use client';
import { CloudOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLiveness, useReconnect } from '#components/data/data-provider.tsx';
import { leaveToSignIn } from '#components/data/sign-in.ts';
import type { Liveness } from '#components/data/stream-client.ts';
import { useSession } from '#components/data/use-api.ts';
import type { WatchProblem } from '#components/data/watch-store.ts';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { cx } from '#components/ui/cx.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { Translate } from '#messages/types.ts';

/** Above every page: is what is shown up to date? It takes its place only when something is wrong. */
export function ConnectionBanner(): ReactNode {
  const t = useTranslations('shell');
  const liveness = useLiveness();
  const isOut = isSignedOut(liveness);
  useEffect(() => {
    if (isOut) leaveToSignIn();
  }, [isOut]);
  const said = wordsFor(liveness, t);
  // The region is there before its words: only then do all screen readers speak them. Politely, and once per change.
  return <div role="status">{said === undefined ? null : <Said words={said} />}</div>;
}

/** The session is over, or the cluster does not take its token any more. */
function isSignedOut(liveness: Liveness): boolean {
  if (liveness.state === 'signedOut') return true;
  return liveness.state === 'live' && liveness.behind?.kind === 'unauthorized';
}

function Said({ words }: { readonly words: Words }): ReactNode {
  const t = useTranslations('shell');
  const reconnect = useReconnect();
  const bad = words.tone === 'bad';
  return (
    <div
      className={cx(
        'flex items-center gap-2 px-4 py-1.5 text-sm lg:px-8',
        bad ? 'bg-bad-soft' : 'bg-warn-soft',
      )}
    >
      <CloudOff aria-hidden className={cx('size-4 shrink-0', bad ? 'text-bad' : 'text-warn')} />
      <p className="min-w-0 grow">
        <strong className="font-semibold">{words.title}</strong> {words.text}
      </p>
      {words.canRetry ? (
        <Button size="sm" onClick={reconnect}>
          {t('tryNow')}
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

function wordsFor(liveness: Liveness, t: Translate<'shell'>): Words | undefined {
  if (liveness.state === 'signedOut') {
    return {
      tone: 'bad',
      title: t('sessionEnded'),
      text: t('sessionEndedNext'),
      canRetry: false,
    };
  }
  if (liveness.state === 'lost') {
    return {
      tone: 'warn',
      title: t('notLive'),
      text: t('notLiveWhy'),
      canRetry: true,
    };
  }
  return liveness.state === 'live' && liveness.behind !== undefined
    ? wordsForCluster(liveness.behind, t)
    : undefined;
}

function wordsForCluster({ kind }: WatchProblem, t: Translate<'shell'>): Words {
  if (kind === 'unauthorized') {
    return {
      tone: 'bad',
      title: t('credentials'),
      text: t('credentialsNext'),
      canRetry: true,
    };
  }
  const text = t('lastKnown');
  if (kind === 'tooManyRequests') return { tone: 'warn', title: t('clusterBusy'), text, canRetry: false };
  return { tone: 'warn', title: t('clusterSilent'), text, canRetry: true };
}

/** Where nobody carries out installations, say so before somebody waits for one. */
export function ControllerNotice(): ReactNode {
  const t = useTranslations('shell');
  const { data: session } = useSession();
  if (session?.lifecycle !== 'none') return null;
  return (
    <Notice
      tone="warn"
      title={t('noController')}
      details={t('noControllerDetails')}
      expandLabel={t('howToStart')}
    >
      <CodeBlock label={t('fromClone')} text="npm run controller -- --kubeconfig FILE --catalog NAME=DIR" />
    </Notice>
  );
}
