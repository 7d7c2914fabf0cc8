'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { useMay, useMayRead } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { checkOf, type AccessCheck } from '#lib/access.ts';
import type { ObjectRef, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Link, SubjectKind, WhyFinding, WhyVerdict } from '#lib/olm/why/finding.ts';
import { urls, type Scope } from '#lib/urls.ts';
import { ContainerLog } from './container-log.tsx';

/** What is explained, and what its page says itself. */
export interface WhySubjectProps {
  readonly kind: SubjectKind;
  readonly subject: ObjectRef;
  /** Of an instance: its type. */
  readonly api?: Resource;
  /** The Subscription behind it, for the button that edits it. */
  readonly subscription?: ObjectRef | undefined;
  /** Links that the page explains in more words. */
  readonly told?: readonly Link[];
}

/** Asked again, in ms: what is broken is being mended, and what starts may break. */
const REFRESH_MS = 5_000;

interface PanelProps extends WhySubjectProps {
  /** In place of it, where there is no cause. */
  readonly children?: ReactNode;
}

export function WhyPanel({ children, ...props }: PanelProps): ReactNode {
  const { kind, subject, api, told = [] } = props;
  const { data } = useApi<WhyVerdict>(urls.api.why(kind, subject, api), { refreshMs: REFRESH_MS });
  if (data?.health !== 'broken') return children;
  const findings = data.findings.filter(({ link }) => !told.includes(link));
  if (findings.length === 0) return children;
  return (
    <MoreMessages group="why">
      <Findings {...props} findings={findings} notJudged={data.notJudged} />
    </MoreMessages>
  );
}

interface FindingsProps extends WhySubjectProps {
  readonly findings: readonly WhyFinding[];
  readonly notJudged: WhyVerdict['notJudged'];
}

function Findings({ findings, notJudged, ...subject }: FindingsProps): ReactNode {
  const t = useTranslations('why');
  const [first, ...others] = findings;
  if (first === undefined) return null;
  return (
    <section aria-label={t('title')} className="flex min-w-0 flex-col gap-2">
      <Cause finding={first} subject={subject} />
      {others.length === 0 ? null : (
        <details className="group">
          <summary className="text-sm text-muted hover:text-text">
            {t('further', { count: others.length })}
          </summary>
          <div className="mt-2 flex flex-col gap-2">
            {others.map((finding) => (
              <Cause key={keyOf(finding)} finding={finding} subject={subject} />
            ))}
          </div>
        </details>
      )}
      {notJudged.length === 0 ? null : (
        <p className="text-sm text-muted">{t('unread', { lists: notJudged.join(', ') })}</p>
      )}
    </section>
  );
}

function keyOf({ on, reason, detail }: WhyFinding): string {
  return [on.kind, on.namespace, on.name, on.container, reason, detail].join('/');
}

interface CauseProps {
  readonly finding: WhyFinding;
  readonly subject: WhySubjectProps;
}

function Cause({ finding, subject }: CauseProps): ReactNode {
  const t = useTranslations('why');
  const [logShown, setLogShown] = useState(false);
  const { on, reason, detail, fix } = finding;
  return (
    <Notice
      tone={finding.reason === 'approvalNeeded' ? 'warn' : 'bad'}
      title={t(`reasons.${reason}`)}
      details={
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-sm">
            <Place finding={finding} />
          </p>
          {detail === undefined || detail === '' ? null : (
            <p className="font-mono text-xs wrap-anywhere text-text">{detail}</p>
          )}
          <p>{t(`fixes.${fix}`)}</p>
          {logShown && on.container !== undefined ? (
            <ContainerLog pod={refOf(on)} container={on.container} previous />
          ) : null}
        </div>
      }
      action={
        logShown ? undefined : <Way finding={finding} subject={subject} onLog={() => setLogShown(true)} />
      }
    />
  );
}

interface WayProps extends CauseProps {
  readonly onLog: () => void;
}

/** The button that helps, open to whoever may do what it is for; none where there is no such button. */
function Way({ finding, subject, onLog }: WayProps): ReactNode {
  const t = useTranslations('why');
  const scope = useScope();
  const { action } = finding;
  const denials = { read: useMayRead(readsOf(finding)), change: useMay(changesOf(finding, subject)) };
  if (action === undefined) return null;
  if (action === 'readLogs')
    return finding.on.container === undefined ? null : (
      <Button size="sm" {...denials.read} onClick={onLog}>
        {t('actions.readLogs')}
      </Button>
    );
  const href = hrefOf(finding, subject, scope);
  return href === undefined ? null : (
    <LinkButton size="sm" href={href} {...(action === 'approvePlan' ? denials.read : denials.change)}>
      {t(`actions.${action}`)}
    </LinkButton>
  );
}

/** What is looked at: a log, or the plan, which says itself who may approve it. */
function readsOf({ action, on }: WhyFinding): AccessCheck[] {
  if (action === 'readLogs') return [{ ...checkOf('get', resources.pods, refOf(on)), subresource: 'log' }];
  return action === 'approvePlan' ? [checkOf('get', resources.installPlans, refOf(on))] : [];
}

/** What is changed by the page that the button leads to. */
function changesOf(
  { action }: WhyFinding,
  { kind, subject, api, subscription }: WhySubjectProps,
): AccessCheck[] {
  const of = kind === 'Subscription' ? subject : subscription;
  switch (action) {
    case 'createOperatorGroup':
      return [checkOf('create', resources.operatorGroups, { namespace: subject.namespace })];
    case 'editInstance':
      return api === undefined ? [] : [checkOf('update', api, subject)];
    case 'editSubscription':
      return of === undefined ? [] : [checkOf('patch', resources.subscriptions, of)];
    default:
      return [];
  }
}

/** "Pod team-a/tickets-0 · Container manager · exit code 1" */
function Place({ finding: { on, exitCode, owner } }: { readonly finding: WhyFinding }): ReactNode {
  const t = useTranslations('why');
  const name = on.namespace === undefined ? on.name : `${on.namespace}/${on.name}`;
  return [
    `${on.kind} ${name}`,
    ...(on.container === undefined ? [] : [t('container', { name: on.container })]),
    ...(exitCode === undefined ? [] : [t('exitCode', { code: String(exitCode) })]),
    ...(owner === undefined ? [] : [t('owner', { name: `${owner.namespace}/${owner.name}` })]),
  ].join(' · ');
}

function refOf({ namespace, name }: WhyFinding['on']): ObjectRef {
  return namespace === undefined ? { name } : { namespace, name };
}

/** Where the button of a finding leads; undefined where the page has none for it. */
function hrefOf(
  { action, on }: WhyFinding,
  { kind, subject, api, subscription }: WhySubjectProps,
  scope: Scope,
): string | undefined {
  const of = kind === 'Subscription' ? subject : subscription;
  switch (action) {
    case 'approvePlan':
      return on.namespace === undefined || (kind === 'InstallPlan' && on.name === subject.name)
        ? undefined
        : urls.plan({ namespace: on.namespace, name: on.name }, scope);
    case 'createOperatorGroup':
      return urls.operatorGroups({ namespace: subject.namespace });
    case 'editInstance':
      return api === undefined ? undefined : urls.instance(api, subject, scope, { tab: 'edit' });
    case 'editSubscription':
      return of?.namespace === undefined
        ? undefined
        : urls.editSubscription({ namespace: of.namespace, name: of.name }, scope);
    default:
      return undefined;
  }
}
