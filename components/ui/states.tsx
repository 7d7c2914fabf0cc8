'use client';
import { Inbox, Lock, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePhrase } from '#messages/phrases.ts';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';

interface FrameProps {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly alert?: boolean;
  readonly wholePage?: boolean | undefined;
}

function Frame({ icon, title, children, action, alert = false, wholePage = false }: FrameProps): ReactNode {
  const Heading = wholePage ? 'h1' : 'h2';
  return (
    <section
      role={alert ? 'alert' : undefined}
      className="mx-auto flex w-full max-w-120 flex-col items-center gap-2 px-4 py-14 text-center"
    >
      <div className="mb-1 grid size-10 place-items-center rounded-lg border border-line bg-surface text-muted">
        {icon}
      </div>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children === undefined ? null : (
        <div className="w-full max-w-full break-words text-muted">{children}</div>
      )}
      {action === undefined ? null : <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </section>
  );
}

export interface EmptyStateProps {
  readonly title: ReactNode;
  /** What the page is for. */
  readonly children?: ReactNode;
  /** The first step. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  /** It stands in the place of a page, heading included. */
  readonly wholePage?: boolean | undefined;
}

export function EmptyState({ title, children, action, icon, wholePage }: EmptyStateProps): ReactNode {
  return (
    <Frame
      icon={icon ?? <Inbox aria-hidden className="size-5" />}
      title={title}
      action={action}
      wholePage={wholePage}
    >
      {children}
    </Frame>
  );
}

export interface ErrorStateProps {
  readonly title?: ReactNode;
  /** One sentence for people. */
  readonly message: ReactNode;
  /** What to do about it; loading the page again when absent. */
  readonly action?: ReactNode;
  /** It stands in the place of a page, heading included. */
  readonly wholePage?: boolean | undefined;
}

export function ErrorState({ title, message, action, wholePage }: ErrorStateProps): ReactNode {
  const t = useTranslations('ui');
  const phrase = usePhrase();
  return (
    <Frame
      icon={<OctagonAlert aria-hidden className="size-5 text-bad" />}
      title={title ?? t('notLoaded')}
      action={action ?? <Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      alert
      wholePage={wholePage}
    >
      {phrase(message)}
    </Frame>
  );
}

export interface MissingRight {
  readonly verb: string;
  /** `plural.group`, or `plural` for the core group. */
  readonly resource: string;
  readonly namespace?: string | undefined;
}

export interface ForbiddenStateProps {
  readonly right: MissingRight;
  /** How to get it. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** It stands in the place of a page, heading included. */
  readonly wholePage?: boolean | undefined;
}

/** Names the right that is missing, with the command by which an administrator can check it. */
export function ForbiddenState({ right, children, action, wholePage }: ForbiddenStateProps): ReactNode {
  const t = useTranslations('ui');
  const scope = right.namespace === undefined ? '--all-namespaces' : `--namespace ${right.namespace}`;
  return (
    <Frame
      icon={<Lock aria-hidden className="size-5" />}
      title={t('forbidden')}
      action={action}
      alert
      wholePage={wholePage}
    >
      <p>
        {t.rich('forbiddenNeeds', {
          verb: right.verb,
          resource: right.resource,
          namespace: right.namespace ?? '',
          scope: right.namespace === undefined ? 'cluster' : 'namespace',
          strong: (text) => <strong className="font-semibold text-text">{text}</strong>,
          code: (text) => <code className="font-mono text-sm break-all text-text">{text}</code>,
        })}
      </p>
      <div className="mt-3 flex flex-col gap-3 text-start">
        <CodeBlock
          text={`kubectl auth can-i ${right.verb} ${right.resource} ${scope}`}
          label={t('checkWithKubectl')}
        />
        {children}
      </div>
    </Frame>
  );
}
