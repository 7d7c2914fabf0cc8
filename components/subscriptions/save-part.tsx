'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiError } from '#components/data/api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { homeOf } from './home.ts';

interface SavePartProps {
  readonly subscription: Subscription;
  readonly patch: Record<string, unknown> | undefined;
  /** Faults in the fields of the pods. */
  readonly wrong: number;
}

type PatchChange = Extract<Change, { verb: 'patch' }>;

function changeOf(subscription: Subscription, body: Record<string, unknown>): PatchChange {
  const { namespace = '', name } = subscription.metadata;
  return {
    verb: 'patch',
    resource: resources.subscriptions,
    ref: { namespace, name },
    patch: { type: 'merge', body },
    before: subscription,
  };
}

/** With the version that was looked at: whoever else was quicker is not overruled unseen. */
function guarded({ metadata }: Subscription, body: Record<string, unknown>): Record<string, unknown> {
  const known = body['metadata'];
  const more = typeof known === 'object' && known !== null ? known : {};
  return { ...body, metadata: { ...more, resourceVersion: metadata.resourceVersion } };
}

export function SavePart({ subscription, patch, wrong }: SavePartProps): ReactNode {
  const t = useTranslations('subscriptions');
  const scope = useScope();
  const change = changeOf(subscription, patch ?? {});
  const denial = useMayChange([change]);
  const { busy, error, save } = useSave(subscription, change, patch);
  const missing = patch === undefined ? t('nothingChanged') : undefined;
  const faulty = wrong === 0 ? undefined : t('invalid', { count: wrong });
  return (
    <footer className="sticky bottom-0 z-10 -mx-1 flex min-w-0 flex-col gap-3 border-t border-line bg-canvas px-1 py-3 xl:col-span-2">
      {error === undefined ? null : (
        <Notice
          tone="bad"
          title={t('notSaved')}
          details={error.kind === 'conflict' ? t('conflict') : error.message}
        />
      )}
      <HandOutNote />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          busy={busy}
          {...denial}
          disabledReason={denial.disabledReason ?? missing ?? faulty}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
        <ChangeMenu changes={() => (patch === undefined ? undefined : [change])} />
        <LinkButton variant="ghost" href={homeOf(subscription, scope)}>
          {t('cancel')}
        </LinkButton>
      </div>
    </footer>
  );
}

function useSave(
  subscription: Subscription,
  change: PatchChange,
  patch: Record<string, unknown> | undefined,
): { readonly busy: boolean; readonly error: ApiError | undefined; readonly save: () => Promise<void> } {
  const t = useTranslations('subscriptions');
  const scope = useScope();
  const router = useRouter();
  const toast = useToast();
  const submit = useSubmit();
  const toApiError = useApiError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const write = async (): Promise<void> => {
    const body = guarded(subscription, patch ?? {});
    await applyChange({ ...change, patch: { type: 'merge', body } });
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const made = await submit({ changes: [change] }, write);
      if (!made) return;
      toast({ tone: 'good', title: t('saved', { name: subscription.metadata.name }) });
      router.push(homeOf(subscription, scope));
    } catch (cause) {
      setError(toApiError(cause));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, save };
}
