'use client';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi, type ApiResult } from '#components/data/use-api.ts';
import { useMayChange } from '#components/frame/rights.tsx';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { knownKind, resources } from '#lib/k8s/resources.ts';
import type {
  GoingObject,
  StayingObject,
  StayReason,
  UninstallPreview,
} from '#lib/olm/views/uninstall-preview.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';

interface UninstallDialogProps {
  readonly title: string;
  /** Namespace and CSV name. */
  readonly operator: { readonly namespace: string; readonly name: string };
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Lists what goes and what stays, then deletes Subscription and CSV. What they brought goes with them. */
export function UninstallDialog({ title, operator, open, onOpenChange }: UninstallDialogProps): ReactNode {
  const t = useTranslations('operators');
  const router = useRouter();
  const scope = useScope();
  const toast = useToast();
  const preview = useApi<UninstallPreview>(open ? urls.api.uninstallPreview(operator) : undefined);
  const { namespace } = operator;
  const changes = (preview.data?.deletes ?? []).flatMap(({ kind, name, uid }): Change[] => {
    const resource = knownKind({ kind, group: resources.subscriptions.group });
    const ref = { namespace, name };
    return resource === undefined ? [] : [{ verb: 'delete', resource, ref, ...(uid === '' ? {} : { uid }) }];
  });
  const submit = useSubmit();
  const denial = useMayChange(changes);
  const uninstall = async (): Promise<void> => {
    if (!(await submit({ title: t('uninstallAction', { name: title }), changes }))) return;
    toast({
      tone: 'good',
      title: t('uninstalling', { name: title }),
      details: keptWords(preview.data?.stays ?? [], t),
    });
    router.push(urls.operators(scope));
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('uninstallTitle', { name: title })}
      action={t('uninstallAction', { name: title })}
      danger
      onConfirm={uninstall}
      {...denial}
      disabledReason={unreadyReason(preview, t) ?? denial.disabledReason}
      more={<ChangeMenu changes={() => changes} />}
    >
      {preview.state === 'loading' ? <SkeletonText lines={6} /> : null}
      {preview.error === undefined ? null : (
        <Notice tone="bad" title={t('previewFailed')} details={preview.error.message} />
      )}
      {preview.data === undefined ? null : <Lists preview={preview.data} />}
      <HandOutNote />
    </ConfirmDialog>
  );
}

/** Without its Subscription gone, the controller would install the operator again. */
function unreadyReason(
  { data, error }: ApiResult<UninstallPreview>,
  t: Translate<'operators'>,
): string | undefined {
  if (data === undefined) return error?.message ?? t('lookingUp');
  return data.unknown.some(({ kind }) => kind === 'Subscription') ? t('subscriptionUnknown') : undefined;
}

/** "Its definitions stay, and with them 3 instances." */
function keptWords(stays: readonly StayingObject[], t: Translate<'operators'>): string {
  const definitions = stays.filter(({ kind }) => kind === 'CustomResourceDefinition');
  const instances = definitions.reduce((sum, { count = 0 }) => sum + count, 0);
  if (definitions.length === 0) return t('nothingOfYours');
  return t('definitionsStay', { count: instances });
}

function Lists({ preview }: { readonly preview: UninstallPreview }): ReactNode {
  const states = useTranslations('states');
  const t = useTranslations('operators');
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <section className="min-w-0">
        <h3 className="mb-1 font-semibold text-bad">{t('goes')}</h3>
        <ul className="max-h-52 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {preview.goes.map((object) => (
            <ObjectRow key={keyOf(object)} object={object} />
          ))}
        </ul>
      </section>
      <section className="min-w-0">
        <h3 className="mb-1 font-semibold text-good">{t('stays')}</h3>
        <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {preview.stays.map((object) => (
            <li key={keyOf(object)}>
              <ObjectRow object={object} />
              <p className="-mt-1 px-3 pb-2 text-sm break-words text-muted">{whyText(object.why, states)}</p>
            </li>
          ))}
        </ul>
      </section>
      {preview.unknown.map(({ kind, why }) => (
        <Notice key={kind} tone="warn" title={t('notLookedAt', { kind })} details={why} />
      ))}
    </div>
  );
}

function whyText(why: StayReason, t: Translate<'states'>): string {
  return 'values' in why ? t(`stays.${why.code}`, { count: 0, ...why.values }) : t(`stays.${why.code}`);
}

function keyOf({ kind, namespace, name }: GoingObject): string {
  return [kind, namespace ?? '', name].join('/');
}

function ObjectRow({ object }: { readonly object: GoingObject }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-x-3 px-3 py-1.5 sm:flex-row sm:items-center">
      <span className="shrink-0 truncate text-sm text-muted sm:w-44" title={object.kind}>
        {object.kind}
      </span>
      <MiddleTruncate text={object.name} className="min-w-0 grow font-mono text-sm" />
    </div>
  );
}
